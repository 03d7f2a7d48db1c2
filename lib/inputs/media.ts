import { z } from "zod";
import { PAYLOAD_BYTES } from "@/lib/interface/limits";
import { mostMediaBytes } from "@/lib/media/accepted";
import { mediaTypes, type MediaType } from "@/lib/media/media-types";
import { pageInput } from "./page";
import { idText, name, text } from "./text";

/** Pictures that a service may keep. */
export const mostMedia = 10_000;
/** What a picture is called in the library. */
export const mediaName = name(200);

const types = Object.keys(mediaTypes) as [MediaType, ...MediaType[]];

/** A picture whose file is already stored: its facts were read from its bytes. */
export const addMediaSchema = z.object({
  serviceId: idText,
  name: mediaName,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  type: z.enum(types),
  bytes: z.int().min(1).max(mostMediaBytes),
  width: z.int().min(1),
  height: z.int().min(1),
  animated: z.boolean(),
});

/** A picture whose file is about to be stored. */
export const beginUploadSchema = addMediaSchema.pick({ serviceId: true, sha256: true, type: true });

/** The new name of a picture. */
export const renameMediaSchema = z.object({ id: idText, name: mediaName });

/** Which pictures of a service are listed. */
export const listMediaSchema = z.object({
  serviceId: z.string(),
  /** A part of the name, in any case. */
  text: z.string().optional(),
  ...pageInput,
});

/**
 * Arguments of looking at a picture that a message of this app names. A request has no room for a
 * longer address.
 */
export const imageLookSchema = z.object({ appid: text(200), url: text(PAYLOAD_BYTES) });
