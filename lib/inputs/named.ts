import { z } from "zod";
import { name } from "./text";

/** A name alone: what something is called from now on. */
export const namedSchema = z.object({ name: name(200) });
export type NamedInput = z.input<typeof namedSchema>;
