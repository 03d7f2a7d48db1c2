import type { PictureFacts } from "./accepted";

/** Bytes of a picture: of a notification's at Firebase, and of an attachment at Apple. */
export const mostBytes = { android: 1_048_576, ios: 10_485_760 } as const;
/** From so many pixels on, a phone may lack the memory: they take four bytes each. */
export const manyPixels = 25_000_000;
/** Android's large picture is twice as wide as high; icons are square. */
export const ratios = { picture: 2, icon: 1 } as const;
/** Of a ratio: an invisible loss. */
export const slight = 0.03;

/**
 * What can be done about a picture in one go: scale it down, or cut it to the shape in which it is
 * shown and scale it down.
 */
export type Fit = "resize" | "crop";

/** Where a picture is shown: as the large one, or as an icon. */
export type PlaceOfPicture = keyof typeof ratios;

/** Pixels at the longer side that are plenty. */
const plenty = { picture: 1_440, icon: 512 } as const;

/**
 * What should be done about a picture, so that every platform shows it whole. Nothing for one that
 * moves: it would stop.
 */
export function fitsFor(
  { type, bytes, width, height, animated }: PictureFacts,
  place: PlaceOfPicture,
): Fit[] {
  if (animated) return [];
  // iOS shows no WebP.
  const isLarge = bytes > mostBytes.android || width * height > manyPixels || type === "webp";
  const isCut = Math.abs(width / height / ratios[place] - 1) > slight;
  return [...(isLarge ? ["resize" as const] : []), ...(isCut ? ["crop" as const] : [])];
}

/** The part of a picture to take, in its pixels, and the size to draw it in. */
export interface Drawing {
  from: { x: number; y: number; width: number; height: number };
  to: { width: number; height: number };
}

/**
 * How to redraw a picture: its middle when it is cut, never larger than it is, and no larger than
 * is plenty.
 */
export function drawingFor(
  { width, height }: { width: number; height: number },
  fit: Fit,
  place: PlaceOfPicture,
): Drawing {
  const ratio = fit === "crop" ? ratios[place] : width / height;
  const source =
    width / height > ratio ? { width: height * ratio, height } : { width, height: width / ratio };
  const scale = Math.min(1, plenty[place] / Math.max(source.width, source.height));
  return {
    from: { x: (width - source.width) / 2, y: (height - source.height) / 2, ...source },
    to: {
      width: Math.max(1, Math.round(source.width * scale)),
      height: Math.max(1, Math.round(source.height * scale)),
    },
  };
}
