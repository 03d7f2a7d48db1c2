import type { AttributeType } from "@/lib/inputs/attribute";
import {
  attributeOf,
  fieldOfAttribute,
  isFixedField,
  type FieldKind,
  type FixedField,
  type Operator,
} from "@/lib/segment/fields";
import type { Deed, Group } from "@/lib/segment/rule";

/** How the parts of a group are combined, as the beginning of a line. */
export const groupWords: Readonly<Record<Group, string>> = {
  all: "All of these",
  any: "Any of these",
  none: "None of these",
};

const same = {
  is: "is",
  isNot: "is not",
  in: "is one of",
  notIn: "is none of",
  contains: "contains",
  startsWith: "begins with",
  gt: "is more than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  before: "is before",
  after: "is after",
  within: "is within the last",
  notWithin: "is not within the last",
  exists: "has a value",
  notExists: "has no value",
} as const satisfies Record<Operator, string>;

const several = { exists: "is any", notExists: "is none" };
const lists = {
  is: "includes them",
  isNot: "does not include them",
  in: "is one of",
  notIn: "is none of",
  exists: "is any list",
  notExists: "is no list",
};
const moments = { exists: "is recorded", notExists: "is not recorded" };
const words: Partial<Record<FieldKind, Partial<Record<Operator, string>>>> = {
  platform: several,
  app: several,
  list: lists,
  moment: moments,
};

/** What an operator is called for what a field holds. */
export function operatorWords(kind: FieldKind, op: Operator): string {
  return words[kind]?.[op] ?? same[op];
}

const fields: Readonly<Record<FixedField, string>> = {
  platform: "Platform",
  app: "App",
  language: "Language",
  timezone: "Time zone",
  country: "Country",
  firstSeen: "First seen",
  lastSeen: "Last seen",
  devices: "Number of devices",
  list: "List",
};

/** What a field is called: an attribute by its name. */
export function fieldWords(field: string): string {
  return attributeOf(field) ?? (isFixedField(field) ? fields[field] : field);
}

/** The subject of conditions about what users got and did. */
export const activity = "activity";
const activityWords = "What they got or did";

/** What a user did with a message, and did not. */
export const deedWords = {
  sent: { did: "was sent", didNot: "was not sent" },
  delivered: { did: "got", didNot: "did not get" },
  read: { did: "read", didNot: "did not read" },
  pressed: { did: "pressed a button of", didNot: "pressed no button of" },
} as const satisfies Record<Deed, { did: string; didNot: string }>;

/** An attribute of the service, to choose from. */
export interface AttributeChoice {
  name: string;
  type: AttributeType;
}

const typeWords: Readonly<Record<AttributeType, string>> = {
  text: "Text",
  number: "Number",
  boolean: "Yes or no",
  date: "Date",
};

/** What a condition can be about, in the order in which it is offered. */
export function subjectChoices(
  attributes: readonly AttributeChoice[],
): { value: string; label: string; aside: string }[] {
  return [
    ...attributes.map(({ name, type }) => ({
      value: fieldOfAttribute(name),
      label: name,
      aside: `Attribute · ${typeWords[type]}`,
    })),
    { value: activity, label: activityWords, aside: "Messages" },
    ...Object.entries(fields).map(([value, label]) => ({
      value,
      label,
      aside: value === "list" ? "Audiences" : "User and devices",
    })),
  ];
}

/** Units that durations are chosen in, by their letter in ISO 8601. */
export const durationUnits = [
  { value: "H", label: "hours" },
  { value: "D", label: "days" },
  { value: "W", label: "weeks" },
  { value: "M", label: "months" },
  { value: "Y", label: "years" },
] as const;
export type DurationUnit = (typeof durationUnits)[number]["value"];
