import { readImageHeader } from "./image-header";
import type { ImageFormat, MediaType } from "./media-types";

/** Bytes of one picture at most: what iOS shows at most, too. */
export const mostMediaBytes = 10_485_760;
/** Pixels of one picture at most: a browser that lists more of them runs out of memory. */
const mostPixels = 50_000_000;

const typeOf: Partial<Record<ImageFormat, MediaType>> = {
  PNG: "png",
  JPEG: "jpg",
  GIF: "gif",
  WebP: "webp",
};

/** What a picture's header says, without decoding the picture. */
export interface PictureFacts {
  type: MediaType;
  bytes: number;
  /** In pixels, as it is shown. */
  width: number;
  height: number;
  animated: boolean;
}

/**
 * Whether a file is accepted, judged by its bytes alone: its name and what a browser calls it count
 * for nothing. Else why not, with what to do.
 */
export function acceptedMedia(
  bytes: Uint8Array,
): { ok: true; facts: PictureFacts } | { ok: false; why: string } {
  if (bytes.length === 0) return { ok: false, why: "The file is empty. Choose another one." };
  if (bytes.length > mostMediaBytes) return { ok: false, why: tooLarge };
  const header = readImageHeader(bytes);
  if (!header)
    return {
      ok: false,
      why: "This is not an image. Save it as PNG, JPEG, GIF or WebP and upload that.",
    };
  const type = typeOf[header.format];
  if (type === undefined)
    return {
      ok: false,
      why: `${header.format} images cannot be shown on every phone. Save it as PNG or JPEG and upload that.`,
    };
  if (header.tooLong)
    return {
      ok: false,
      why: `This ${header.format} file has too much before its picture. Save it again without metadata and upload that.`,
    };
  if (!header.size)
    return {
      ok: false,
      why: `This ${header.format} file is damaged: it does not say how large it is. Save it again and upload that.`,
    };
  const { width, height } = header.size;
  if (width * height > mostPixels)
    return {
      ok: false,
      why: `This image has more than ${mostPixels / 1_000_000} million pixels. Make it smaller; 1,200 × 600 is plenty.`,
    };
  return {
    ok: true,
    facts: { type, bytes: bytes.length, width, height, animated: header.animated },
  };
}

/** Why a file that is too large is not accepted. */
export const tooLarge =
  "An image may have 10 MB at most. Make it smaller; Android shows no more than 1 MB.";
