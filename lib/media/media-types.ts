/** What the bytes of a picture say they are. */
export type ImageFormat = "PNG" | "JPEG" | "GIF" | "WebP" | "BMP" | "SVG" | "AVIF" | "HEIC";

/** What the head of a picture's file says; nothing of it is decoded. */
export interface ImageHeader {
  format: ImageFormat;
  /**
   * In pixels, as it is shown; undefined where the head does not say so, is broken or is too long.
   */
  size: { width: number; height: number } | undefined;
  /** More than one frame, as far as the head shows. */
  animated: boolean;
  /** Its head has more bytes than are read of one, and nothing else is said of it. */
  tooLong?: true;
}

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
