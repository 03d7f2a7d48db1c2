import { z } from "zod";
import { kindInWords, ruleIssue, type Report } from "@/lib/interface/issue";
import { suggest } from "@/lib/interface/suggest";
import { readDuration } from "./duration";
import {
  attributeOf,
  fixedFields,
  isFixedField,
  kindWords,
  operators,
  operatorsOf,
  type FieldKind,
  type FixedField,
  type Operator,
} from "./fields";
import { expectedText, readScalar, type Scalar } from "./values";

/** Levels of a rule at most; the rule itself is the first. */
export const mostLevels = 6;
/** Leaves of a rule at most. */
export const mostLeaves = 50;
/** Values of `in` and `notIn` at most. */
export const mostValues = 100;

/** How groups are joined: all of their rules are true, one of them, none of them. */
export const groups = ["all", "any", "none"] as const;
/** One of {@link groups}. */
export type Group = (typeof groups)[number];

/** What may have become of a message to a user. */
export const deeds = ["sent", "delivered", "read", "pressed"] as const;
/** One of {@link deeds}. */
export type Deed = (typeof deeds)[number];

/** A condition on a field of a user. */
export interface FieldLeaf {
  /** `attribute.<name>` or one of the fixed fields. */
  field: string;
  op: Operator;
  /** Absent with `exists` and `notExists`, a list with `in` and `notIn`, else one value. */
  value?: Scalar | Scalar[];
}

/** What narrows a condition on messages. */
interface DeedFacts {
  /** Id of a campaign. */
  campaign?: string;
  /** What requests call a template. */
  template?: string;
  /** Identifier of a button; of `pressed` alone. */
  button?: string;
  /** Duration of ISO 8601 before the moment of evaluation. */
  within?: string;
}
/** A condition on what became of messages to the user. */
export type DeedLeaf = DeedFacts & ({ did: Deed } | { didNot: Deed });
export type Leaf = FieldLeaf | DeedLeaf;
/** Several rules as one. */
export type GroupRule = { all: Rule[] } | { any: Rule[] } | { none: Rule[] };
/** A rule of a segment (contract 9): which users belong to it. */
export type Rule = GroupRule | Leaf;

/** Where in a rule, in members and indexes. */
export type RulePath = readonly (string | number)[];

/** The group that a rule is, with its rules; undefined for a leaf. */
export function groupOf(rule: Rule): { group: Group; rules: Rule[] } | undefined {
  if ("all" in rule) return { group: "all", rules: rule.all };
  if ("any" in rule) return { group: "any", rules: rule.any };
  return "none" in rule ? { group: "none", rules: rule.none } : undefined;
}

/** The rules in a rule that are no groups, from left to right, each with its path. */
export function leavesOf(rule: Rule, path: RulePath = []): { leaf: Leaf; path: RulePath }[] {
  const group = groupOf(rule);
  return group
    ? group.rules.flatMap((one, at) => leavesOf(one, [...path, group.group, at]))
    : [{ leaf: rule as Leaf, path }];
}

/** Whether a leaf is a condition on a field. */
export function isFieldLeaf(leaf: Leaf): leaf is FieldLeaf {
  return "field" in leaf;
}

/** The deed of a leaf, and whether the user must not have done it. */
export function deedOf(leaf: DeedLeaf): { deed: Deed; negated: boolean } {
  return "did" in leaf ? { deed: leaf.did, negated: false } : { deed: leaf.didNot, negated: true };
}

type Members = Readonly<Record<string, unknown>>;

interface Reading {
  report: Report;
  leaves: number;
}

/**
 * Reads a rule as a program sent it, and reports what is wrong with it at the path of each fault.
 * Of attributes only the form is checked: `attributeFaults` knows those of a service. Undefined
 * where something was reported.
 */
function readRule(value: unknown, report: Report): Rule | undefined {
  if (value === undefined) return refused(report, "member.required", [], { name: "rule" });
  return readNode({ report, leaves: 0 }, value, []);
}

