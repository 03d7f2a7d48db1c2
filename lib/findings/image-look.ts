import type { PictureFacts } from "@/lib/media/accepted";
import { formatOf, mediaTypes, type ImageHeader } from "@/lib/media/media-types";
import type { OriginReach } from "./origin-words";

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
      /**
       * Of the media library: how far the address of the console reaches, and what it is called
       * there; "" where only another service has it.
       */
      own?: { reach: OriginReach; name: string };
    } & ImageHeader)
  /** Something else than a picture. */
  | { kind: "other"; url: string; contentType: string }
  /** It answered with a status that is no success. */
  | { kind: "refused"; url: string; status: number }
  /** It sends too often on to somewhere else. */
  | { kind: "redirects"; url: string }
  /** Compressed without being asked for: what is inside is not looked at. */
  | { kind: "compressed"; url: string; encoding: string }
  | {
      kind: "unreached";
      url: string;
      why: "private" | "forbidden" | "host" | "certificate" | "slow" | "broken";
    };

/**
 * What is answered to who asks: the look, that it takes a moment longer, or in how many seconds to
 * ask again after too many.
 */
export type ImageAnswer = ImageLook | { kind: "looking" } | { kind: "later"; seconds: number };

/** Returns the facts of a picture of the media library, without fetching the picture. */
export function ownLook(
  { type, width, height, bytes, animated, name }: PictureFacts & { name: string },
  url: string,
  reach: OriginReach,
): ImageLook {
  return {
    kind: "image",
    url,
    format: formatOf[type],
    size: { width, height },
    animated,
    bytes,
    atLeast: bytes,
    contentType: mediaTypes[type],
    own: { reach, name },
  };
}
