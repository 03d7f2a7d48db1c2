/** What the bytes of a picture say they are. */
export type ImageFormat = "PNG" | "JPEG" | "GIF" | "WebP" | "BMP" | "SVG" | "AVIF" | "HEIC";

/** What the head of a picture's file says; nothing of it is decoded. */
export interface ImageHeader {
  format: ImageFormat;
  /** In pixels, as it is shown; undefined where the head does not say so, or is broken. */
  size: { width: number; height: number } | undefined;
  /** More than one frame, as far as the head tells. */
  animated: boolean;
}

/** What became of looking at the address of a picture. */
export type ImageLook =
  | ({
      kind: "image";
      /** Where it was found, after redirects. */
      url: string;
      /** Undefined where the server does not say so and there is more than was read. */
      bytes: number | undefined;
      /** At least so many, where `bytes` is undefined. */
      atLeast: number;
      /** As the server calls it, without parameters; "" where it says nothing. */
      contentType: string;
    } & ImageHeader)
  /** Something else than a picture. */
  | { kind: "other"; url: string; contentType: string }
  /** It answered with a status that is no success. */
  | { kind: "refused"; url: string; status: number }
  /** It sends too often on to somewhere else. */
  | { kind: "redirects"; url: string }
  /** Compressed although nobody asked for that: what is inside is not looked at. */
  | { kind: "compressed"; url: string; encoding: string }
  | { kind: "unreached"; url: string; why: "private" | "forbidden" | "host" | "certificate" | "slow" | "broken" };

/** What is answered to who asks: the look, that it takes a moment longer, or in how many seconds to ask again after too many. */
export type ImageAnswer = ImageLook | { kind: "looking" } | { kind: "later"; seconds: number };
