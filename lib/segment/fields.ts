import { isAttributeName, type AttributeType } from "@/lib/inputs/attribute";

/** What a leaf may compare with. */
export const operators = [
  "is",
  "isNot",
  "in",
  "notIn",
  "contains",
  "startsWith",
  "gt",
  "gte",
  "lt",
  "lte",
  "before",
  "after",
  "within",
  "notWithin",
  "exists",
  "notExists",
] as const;
/** One of {@link operators}. */
export type Operator = (typeof operators)[number];

/**
 * What a field holds: the type of an attribute, `moment` for a time of Clarion, `count` for how
 * many, and else the field itself. Of the last a user may have several values.
 */
export type FieldKind = AttributeType | "moment" | "count" | ChoiceField;
type ChoiceField = "platform" | "app" | "language" | "timezone" | "country" | "list";

/** Fields that every service has, in the order of the contract. */
export const fixedFields = {
  platform: "platform",
  app: "app",
  language: "language",
  timezone: "timezone",
  country: "country",
  firstSeen: "moment",
  lastSeen: "moment",
  devices: "count",
  list: "list",
} as const satisfies Record<string, FieldKind>;
/** The name of one of {@link fixedFields}. */
export type FixedField = keyof typeof fixedFields;

/** Operators that say of a value what it is. */
export type PositiveOperator = Exclude<Operator, "isNot" | "notIn" | "notWithin" | "notExists">;

const opposites: Readonly<Partial<Record<Operator, PositiveOperator>>> = {
  isNot: "is",
  notIn: "in",
  notWithin: "within",
  notExists: "exists",
};

/** An operator without its negation: an absent value fulfils none but the negated ones. */
export function positiveOf(op: Operator): { op: PositiveOperator; negated: boolean } {
  const opposite = opposites[op];
  return opposite
    ? { op: opposite, negated: true }
    : { op: op as PositiveOperator, negated: false };
}

const presence = ["exists", "notExists"] as const;
const choice = ["is", "isNot", "in", "notIn", ...presence] as const;
const members = ["is", "isNot", "in", "notIn"] as const;
const texts = ["is", "isNot", "in", "notIn", "contains", "startsWith", ...presence] as const;
const sizes = ["is", "isNot", "in", "notIn", "gt", "gte", "lt", "lte"] as const;
const times = ["before", "after", "within", "notWithin", ...presence] as const;

/** The operators that fit what a field holds. */
export const operatorsOf: Readonly<Record<FieldKind, readonly Operator[]>> = {
  text: texts,
  number: [...sizes, ...presence],
  boolean: ["is", "isNot", ...presence],
  date: ["is", "isNot", ...times],
  moment: times,
  count: sizes,
  platform: choice,
  app: choice,
  language: choice,
  timezone: texts,
  country: choice,
  list: members,
};

/** What a field holds, as it follows "which is". */
export const kindWords: Readonly<Record<FieldKind, string>> = {
  text: "a text",
  number: "a number",
  boolean: "true or false",
  date: "a date",
  moment: "a time",
  count: "a number",
  platform: "a platform",
  app: "an app",
  language: "a language",
  timezone: "a time zone",
  country: "a country",
  list: "a list",
};

const prefix = "attribute.";

/** The name in a field such as `attribute.plan`; undefined for another field. */
export function attributeOf(field: string): string | undefined {
  if (!field.startsWith(prefix)) return undefined;
  const name = field.slice(prefix.length);
  return isAttributeName(name) ? name : undefined;
}

/** The field of an attribute: `attribute.plan`. */
export function fieldOfAttribute(name: string): string {
  return prefix + name;
}

/** Whether a text is one of {@link fixedFields}. */
export function isFixedField(field: string): field is FixedField {
  return Object.hasOwn(fixedFields, field);
}
