import type { z } from "zod";
import { schemaProblems } from "@/lib/interface/pointer";
import { RefusedError } from "@/lib/verb/errors";

/**
 * Reads the form of a visitor. Throws `RefusedError`, with pointers to its fields. The input may be
 * anything.
 */
export function readFields<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw new RefusedError(...schemaProblems(parsed.error));
  return parsed.data;
}
