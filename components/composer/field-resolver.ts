import { toNestErrors } from "@hookform/resolvers";
import type { FieldErrors, Resolver } from "react-hook-form";
import { ruleOfIssue } from "@/lib/interface/issue";
import { pushRequestSchema, type PushRequest, type PushRequestInput } from "@/lib/interface/request";
import { fieldWords } from "@/lib/compose/field-words";

/** Judges the form by the schema of the interface, and tells each field in plain words what to do; the first problem of a field counts. */
export const fieldResolver: Resolver<PushRequestInput, unknown, PushRequest> = (values, _, options) => {
  const read = pushRequestSchema.safeParse(values, { reportInput: true });
  if (read.success) return { values: read.data, errors: {} };
  const errors: Record<string, { type: string; message: string }> = {};
  for (const issue of read.error.issues) {
    const { rule } = ruleOfIssue(issue);
    // Those that are too many for one request go in several.
    if (rule === "destination.limit") continue;
    errors[issue.path.join(".")] ??= { type: rule, message: fieldWords({ rule, message: issue.message }) };
  }
  return { values: {}, errors: toNestErrors(errors as FieldErrors, options) };
};
