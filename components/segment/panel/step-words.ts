import type { NamesOfThings } from "@/lib/segment/leaf-words";
import { ruleSchema, type RulePath } from "@/lib/segment/rule";
import { ruleClause } from "@/lib/segment/words";

/**
 * The part of a rule that a path names, in words, as it follows "those": "who read something".
 *
 * @param rule as text
 */
export function stepWords(rule: string, path: RulePath, names: NamesOfThings): string {
  let part: unknown = JSON.parse(rule);
  for (const step of path) part = (part as Readonly<Record<string, unknown>>)[step];
  const { data } = ruleSchema.safeParse(part);
  return data === undefined ? "" : ruleClause(data, names);
}
