import type { ProblemCode } from "./codes";
import { rules, wordsOf, type RuleId } from "./rules";

/**
 * One thing wrong with, or odd about, a request: an element of `errors` or `warnings` of a reply
 * (contract 2).
 */
export interface Problem {
  /** RFC 6901 pointer into the request; `""` is the whole body. */
  pointer: string;
  rule: RuleId;
  code: ProblemCode;
  message: string;
}

/** Makes a problem of the table's rule at a pointer. `words` fill the rule's message. */
export function problem(
  rule: RuleId,
  pointer: string,
  words?: Readonly<Record<string, string | number>>,
): Problem {
  return { pointer, rule, code: rules[rule].code, message: wordsOf(rule, words) };
}

/** Both lists of problems, each pointer and rule once, the first list first. */
export function mergeProblems(first: readonly Problem[], second: readonly Problem[]): Problem[] {
  const seen = new Set<string>();
  return [...first, ...second].filter(({ pointer, rule }) => {
    const key = `${rule} ${pointer}`;
    return seen.has(key) ? false : seen.add(key);
  });
}