function readNode(reading: Reading, value: unknown, path: RulePath): Rule | undefined {
  const { report } = reading;
  // Each level but the last is a group's name and an index.
  if (path.length / 2 >= mostLevels)
    return refused(report, "segment.levels", path, { most: mostLevels });
  if (!isMembers(value)) return refused(report, "segment.rule", path, { kind: kindInWords(value) });
  const names = Object.keys(value);
  const group = groups.find((name) => names.includes(name));
  if (group) return readGroup(reading, value, group, path);
  reading.leaves += 1;
  if (reading.leaves > mostLeaves) {
    // Once: a body of a mebibyte would make thousands.
    if (reading.leaves === mostLeaves + 1) report("segment.leaves", path, { most: mostLeaves });
    return undefined;
  }
  if (names.includes("did") || names.includes("didNot")) return readDeed(report, value, path);
  if (names.includes("field") || names.includes("op")) return readField(report, value, path);
  return refused(report, "segment.rule", path, {
    kind: names.length === 0 ? "empty" : "another object",
  });
}

function readGroup(
  reading: Reading,
  value: Members,
  group: Group,
  path: RulePath,
): Rule | undefined {
  const { report } = reading;
  const fits = onlyMembers(report, value, [group], path);
  const list = value[group];
  if (!Array.isArray(list) || list.length < 1 || list.length > mostLeaves)
    return refused(report, "segment.group", [...path, group], { name: group, most: mostLeaves });
  const rules = list.map((one: unknown, at) => readNode(reading, one, [...path, group, at]));
  const complete = rules.filter((one) => one !== undefined);
  if (!fits || complete.length < rules.length) return undefined;
  if (group === "all") return { all: complete };
  return group === "any" ? { any: complete } : { none: complete };
}

function readField(report: Report, value: Members, path: RulePath): FieldLeaf | undefined {
  const { field, op } = value;
  let fits = onlyMembers(report, value, ["field", "op", "value"], path);
  if (field === undefined) {
    report("member.required", [...path, "field"], { name: "field" });
    fits = false;
  } else if (
    typeof field !== "string" ||
    !(isFixedField(field) || attributeOf(field) !== undefined)
  ) {
    report("segment.field", [...path, "field"], fieldWords(field));
    fits = false;
  }
  if (op === undefined) return refused(report, "member.required", [...path, "op"], { name: "op" });
  if (typeof op !== "string" || !isOperator(op)) {
    report("segment.op", [...path, "op"], {
      op: wordOf(op),
      fix: didYouMean(op, operators) ?? `use ${operators.join(", ")}`,
    });
    return undefined;
  }
  if (!fits || typeof field !== "string") return undefined;
  const kind = isFixedField(field) ? fixedFields[field] : undefined;
  if (kind && !checkOperator(report, { field, op, kind }, path)) return undefined;
  return readValue(report, { field, op, kind, value: value["value"] }, path);
}

/** Reports an operator that does not fit what its field holds; returns whether it fits. */
export function checkOperator(
  report: Report,
  { field, op, kind }: { field: string; op: Operator; kind: FieldKind },
  path: RulePath,
): boolean {
  if (operatorsOf[kind].includes(op)) return true;
  report("segment.op.field", [...path, "op"], {
    op,
    field,
    kind: kindWords[kind],
    ops: operatorsOf[kind].join(", "),
  });
  return false;
}

interface ValueOfField {
  field: string;
  op: Operator;
  /** Undefined for an attribute whose type is unknown here. */
  kind: FieldKind | undefined;
  value: unknown;
}

/** Reads the value of a leaf as its field stores it; reports one that does not fit. */
export function readValue(
  report: Report,
  { field, op, kind, value }: ValueOfField,
  path: RulePath,
): FieldLeaf | undefined {
  const at = [...path, "value"];
  const mismatch = (where: RulePath, fault: unknown, expected: string) =>
    refused(report, "segment.value", where, { name: "value", kind: wordOf(fault), expected });
  if (op === "exists" || op === "notExists")
    return value === undefined ? { field, op } : mismatch(at, value, "no value");
  if (value === undefined) return refused(report, "member.required", at, { name: "value" });
  if (op === "within" || op === "notWithin") {
    if (typeof value !== "string") return mismatch(at, value, "a duration such as P30D");
    if (readDuration(value)) return { field, op, value };
    return refused(report, "segment.duration", at, { name: "value" });
  }
  if (op !== "in" && op !== "notIn") {
    const read = readScalar(kind, op, value);
    return read === undefined
      ? mismatch(at, value, expectedText(kind, op))
      : { field, op, value: read };
  }
  if (!Array.isArray(value) || value.length < 1 || value.length > mostValues)
    return mismatch(at, value, `a list of 1 to ${mostValues} values`);
  const list = value.map((one: unknown, place) => {
    const read = readScalar(kind, op, one);
    return read ?? mismatch([...at, place], one, expectedText(kind, op));
  });
  const complete = list.filter((one) => one !== undefined);
  return complete.length < list.length ? undefined : { field, op, value: complete };
}

