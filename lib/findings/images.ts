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
type DrawnAppearances = Partial<
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
  appearances: DrawnAppearances,
  appIcon: string | null | undefined,
): NamedImage[] {
  const drawn = appearances.android?.appearance ?? appearances.hms?.appearance;
  const icon = drawn?.iconUrl === appIcon ? undefined : drawn?.iconUrl;
  const candidates: [keyof typeof places, unknown, string | undefined][] = [
    ["picture", blocks?.android?.extras?.customtags?.["imageurl"], drawn?.imageUrl],
    ["icon", blocks?.android?.extras?.iconurl, icon],
    ["attachment", blocks?.ios?.extras?.attachmenturl, appearances.ios?.appearance.imageUrl],
  ];
  return candidates.flatMap(([place, source, filled]) => {
    const text = textIn(source);
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
 * Returns the doubts about the examined pictures; a picture on several platforms has each doubt
 * once.
 *
 * @param shared address of the picture for all platforms: its doubts concern all of them and lead
 *   to its field
 */
export function imageDoubts(
  images: readonly NamedImage[],
  lookOf: (url: string) => ImageLook | undefined,
  shared = "",
): Doubt[] {
  const doubts: (Doubt & { url: string })[] = [];
  for (const { pointer, url, use } of images) {
    const look = lookOf(url);
    const ofAll = url === shared && use !== "icon";
    const both = images.some((one) => one.url === url && one.use !== use && one.use !== "icon");
    for (const { headline, text } of look
      ? imageWords(url, look, ofAll && both ? "all" : use).doubts
      : []) {
      if (!doubts.some((one) => one.url === url && one.headline === headline))
        doubts.push({ pointer, headline, text, url, ...(ofAll && { part: "image" as const }) });
    }
  }
  return doubts.map(({ url: _url, ...doubt }) => doubt);
}
