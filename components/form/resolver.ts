import { toNestErrors } from "@hookform/resolvers";
import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";
import { asSentence } from "@/lib/inputs/answer";

/** What a form edits: an object. */
export type FormSchema = z.ZodType<unknown, FieldValues>;

/** Checks a form by a schema; the first issue of a field counts. */
export function schemaResolver<S extends FormSchema>(
  schema: S,
): Resolver<z.input<S>, unknown, z.output<S>> {
  return (values, _, options) => {
    const read = schema.safeParse(values, { reportInput: true });
    if (read.success) return { values: read.data as z.output<S>, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, code, message } of read.error.issues)
      errors[path.join(".")] ??= { type: code, message: asSentence(message) };
    return { values: {}, errors: toNestErrors(errors as FieldErrors, options) };
  };
}
