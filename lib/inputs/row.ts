import { z } from "zod";
import { idText, name } from "./text";

/** Input of an action on one stored object: its id. */
export const idSchema = z.object({ id: idText });

/** The input of verbs without arguments. */
export const nothingSchema = z.object({});

/**
 * The revision that a form was filled from. Left out by programs, which then replace any revision.
 */
export const revision = z.int().min(1).optional();

/** A name alone: what something is called from now on. */
export const namedSchema = z.object({ name: name(200) });
export type NamedInput = z.input<typeof namedSchema>;
