import type { ImageFormat } from "./image-format";

/**
 * The types that are stored, by file extension: those that every browser and most phones show. An
 * SVG may carry script, and no phone shows one.
 */
export const mediaTypes = {
  png: "image/png",
  jpg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
} as const;
/** One of {@link mediaTypes}. */
export type MediaType = keyof typeof mediaTypes;
/** What the type of a file is called where people read it. */
export const formatOf = {
  png: "PNG",
  jpg: "JPEG",
  gif: "GIF",
  webp: "WebP",
} as const satisfies Record<MediaType, ImageFormat>;
