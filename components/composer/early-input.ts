/** Where something was done: which of those elements that look alike to a person. */
interface Place {
  tag: string;
  label: string;
  nth: number;
}

type Deed = { kind: "press"; at: Place } | { kind: "typed"; at: Place; text: string } | { kind: "enter"; at: Place };

/** What was done on a page that could not answer yet. */
export interface EarlyInput {
  /** Whether something was done before it was collected: a field has the focus, or other text than it came with. */
  readonly isLate: boolean;
  /** Forgets everything and listens no longer. */
  stop: () => void;
  /** Resolves once no press and no composed letter is only half done: what is put in the place of its element then would lose it. */
  whole: () => Promise<void>;
  /** Does it over again, in the order in which it was done, on what stands there now. Listens no longer. */
  replay: () => Promise<void>;
}

const pressable = "button, a, label, summary, input, textarea, select, [role=tab], [role=radio], [role=checkbox], [role=switch]";
/** More than anybody does while a page loads. */
const most = 200;
const longestMs = 1_000;

/** Collects what is pressed and typed inside an element, as long as nobody answers to it there. */
export function collectEarlyInput(root: HTMLElement): EarlyInput {
  const deeds: Deed[] = [];
  const note = (deed: Deed) => {
    if (deeds.length < most) deeds.push(deed);
  };
  const inside = (event: Event) => (event.target instanceof Element && root.contains(event.target) ? event.target : undefined);
  const pressed = (event: MouseEvent) => {
    const element = inside(event)?.closest<HTMLElement>(pressable);
    // A link leads on by itself, and into a field comes whoever has the focus there.
    if (!element || element.matches("a[href], input, textarea, select")) return;
    note({ kind: "press", at: placeOf(root, element) });
  };
  const typed = (event: Event) => {
    const element = inside(event);
    if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return;
    const at = placeOf(root, element);
    const last = deeds.at(-1);
    if (last?.kind === "typed" && same(last.at, at)) last.text = element.value;
    else note({ kind: "typed", at, text: element.value });
  };
  const keyed = (event: KeyboardEvent) => {
    const element = inside(event);
    if (event.key === "Enter" && !event.isComposing && element instanceof HTMLInputElement)
      note({ kind: "enter", at: placeOf(root, element) });
  };
  const half = new Set<"press" | "letter">();
  const begun = (event: Event) => half.add(event.type === "pointerdown" ? "press" : "letter");
  const over = (event: Event) => {
    half.delete(event.type === "compositionend" ? "letter" : "press");
  };
  const focus = { at: undefined as Place | undefined, from: null as number | null, to: null as number | null };
  const focused = () => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || !root.contains(element)) return;
    focus.at = placeOf(root, element);
    if (hasCaret(element)) [focus.from, focus.to] = [element.selectionStart, element.selectionEnd];
  };
  const ending = new AbortController();
  // At the window: React stops such events at the document where it has nobody to answer them yet.
  const how = { capture: true, signal: ending.signal };
  window.addEventListener("click", pressed, how);
  window.addEventListener("input", typed, how);
  window.addEventListener("keydown", keyed, how);
  for (const name of ["pointerdown", "compositionstart"]) window.addEventListener(name, begun, how);
  for (const name of ["pointerup", "pointercancel", "compositionend"]) window.addEventListener(name, over, how);
  for (const name of ["focusin", "selectionchange", "input"]) document.addEventListener(name, focused, how);
  for (const field of root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea"))
    if (field.value !== field.defaultValue) note({ kind: "typed", at: placeOf(root, field), text: field.value });
  focused();
  const isLate = deeds.length > 0 || focus.at !== undefined;
  const stop = () => {
    deeds.length = 0;
    ending.abort();
  };
  return {
    isLate,
    stop,
    whole: async () => {
      // The click, and the last letter, come right after the end.
      while (half.size > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    replay: async () => {
      const done = [...deeds];
      const { at, from, to } = focus;
      stop();
      const place = at && find(root, at);
      place?.focus({ preventScroll: true });
      for (const deed of done) {
        const element = find(root, deed.at) ?? (await appearing(root, deed.at));
        if (element) repeat(deed, element);
        // React draws what a press changes in a microtask of its own.
        await Promise.resolve();
        await Promise.resolve();
      }
      if (place && document.activeElement === place && hasCaret(place)) place.setSelectionRange(from, to);
    },
  };
}

/** What a press brings up a moment later; undefined when it does not come. */
async function appearing(root: HTMLElement, place: Place): Promise<HTMLElement | undefined> {
  for (const until = performance.now() + longestMs; performance.now() < until;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const element = find(root, place);
    if (element) return element;
  }
  return undefined;
}

function repeat(deed: Deed, element: HTMLElement): void {
  if (deed.kind === "press") {
    const how = { bubbles: true, cancelable: true, button: 0 };
    for (const name of ["down", "up"]) {
      element.dispatchEvent(new PointerEvent(`pointer${name}`, { ...how, pointerType: "mouse", isPrimary: true }));
      element.dispatchEvent(new MouseEvent(`mouse${name}`, how));
    }
    element.focus({ preventScroll: true });
    element.click();
  } else if (deed.kind === "enter") {
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  } else {
    const prototype = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
    // React hears of a value that was not set through its own property.
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(element, deed.text);
    element.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
}

function hasCaret(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.selectionStart !== null);
}

function same(one: Place, other: Place): boolean {
  return one.tag === other.tag && one.label === other.label && one.nth === other.nth;
}

function placeOf(root: HTMLElement, element: Element): Place {
  const [tag, label] = [element.localName, labelOf(element)];
  return { tag, label, nth: alike(root, { tag, label }).indexOf(element as HTMLElement) };
}

function find(root: HTMLElement, place: Place): HTMLElement | undefined {
  return alike(root, place)[place.nth];
}

function alike(root: HTMLElement, { tag, label }: Pick<Place, "tag" | "label">): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(tag)].filter((element) => labelOf(element) === label);
}

/** By what a person tells it from others, however it stands: marks and numbers beside its words change with what was done before. */
function labelOf(element: Element): string {
  const own = element.getAttribute("aria-label");
  if (own !== null) return own;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    return element.labels?.[0]?.textContent ?? element.name;
  const words = [...element.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node.nodeValue ?? ""] : []));
  return words.join("").trim() || element.textContent.trim();
}
