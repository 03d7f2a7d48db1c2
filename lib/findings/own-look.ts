import type { PictureFacts } from "@/lib/media/accepted";
import { formatOf, mediaTypes } from "@/lib/media/media-types";
import type { ImageLook } from "./image-look";
import type { OriginReach } from "./origin-words";

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
