import { numberText } from "@/lib/compose/number-text";
import { parseUrl } from "@/lib/interface/url";
import { manyPixels, mostBytes, ratios, slight } from "@/lib/media/fit";
import type { ImageLook } from "./image-look";
import { originDoubt, type OriginReach } from "./origin-words";

/** Where a picture is shown. `all`: on Android and iOS alike. */
export type ImageUse = "all" | "android" | "ios" | "icon";

/** What can be said of a picture at its field. */
export interface ImageWords {
  /** "1,200 × 600, 184 KB, JPEG"; undefined for what is no picture, or was not seen. */
  facts: string | undefined;
  /** What platforms make of it, which is nothing to worry about. */
  notes: string[];
  /** What will go wrong somewhere, the worst first. */
  doubts: { headline: string; text: string }[];
}

const drawnBy = {
  android: ["PNG", "JPEG", "GIF", "WebP", "BMP"],
  ios: ["PNG", "JPEG", "GIF"],
} as const;

/**
 * What a look at a picture means for a message.
 *
 * @param address as it is written
 * @param use where it is shown
 */
export function imageWords(address: string, look: ImageLook, use: ImageUse): ImageWords {
  if (look.kind !== "image") return { facts: undefined, notes: [], doubts: [failure(look)] };
  const android = use === "all" || use === "android" || use === "icon";
  const ios = use === "all" || use === "ios";
  const doubts = [
    ...(look.own === undefined
      ? schemeDoubts(address, look.url, ios)
      : ownDoubts(look.own.reach, look.url)),
    ...(android ? formatDoubt(look, "android") : []),
    ...(ios ? formatDoubt(look, "ios") : []),
    ...(android && use !== "icon" ? sizeDoubt(look, "android") : []),
    ...(ios ? sizeDoubt(look, "ios") : []),
    ...pixelDoubt(look),
    ...typeDoubt(look),
  ];
  const notes = [
    ...redirectNote(address, look.url),
    ...(use === "icon" ? iconNote(look) : android ? cropNote(look) : []),
    ...(android && look.animated ? ["Android shows its first frame only"] : []),
    ...(android && look.format === "WebP"
      ? ["Firebase promises JPEG, PNG and BMP only; most Android phones show WebP too"]
      : []),
    ...(use === "all" ? ["Browsers show no image"] : []),
  ];
  return { facts: factsOf(look), notes, doubts };
}

type ImageFacts = Extract<ImageLook, { kind: "image" }>;

function factsOf({ size, bytes, atLeast, format, animated }: ImageFacts): string {
  const pixels = size ? `${numberText(size.width)} × ${numberText(size.height)}` : "size unknown";
  const weight = bytes === undefined ? `more than ${weightText(atLeast)}` : weightText(bytes);
  return `${pixels}, ${weight}, ${animated ? "animated " : ""}${format}`;
}

/** "184 KB", "1.4 MB": of 1,024 each, as providers count. */
export function weightText(bytes: number): string {
  if (bytes < 1_024) return bytes === 1 ? "1 byte" : `${numberText(bytes)} bytes`;
  const kilobytes = Math.round(bytes / 1_024);
  if (kilobytes < 1_024) return `${kilobytes} KB`;
  return `${numberText(Math.round((bytes / 1_048_576) * 10) / 10)} MB`;
}

function failure(look: Exclude<ImageLook, ImageFacts>): ImageWords["doubts"][number] {
  const nothing = "The message is shown without an image.";
  switch (look.kind) {
    case "refused":
      return {
        headline: `Answers ${look.status}${reasons[look.status] ?? ""}`,
        text: `${nothing} Check the address, and that it opens without signing in.`,
      };
    case "other":
      return {
        headline: `Not an image${look.contentType === "" || look.contentType.startsWith("image/") ? "" : `: ${look.contentType}`}`,
        text: `${nothing} Use the address of the image file itself, not of a page that shows it.`,
      };
    case "redirects":
      return {
        headline: "Redirects too many times",
        text: `${nothing} Use the final address of the redirects.`,
      };
    case "compressed":
      return {
        headline: `Sent compressed (${look.encoding})`,
        text: "Its size could not be read, and some phones will not show it.",
      };
    case "unreached":
      return unreached[look.why](hostOf(look.url), nothing);
  }
}

const reasons: Record<number, string> = {
  401: " (needs signing in)",
  403: " (not allowed)",
  404: " (not found)",
  410: " (gone)",
};

const unreached: Record<
  Extract<ImageLook, { kind: "unreached" }>["why"],
  (host: string, nothing: string) => ImageWords["doubts"][number]
