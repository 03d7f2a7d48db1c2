import { z } from "zod";
import { idText } from "./text";

/** Input of an action on one stored object: its id. */
export const idSchema = z.object({ id: idText });
