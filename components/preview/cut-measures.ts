import { atRest } from "@/components/ui/browser/at-rest";

type Report = (characters: number) => void;

const reports = new Map<Element, Report>();
/** Measured together before the next picture: one layout for all of them, and one answer. */
const pendingElements = new Set<Element>();
/** Scrolled out of sight and therefore not laid out: measured when they come into sight. */
const unseen = new Set<Element>();
let observer: ResizeObserver | undefined;
const later = atRest(measure);

/**
 * Reports the characters that a clamped element hides: in the same frame, and after each change of
 * its size. Returns the end of it.
 */
export function watchCut(element: HTMLElement, report: Report): () => void {
  observer ??= startWatching();
  reports.set(element, report);
  observer.observe(element);
  pendingElements.add(element);
  queueMicrotask(measure);
  return () => {
    observer?.unobserve(element);
    for (const elements of [reports, pendingElements, unseen]) elements.delete(element);
  };
}

/**
 * Measures an element again, once typing pauses: its text is another, its size may be the same. To
 * read a size between a key and its picture lays the page out by itself, and a count that is
 * reported then is rendered before that picture.
 */
export function measureSoon(element: HTMLElement): void {
  pendingElements.add(element);
  later.ask();
}

/**
 * Reads all measures first and reports them then: a report changes the page, and a read after that
 * would force another layout.
 */
function measure(): void {
  const measurements: [Report, number][] = [];
  for (const element of pendingElements) {
    const report = reports.get(element);
    if (!report) continue;
    if (isLaidOut(element)) measurements.push([report, hiddenCharacters(element)]);
    else unseen.add(element);
  }
  pendingElements.clear();
  for (const [report, characters] of measurements) report(characters);
}

function startWatching(): ResizeObserver {
  document.addEventListener("contentvisibilityautostatechange", ({ target }) => {
    for (const element of unseen)
      if (target instanceof Node && target.contains(element) && isLaidOut(element)) {
        unseen.delete(element);
        measureSoon(element as HTMLElement);
      }
  });
  return new ResizeObserver((entries) => {
    for (const { target } of entries) measureSoon(target as HTMLElement);
  });
}

/** Asking for the size of what `content-visibility` skips would lay it out after all. */
function isLaidOut(element: Element): boolean {
  return (
    typeof element.checkVisibility !== "function" ||
    element.checkVisibility({ contentVisibilityAuto: true })
  );
}

/** Characters below the lower edge of a clamped element; the ellipsis itself covers a few more. */
function hiddenCharacters(element: Element): number {
  const node = element.firstChild;
  if (!(node instanceof Text) || element.scrollHeight <= element.clientHeight + 1) return 0;
  const edge = element.getBoundingClientRect().bottom - 1;
  const range = document.createRange();
  const isHidden = (at: number) => {
    range.setStart(node, at);
    range.setEnd(node, Math.min(at + 1, node.length));
    return range.getBoundingClientRect().top >= edge;
  };
  return Array.from(node.data.slice(hiddenFrom(node.length, isHidden))).length;
}

/**
 * The first position in 0 … length at which `isHidden` holds, given that it holds from there on;
 * `length` when it never does.
 */
export function hiddenFrom(length: number, isHidden: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isHidden(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
