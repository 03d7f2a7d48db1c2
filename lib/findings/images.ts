import type { PushBlocksInput } from "@/lib/interface/request";
import { isPictureUrl, parseHttpUrl } from "@/lib/interface/url";
import { textIn } from "@/lib/interface/value-shape";
import type { Appearance } from "@/lib/payload/appearance";
import type { Doubt } from "./doubt";
import type { ImageLook } from "./image-look";
import { imageWords, type ImageUse } from "./image-words";

/** A picture that a message names. */
export interface NamedImage {
  /** RFC 6901, of where it stands or would override its template. */
  pointer: string;
  url: string;
  use: Exclude<ImageUse, "all">;
}

const android = "/channels/push/android/extras";
const places = {
  picture: { pointer: `${android}/customtags/imageurl`, use: "android" },
  icon: { pointer: `${android}/iconurl`, use: "icon" },
  attachment: { pointer: "/channels/push/ios/extras/attachmenturl", use: "ios" },
} as const;

/** What is drawn of a message, by kind of device. */
type Shown = Partial<
  Record<"android" | "hms" | "ios", { appearance: Pick<Appearance, "imageUrl" | "iconUrl"> }>
>;

/**
 * The pictures that a message names, as far as they can be fetched: those in its blocks, and those
 * that its template brings, filled in.
 *
 * @param appIcon the app's own, which stands where a message has none
 */
export function imagesIn(
  blocks: PushBlocksInput | undefined,
  shown: Shown,
  appIcon: string | null | undefined,
): NamedImage[] {
  const drawn = shown.android?.appearance ?? shown.hms?.appearance;
  const icon = drawn?.iconUrl === appIcon ? undefined : drawn?.iconUrl;
  const found: [keyof typeof places, unknown, string | undefined][] = [
    ["picture", blocks?.android?.extras?.customtags?.["imageurl"], drawn?.imageUrl],
    ["icon", blocks?.android?.extras?.iconurl, icon],
    ["attachment", blocks?.ios?.extras?.attachmenturl, shown.ios?.appearance.imageUrl],
  ];
  return found.flatMap(([place, written, filled]) => {
    const text = textIn(written);
    const url = text === "" || text.includes("${") ? (filled ?? "") : text;
    return canBeSeen(url) ? [{ ...places[place], url }] : [];
  });
}

/**
 * Whether there is something to look at: an address that devices fetch. Nothing else is ever
 * loaded, least of all from where the console is.
 */
export function canBeSeen(url: string): boolean {
  return isPictureUrl(url) && parseHttpUrl(url) !== undefined && !url.includes("${");
}

/**
 * What is doubtful about the pictures that were looked at; one picture on several platforms has
 * each doubt once.
 *
 * @param shared the one that is written for all platforms: what is wrong with it is said of all of
 *   them, and mended there
 */
export function imageDoubts(
  images: readonly NamedImage[],
  lookOf: (url: string) => ImageLook | undefined,
  shared = "",
): Doubt[] {
  const found: (Doubt & { url: string })[] = [];
  for (const { pointer, url, use } of images) {
    const look = lookOf(url);
    const ofAll = url === shared && use !== "icon";
    const both = images.some((one) => one.url === url && one.use !== use && one.use !== "icon");
    for (const { headline, text } of look
      ? imageWords(url, look, ofAll && both ? "all" : use).doubts
      : []) {
      if (!found.some((one) => one.url === url && one.headline === headline))
        found.push({ pointer, headline, text, url, ...(ofAll && { part: "image" as const }) });
    }
  }
  return found.map(({ url: _url, ...doubt }) => doubt);
}
