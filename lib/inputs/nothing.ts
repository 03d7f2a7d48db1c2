import { z } from "zod";

/** What is told to do something that needs no word. */
export const nothingSchema = z.object({});
