import { schemaResolver } from "@/components/form/resolver";
import { fieldWords } from "@/lib/compose/field-words";
import { ruleOfIssue } from "@/lib/interface/issue";
import { pushRequestSchema } from "@/lib/interface/request";

/** Judges the form by the schema of the interface, and tells each field in plain words what to do. */
export const fieldResolver = schemaResolver(pushRequestSchema, (issue) => {
  const { rule } = ruleOfIssue(issue);
  // Those that are too many for one request go in several.
  return rule === "destination.limit" ? undefined : { type: rule, message: fieldWords({ rule, message: issue.message }) };
});
