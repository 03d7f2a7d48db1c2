import { toNestErrors } from "@hookform/resolvers";
import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";
import { asSentence } from "@/lib/inputs/answer";

/** What a form edits: an object. */
export type FormSchema = z.ZodType<unknown, FieldValues>;

type Issue = z.core.$ZodIssue;
/** How an issue is told at its field; undefined for one that is nobody's concern here. */
type Tell = (issue: Issue) => { type: string; message: string } | undefined;

const asItStands: Tell = ({ code, message }) => ({ type: code, message: asSentence(message) });

/** Judges a form by a schema; the first issue of a field counts. */
export function schemaResolver<S extends FormSchema>(schema: S, tell: Tell = asItStands): Resolver<z.input<S>, unknown, z.output<S>> {
  return (values, _, options) => {
    const read = schema.safeParse(values, { reportInput: true });
    if (read.success) return { values: read.data as z.output<S>, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const issue of read.error.issues) {
      const told = tell(issue);
      if (told) errors[issue.path.join(".")] ??= told;
    }
    return { values: {}, errors: toNestErrors(errors as FieldErrors, options) };
  };
}
