import type { Appearance } from "@/lib/payload/appearance";
import { surfaceLabel, type Face, type Surface } from "./face";
import type { CutPart } from "./faces/face-props";

/** Characters of each part that a device keeps out of sight; a part that is whole is absent. */
export type Cuts = Partial<Record<CutPart, number>>;

/**
 * What a face shows, in words: "Pixel, collapsed: title “Hi”, text “…”, about 12 characters of the
 * text hidden, buttons Yes, No." Buttons and pictures are named where the surface shows them only.
 */
export function textEquivalent(
  appearance: Appearance,
  face: Face,
  surface: Surface,
  cuts: Cuts = {},
): string {
  const parts = [
    appearance.title === undefined ? "no title" : `title “${appearance.title}”`,
    ...cutWords("title", cuts.title),
    `text “${appearance.text}”`,
    ...cutWords("text", cuts.text),
  ];
  if (shownPicture(appearance, face, surface) !== undefined) parts.push("with a picture");
  const labels = shownButtons(appearance, face, surface).map(({ label }) => label);
  if (labels.length > 0)
    parts.push(`${labels.length === 1 ? "button" : "buttons"} ${labels.join(", ")}`);
  if (appearance.badge !== undefined) parts.push(`badge ${appearance.badge}`);
  return `${face.name}, ${surfaceLabel(face, surface).toLowerCase()}: ${parts.join(", ")}.`;
}

/** What the device keeps out of sight, for the line below a face; undefined when all is seen. */
export function cutSentence(cuts: Cuts, face: Face, surface: Surface): string | undefined {
  const parts = (["title", "text"] as const).flatMap((part) => cutWords(part, cuts[part]));
  if (parts.length === 0) return undefined;
  const sentence = parts.join(", ");
  const opens = surface !== "expanded" && face.surfaces.some(({ value }) => value === "expanded");
  return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}${opens ? " until expanded" : ""}.`;
}

/**
 * The same in few words, for a picture among many: "About 59 characters hidden.", of the text
 * unless it says otherwise.
 */
export function cutLine({ title = 0, text = 0 }: Cuts): string | undefined {
  if (title === 0)
    return text === 0
      ? undefined
      : `About ${text} ${text === 1 ? "character" : "characters"} hidden.`;
  return text === 0
    ? `About ${title} of the title hidden.`
    : `About ${title} of the title and ${text} of the text hidden.`;
}

function cutWords(part: CutPart, characters: number | undefined): string[] {
  if (characters === undefined || characters === 0) return [];
  return [
    `about ${characters} ${characters === 1 ? "character" : "characters"} of the ${part} hidden`,
  ];
}

/** The buttons that a surface shows: most keep them back until the notification is opened. */
export function shownButtons(
  { buttons }: Appearance,
  face: Face,
  surface: Surface,
): Appearance["buttons"] {
  return face.buttons.on.includes(surface) ? buttons.slice(0, face.buttons.most) : [];
}

/** The address of the picture, where the surface shows it. */
export function shownPicture(
  { imageUrl }: Appearance,
  face: Face,
  surface: Surface,
): string | undefined {
  return face.pictureOn.includes(surface) ? imageUrl : undefined;
}

/** Where a tap leads, in words: "Opens the app", "Opens https://…". */
export function tapSentence(tap: Appearance["tap"]): string {
  const target =
    tap.value === undefined
      ? ""
      : ` ${tap.value.length > 80 ? `${tap.value.slice(0, 80)}…` : tap.value}`;
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
