import type { Appearance } from "@/lib/payload/appearance";
import { faceName, surfacesOf, type CutPart, type Surface } from "./face";

/** Characters of each part that a device keeps out of sight; a part that is whole is absent. */
export type Cuts = Partial<Record<CutPart, number>>;

/**
 * What a face shows, in words: "Android, collapsed: title “Hi”, text “…”, about 12 characters of the text hidden, buttons Yes, No."
 * Buttons and pictures are named where the surface shows them only.
 */
export function textEquivalent(appearance: Appearance, surface: Surface, cuts: Cuts = {}): string {
  const place = surfacesOf(appearance.kind)
    .find(({ value }) => value === surface)
    ?.label.toLowerCase();
  const parts = [
    appearance.title === undefined ? "no title" : `title “${appearance.title}”`,
    ...cutWords("title", cuts.title),
    `text “${appearance.text}”`,
    ...cutWords("text", cuts.text),
  ];
  if (appearance.imageUrl !== undefined && showsPicture(appearance.kind)) parts.push("with a picture");
  const labels = shownButtons(appearance, surface).map(({ label }) => label);
  if (labels.length > 0) parts.push(`${labels.length === 1 ? "button" : "buttons"} ${labels.join(", ")}`);
  if (appearance.badge !== undefined) parts.push(`badge ${appearance.badge}`);
  return `${faceName(appearance.kind)}${place === undefined ? "" : `, ${place}`}: ${parts.join(", ")}.`;
}

/** What the device keeps out of sight, for the line below a face; undefined when all is seen. */
export function cutSentence(cuts: Cuts, surface: Surface): string | undefined {
  const parts = (["title", "text"] as const).flatMap((part) => cutWords(part, cuts[part]));
  if (parts.length === 0) return undefined;
  const sentence = parts.join(", ");
  return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}${surface === "expanded" ? "" : " until it is opened"}.`;
}

function cutWords(part: CutPart, characters: number | undefined): string[] {
  if (characters === undefined || characters === 0) return [];
  return [`about ${characters} ${characters === 1 ? "character" : "characters"} of the ${part} hidden`];
}

/** The buttons that a surface shows: folded phones and a folded GNOME banner keep them back. */
export function shownButtons(appearance: Appearance, surface: Surface): Appearance["buttons"] {
  const { kind, buttons } = appearance;
  if (kind === "chrome" || kind === "safari") return buttons.slice(0, 2);
  return surface === "expanded" ? buttons.slice(0, kind === "ios" ? 4 : 3) : [];
}

/** Whether the system draws a picture that comes with a notification. */
export function showsPicture(kind: Appearance["kind"]): boolean {
  return kind !== "firefox" && kind !== "safari";
}

/** Where a tap leads, in words: "Opens the app", "Opens https://…". */
export function tapSentence(tap: Appearance["tap"]): string {
  const target = tap.value === undefined ? "" : ` ${tap.value.length > 80 ? `${tap.value.slice(0, 80)}…` : tap.value}`;
  switch (tap.action) {
    case "OPEN_URL":
      return `A tap opens${target || " the site"}`;
    case "OPENWEBVIEW":
      return `A tap opens${target || " a page"} inside the app`;
    case "DEEPLINK":
      return `A tap goes to${target || " a place in the app"}`;
    case "OPEN_HTML":
      return "A tap shows the HTML in the app";
    default:
      return "A tap opens the app";
  }
}
