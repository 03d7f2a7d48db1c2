import { mostValueBytes } from "@/lib/inputs/attribute";
import { readDuration } from "@/lib/segment/duration";
import {
  attributeOf,
  fixedFields,
  isFixedField,
  operators,
  operatorsOf,
  type FieldKind,
  type Operator,
} from "@/lib/segment/fields";
import { deeds, mostValues, type Deed } from "@/lib/segment/rule";
import { readScalar } from "@/lib/segment/values";
import { activity, type AttributeChoice, type DurationUnit } from "./leaf-words";
import type { RuleLeaf } from "./rule-tree";

/** A condition as its JSON has it, finished or not. */
export type Members = RuleLeaf["members"];

/** How the value of a condition is filled in. */
type ValueForm = "none" | "one" | "many" | "duration";

/** What an activity is about. */
export type Scope = "anything" | "campaign" | "template";

/** What a condition is about: a field, `activity`, or nothing yet. */
export function subjectOf(members: Members): string {
  if (deedOf(members)) return activity;
  const { field } = members;
  return typeof field === "string" ? field : "";
}

/** What a field holds; undefined for an attribute that the service does not have. */
export function kindOf(
  field: string,
  attributes: readonly AttributeChoice[],
): FieldKind | undefined {
  if (isFixedField(field)) return fixedFields[field];
  const name = attributeOf(field);
  return attributes.find((attribute) => attribute.name === name)?.type;
}

/** The operator of a condition on a field; undefined where it has none that exists. */
export function operatorOf({ op }: Members): Operator | undefined {
  return operators.find((one) => one === op);
}

/** How the value after an operator is filled in. */
export function valueForm(op: Operator | undefined): ValueForm {
  if (op === undefined || op === "exists" || op === "notExists") return "none";
  if (op === "in" || op === "notIn") return "many";
  return op === "within" || op === "notWithin" ? "duration" : "one";
}

const firstOperator: Partial<Record<FieldKind, Operator>> = {
  moment: "within",
  count: "gte",
};
const usualDuration = "P30D";

/**
 * A condition about something else. The operator stays where it fits what that holds, and the value
 * where it holds the same.
 */
export function withSubject(
  members: Members,
  subject: string,
  attributes: readonly AttributeChoice[],
): Members {
  const before = subjectOf(members);
  if (subject === before) return members;
  if (subject === activity) return { didNot: "read", within: usualDuration };
  const kind = kindOf(subject, attributes) ?? "text";
  const former = kindOf(before, attributes);
  const op = operatorOf(members);
  if (op !== undefined && former === kind) return { ...members, field: subject };
  const next = firstOperator[kind] ?? operatorsOf[kind][0] ?? "is";
  const isFitting = op !== undefined && former !== undefined && operatorsOf[kind].includes(op);
  return withOperator({ field: subject }, isFitting ? op : next);
}

/** A condition with another operator. One value becomes the first of several, and the reverse. */
export function withOperator(members: Members, op: Operator): Members {
  const { field, value } = members;
  const form = valueForm(op);
  const former = valueForm(operatorOf(members));
  if (form === "none") return { field, op };
  if (form === former) return value === undefined ? { field, op } : { field, op, value };
  if (form === "duration") return { field, op, value: usualDuration };
  if (form === "many")
    return { field, op, value: former === "one" && !isBlank(value) ? [value] : [] };
  const first: unknown = former === "many" && Array.isArray(value) ? value[0] : undefined;
  return first === undefined ? { field, op } : { field, op, value: first };
}

/** What a user did, or did not; undefined for a condition on a field. */
export function deedOf({ did, didNot }: Members): { deed: Deed; isDone: boolean } | undefined {
  const isDone = did !== undefined;
  const name = isDone ? did : didNot;
  const deed = deeds.find((one) => one === name);
  return deed && { deed, isDone };
}

/** A condition on another deed; what it is about and the time stay. */
export function withDeed(members: Members, deed: Deed, isDone: boolean): Members {
  const { did: _, didNot: __, button, ...rest } = members;
  return {
    ...(isDone ? { did: deed } : { didNot: deed }),
    ...rest,
    ...(deed === "pressed" && button !== undefined && { button }),
  };
}

/** What an activity is about. */
export function scopeOf(members: Members): Scope {
  if (members["campaign"] !== undefined) return "campaign";
  return members["template"] === undefined ? "anything" : "template";
}

