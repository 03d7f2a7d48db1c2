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
