import { z } from "zod";
import { text } from "./text";

/** The longest address of a picture that is looked at: a request has 4,096 bytes for all. */
const mostAddress = 4_096;

/** Arguments of looking at a picture that a message of this app names. */
export const imageLookSchema = z.object({ appid: text(200), url: text(mostAddress) });