/** An activity that is about something else, which is still to be chosen. */
export function withScope(members: Members, scope: Scope): Members {
  if (scope === scopeOf(members)) return members;
  const { campaign: _, template: __, ...rest } = members;
  return scope === "anything" ? rest : { ...rest, [scope]: "" };
}

/** A condition with another member, or without it. */
export function withMember(members: Members, name: string, value: unknown): Members {
  if (value !== undefined) return { ...members, [name]: value };
  return Object.fromEntries(Object.entries(members).filter(([other]) => other !== name));
}

/** A duration as a number of one unit, as it was typed; undefined for one of several units. */
export function durationParts(
  duration: unknown,
): { count: string; unit: DurationUnit } | undefined {
  if (typeof duration !== "string") return { count: "", unit: "D" };
  const hours = /^PT(.*)H$/s.exec(duration);
  const [, count = "", unit = ""] = hours
    ? [...hours, "H"]
    : (/^P(.*)([DWMY])$/s.exec(duration) ?? []);
  if (unit === "") return undefined;
  // Of several units, such as a day and twelve hours.
  if (!/^\d*$/.test(count) && readDuration(duration)) return undefined;
  return { count, unit: unit as DurationUnit };
}

/** A number of one unit as a duration of ISO 8601; what is no number as it was typed. */
export function durationOf(count: string, unit: DurationUnit): string {
  return unit === "H" ? `PT${count}H` : `P${count}${unit}`;
}

const fillIn: Readonly<Record<Exclude<FieldKind, "text">, string>> = {
  number: "Type a number.",
  count: "Type a whole number, at least 0.",
  boolean: "Choose yes or no.",
  date: "Choose a date.",
  moment: "Choose a date.",
  platform: "Choose a platform.",
  app: "Choose an app.",
  language: "Choose a language, or type its code, such as pt-BR.",
  timezone: "Choose a time zone.",
  country: "Choose a country.",
  list: "Choose a list.",
};

/**
 * What an author still has to fill in, and in which member; undefined for a finished condition.
 * What else is wrong the schema of rules says.
 */
export function leafGap(
  members: Members,
  attributes: readonly AttributeChoice[],
): { member: string; message: string } | undefined {
  const subject = subjectOf(members);
  if (subject === "") return { member: "field", message: "Choose what this condition is about." };
  if (subject === activity) return activityGap(members);
  const kind = kindOf(subject, attributes);
  if (kind === undefined)
    return {
      member: "field",
      message: `There is no attribute “${attributeOf(subject) ?? subject}”. Choose another one.`,
    };
  const op = operatorOf(members);
  if (op === undefined || !operatorsOf[kind].includes(op))
    return { member: "op", message: "Choose how to compare." };
  const message = valueGap(kind, op, members["value"]);
  return message === undefined ? undefined : { member: "value", message };
}

function activityGap(members: Members): { member: string; message: string } | undefined {
  for (const scope of ["campaign", "template"])
    if (members[scope] !== undefined && isBlank(members[scope]))
      return { member: scope, message: `Choose a ${scope}.` };
  return members["within"] === undefined || isDuration(members["within"])
    ? undefined
    : { member: "within", message: durationNeeded };
}

const durationNeeded = "Type how long as a whole number, for 100 years at most.";
const isDuration = (value: unknown) =>
  typeof value === "string" && readDuration(value) !== undefined;

function valueGap(kind: FieldKind, op: Operator, value: unknown): string | undefined {
  const form = valueForm(op);
  if (form === "none") return undefined;
  if (form === "duration") return isDuration(value) ? undefined : durationNeeded;
  if (form === "one") return scalarGap(kind, op, value);
  if (!Array.isArray(value) || value.length === 0) return "Add one value at least.";
  if (value.length > mostValues) return `Leave at most ${mostValues} values.`;
  for (const one of value) {
    const gap = scalarGap(kind, op, one);
    if (gap !== undefined) return gap;
  }
  return undefined;
}

function scalarGap(kind: FieldKind, op: Operator, value: unknown): string | undefined {
  if (readScalar(kind, op, value) !== undefined) return undefined;
  const isText = op === "contains" || op === "startsWith" || kind === "text";
  const needed = isText ? `Type a text of at most ${mostValueBytes} bytes.` : fillIn[kind];
  return isBlank(value) || isText ? needed : `“${String(value)}” doesn’t fit. ${needed}`;
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}
