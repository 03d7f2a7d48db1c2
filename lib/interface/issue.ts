import type { z } from "zod";
import { wordsOf, type RuleId } from "./rules";

/** Reports one broken rule; `path` is relative to where the reporter stands. */
export type Report = (
  rule: RuleId,
  path: readonly (string | number)[],
  words?: Readonly<Record<string, string | number>>,
) => void;

/** A custom issue of zod that carries its rule, for transforms and checks of the schema. */
export function ruleIssue(
  rule: RuleId,
  words?: Readonly<Record<string, string | number>>,
  path: readonly (string | number)[] = [],
): {
  code: "custom";
  message: string;
  params: { rule: RuleId };
  path: (string | number)[];
  input: unknown;
} {
  return {
    code: "custom",
    message: wordsOf(rule, words),
    params: { rule },
    path: [...path],
    input: undefined,
  };
}

/** The members that must be there, for any template, and the rule that says so. */
const requiredRules: Readonly<Record<string, RuleId>> = {
  deliverychannel: "deliverychannel.required",
  appid: "appid.required",
  destination: "destination.required",
  template: "message.template.required",
  pos: "interactive.pos.required",
};

const expectations: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  array: "an array",
  object: "an object",
  record: "an object",
  int: "an integer",
};

/** What a JSON value is, in words: `null`, `a number`, … */
export function kindInWords(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "missing";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "string") return "a string";
  if (typeof value === "number") return "a number";
  return typeof value === "boolean" ? "a boolean" : "an object";
}

/** The part of a zod issue that names the broken rule. */
interface IssueLike {
  readonly code?: string | undefined;
  readonly path?: readonly PropertyKey[] | undefined;
  readonly input?: unknown;
  readonly expected?: string | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The rule that an issue of zod breaks: its own when it carries one, else a missing member or a
 * wrong type.
 */
export function ruleOfIssue(issue: IssueLike): { rule: RuleId; words: Record<string, string> } {
  const own = issue.params?.["rule"];
  if (typeof own === "string") return { rule: own as RuleId, words: {} };
  const name = memberName(issue.path ?? []);
  const required =
    issue.input === undefined && Object.hasOwn(requiredRules, name)
      ? requiredRules[name]
      : undefined;
  if (required) return { rule: required, words: {} };
  const expected =
    issue.code === "invalid_union"
      ? "an integer or its decimal string"
      : (expectations[issue.expected ?? ""] ?? "valid");
  // oxlint-disable-next-line house/noun-names -- `{found}` of the published rule text.
  return { rule: "member.type", words: { name, expected, found: kindInWords(issue.input) } };
}

/** The innermost name of a path, for messages: `["destination", 0, "userid", 1]` → `userid`. */
export function memberName(path: readonly PropertyKey[]): string {
  return String(path.findLast((step) => typeof step === "string") ?? "body");
}

/** Words for an issue that zod raised itself. Given to every schema part as its `error`. */
export function wordIssue(issue: z.core.$ZodRawIssue): string {
  const { rule, words } = ruleOfIssue(issue as IssueLike);
  return wordsOf(rule, words);
}