const deedMembers = ["campaign", "template", "button", "within"] as const;

function readDeed(report: Report, value: Members, path: RulePath): DeedLeaf | undefined {
  const verb = "did" in value ? "did" : "didNot";
  let fits = onlyMembers(report, value, [verb, ...deedMembers], path);
  const mismatch = (name: string, expected: string) => {
    report("segment.value", [...path, name], { name, kind: wordOf(value[name]), expected });
    fits = false;
  };
  const deed = deeds.find((one) => one === value[verb]);
  if (!deed) mismatch(verb, `one of ${deeds.join(", ")}`);
  const facts: DeedFacts = {};
  for (const name of deedMembers) {
    const fact = value[name];
    if (fact === undefined) continue;
    if (name === "within") {
      if (typeof fact === "string" && readDuration(fact)) facts.within = fact;
      else {
        report("segment.duration", [...path, name], { name });
        fits = false;
      }
      continue;
    }
    const read =
      name === "campaign" ? readScalar("list", "is", fact) : readScalar("text", "is", fact);
    if (typeof read === "string") facts[name] = read;
    else mismatch(name, name === "campaign" ? "the id of a campaign" : "a text");
  }
  if (facts.button !== undefined && deed !== undefined && deed !== "pressed") {
    report("segment.member", [...path, "button"], {
      name: "button",
      fix: "it belongs to pressed alone",
    });
    fits = false;
  }
  if (!fits || !deed) return undefined;
  return verb === "did" ? { did: deed, ...facts } : { didNot: deed, ...facts };
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isOperator(text: string): text is Operator {
  return operators.some((one) => one === text);
}

/** Reports members that a form of a rule has none of; returns whether there were none. */
function onlyMembers(
  report: Report,
  value: Members,
  allowed: readonly string[],
  path: RulePath,
): boolean {
  const others = Object.keys(value).filter((name) => !allowed.includes(name));
  for (const name of others.slice(0, 10))
    report("segment.member", [...path, name], {
      name: wordOf(name),
      fix: didYouMean(name, allowed) ?? `remove it; ${allowed.join(", ")} are allowed here`,
    });
  return others.length === 0;
}

function fieldWords(field: unknown): Record<string, string> {
  const all = [...Object.keys(fixedFields), "attribute.<name>"];
  if (typeof field === "string" && field.startsWith("attribute."))
    return {
      field: wordOf(field),
      fix: "the name of an attribute has letters, digits and _, at most 40 characters",
    };
  return {
    field: wordOf(field),
    fix: didYouMean(field, Object.keys(fixedFields) as FixedField[]) ?? `use ${all.join(", ")}`,
  };
}

/** The most similar of some words as a fix. */
export function didYouMean(input: unknown, words: readonly string[]): string | undefined {
  const word = typeof input === "string" ? suggest(input, words) : undefined;
  return word === undefined ? undefined : `did you mean ${word}?`;
}

function wordOf(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value.slice(0, 60)) : kindInWords(value);
}

/** Reports a fault, and is the rule that could not be read. */
function refused(report: Report, ...fault: Parameters<Report>): undefined {
  report(...fault);
  return undefined;
}

/** A rule of a segment as programs and forms send it (contract 9). */
export const ruleSchema = z
  .unknown()
  .transform((value, context): Rule => {
    let faults = 0;
    const rule = readRule(value, (broken, path, words) => {
      faults += 1;
      if (faults <= mostFaults) context.issues.push(ruleIssue(broken, words, path));
    });
    return rule ?? { all: [] };
  })
  .meta({ $ref: "#/components/schemas/SegmentRule" });

/** Faults of one rule that are reported at most. */
const mostFaults = 100;