> = {
  private: (host) => ({
    headline: `${host} is a private address`,
    text: "Devices outside your network cannot load it. Clarion did not check it.",
  }),
  forbidden: (host) => ({
    headline: "Not looked at",
    text: `Clarion does not call ${host} at this port. Devices may still load it.`,
  }),
  host: (host, nothing) => ({
    headline: `Can’t find ${host}`,
    text: `${nothing} Check the spelling of the address.`,
  }),
  certificate: (host, nothing) => ({
    headline: `${host} has no valid certificate`,
    text: `Phones refuse it. ${nothing}`,
  }),
  slow: (host, nothing) => ({
    headline: `${host} takes too long`,
    text: `No answer within 5 seconds. Phones stop waiting, too: ${lower(nothing)}`,
  }),
  broken: (host, nothing) => ({
    headline: `${host} does not answer`,
    text: `The connection failed. ${nothing}`,
  }),
};

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? "The address";
}

/** Phones refuse what travels in the clear, unless an app has asked for it. */
function schemeDoubts(address: string, ended: string, ios: boolean): ImageWords["doubts"] {
  const open = [address, ended].find((url) => /^http:/i.test(url));
  if (open === undefined) return [];
  const who = ios ? "iOS, Huawei and recent Android" : "Huawei and recent Android";
  const fix =
    open === address
      ? "Use an address that begins with https://."
      : "It redirects to an address without https. Write a secure one.";
  return [
    {
      headline: "Not secure (http)",
      text: `${who} load images over https only, unless the app allows more. ${fix}`,
    },
  ];
}

function ownDoubts(reach: OriginReach, url: string): ImageWords["doubts"] {
  const doubt = originDoubt(reach, parseUrl(url)?.origin ?? url);
  return doubt ? [doubt] : [];
}

function formatDoubt({ format }: ImageFacts, platform: "android" | "ios"): ImageWords["doubts"] {
  if ((drawnBy[platform] as readonly string[]).includes(format)) return [];
  const name = platform === "android" ? "Android" : "iOS";
  const takes = platform === "android" ? "JPEG, PNG, BMP, GIF and WebP" : "JPEG, PNG and GIF";
  return [
    {
      headline: `${name} does not show ${format}`,
      text: `${name} shows ${takes}. Save the image in one of these.`,
    },
  ];
}

function sizeDoubt(
  { bytes, atLeast }: ImageFacts,
  platform: "android" | "ios",
): ImageWords["doubts"] {
  const most = mostBytes[platform];
  if ((bytes ?? atLeast) <= most) return [];
  const name = platform === "android" ? "Android" : "iOS";
  const has = bytes === undefined ? `more than ${weightText(atLeast)}` : weightText(bytes);
  return [
    {
      headline: `Too large for ${name}`,
      text: `${name} shows at most ${weightText(most)}, and this has ${has}.`,
    },
  ];
}

function pixelDoubt({ size }: ImageFacts): ImageWords["doubts"] {
  if (!size || size.width * size.height <= manyPixels) return [];
  const pixels = `${numberText(size.width)} × ${numberText(size.height)} pixels`;
  return [
    {
      headline: "Too many pixels",
      text: `Phones may lack the memory for ${pixels}. 1,200 × 600 is plenty.`,
    },
  ];
}

function typeDoubt({ contentType, format }: ImageFacts): ImageWords["doubts"] {
  if (
    contentType === "" ||
    contentType.startsWith("image/") ||
    contentType === "application/octet-stream"
  )
    return [];
  return [
    {
      headline: `Served as ${contentType}`,
      text: `The file is ${format}, but its server declares another type. Some phones will not show it.`,
    },
  ];
}

function redirectNote(address: string, ended: string): string[] {
  const [from, to] = [parseUrl(address), parseUrl(ended)];
  if (!from || !to || from.href === to.href) return [];
  return [`Redirects to ${from.host === to.host ? to.pathname : to.host}`];
}

function cropNote({ size }: ImageFacts): string[] {
  if (!size) return [];
  const ratio = size.width / size.height;
  if (Math.abs(ratio / ratios.picture - 1) <= slight) return [];
  const percentLeft = Math.round(100 * Math.min(ratio / ratios.picture, ratios.picture / ratio));
  return [`Android crops it to 2:1${percentLeft < 90 ? ` (about ${percentLeft} % stays)` : ""}`];
}

function iconNote({ size }: ImageFacts): string[] {
  if (!size || Math.abs(size.width / size.height / ratios.icon - 1) <= slight) return [];
  return ["Icons are square: it is cropped or squeezed"];
}
