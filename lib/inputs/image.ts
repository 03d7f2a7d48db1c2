import { z } from "zod";
import { PAYLOAD_BYTES } from "@/lib/interface/limits";
import { text } from "./text";

/**
 * Arguments of looking at a picture that a message of this app names. A request has no room for a
 * longer address.
 */
export const imageLookSchema = z.object({ appid: text(200), url: text(PAYLOAD_BYTES) });
