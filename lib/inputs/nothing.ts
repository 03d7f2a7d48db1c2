import { z } from "zod";

/** The input of verbs without arguments. */
export const nothingSchema = z.object({});
