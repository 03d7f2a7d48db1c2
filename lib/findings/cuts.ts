import { numberText } from "@/lib/compose/number-text";
import { platformOf, type DeviceKind, type Platform } from "@/lib/interface/device-kinds";

/** A text that devices may cut. */
export type CutPart = "title" | "text";

/** How much one screen shows of a message. */
export interface ScreenCut {
  kind: DeviceKind;
  /** Of the face that draws it. */
  face: string;
  surface: string;
  /** "Pixel, collapsed". */
  name: string;
  /** The notification has been opened there. */
  opened: boolean;
  /** Characters out of sight; absent or 0 where all of the part is seen. */
  hidden: Partial<Record<CutPart, number>>;
  /** What it was sent. */
  texts: Partial<Record<CutPart, string>>;
}

/** What the screens make of one text. */
export interface CutSummary {
  /** Those that cut it, with the characters that are seen, fewest first. */
  cut: readonly { screen: ScreenCut; seen: number }[];
  /** Screens that show it, whole or not. */
  of: number;
}

/** Characters as people count them: an emoji of several parts is one. */
export function characters(text: string): number {
  // Most texts at each key; the segmenter is for the others.
  if (/^[\u0020-\u007e\u00a0-\u02ff]*$/.test(text)) return text.length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

const segmenter = new Intl.Segmenter("en");

/**
 * What the screens of these platforms make of a part; the screens say how many code points they
 * hide.
 */
export function summaryOf(
  screens: readonly ScreenCut[],
  part: CutPart,
  platforms: readonly Platform[],
): CutSummary {
  const ours = screens.filter(
    ({ kind, texts }) => platforms.includes(platformOf(kind)) && texts[part] !== undefined,
  );
  const cut = ours.flatMap((screen) => {
    const hidden = screen.hidden[part] ?? 0;
    return hidden > 0 ? [{ screen, seen: seenOf(screen.texts[part] ?? "", hidden) }] : [];
  });
  return { cut: cut.toSorted((one, other) => one.seen - other.seen), of: ours.length };
}

function seenOf(text: string, hidden: number): number {
  const points = Array.from(text);
  return characters(points.slice(0, Math.max(0, points.length - hidden)).join(""));
}

/**
 * "Cut after 43 characters on", "Cut after 43 to 178 characters on"; how many screens comes behind
 * it.
 */
export function cutWords({ cut }: CutSummary): string {
  const least = cut[0]?.seen ?? 0;
  const most = cut.at(-1)?.seen ?? least;
  return `Cut after ${numberText(least)}${most === least ? "" : ` to ${numberText(most)}`} ${most === 1 ? "character" : "characters"} on`;
}

/** "9 of 26 screens". */
export function screensText({ cut, of }: CutSummary): string {
  return `${cut.length} of ${of} ${of === 1 ? "screen" : "screens"}`;
}

/** From this share of the screens on hardly any shows a text whole. */
const hardlyAny = 0.9;

/** Whether hardly any screen shows all of a text before the notification is opened. */
export function isHardlySeen(screens: readonly ScreenCut[], part: CutPart): boolean {
  const closed = screens.filter(({ opened, texts }) => !opened && texts[part] !== undefined);
  const cut = closed.filter(({ hidden }) => (hidden[part] ?? 0) > 0);
  return closed.length > 0 && cut.length >= closed.length * hardlyAny;
}
