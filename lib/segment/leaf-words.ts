import { durationWords, joinWords } from "./duration-words";
import { attributeOf, positiveOf, type PositiveOperator } from "./fields";
import { deedOf, isFieldLeaf, type Deed, type DeedLeaf, type FieldLeaf, type Leaf } from "./rule";
import type { Scalar } from "./values";

/** The names of what a rule names by ids; undefined for one that is gone. */
export interface NamesOfThings {
  app?: (appid: string) => string | undefined;
  list?: (id: string) => string | undefined;
  campaign?: (id: string) => string | undefined;
}

/** Whether a leaf says what is not, inside an even or odd number of negations. */
export function isNegated(leaf: Leaf, negated: boolean): boolean {
  return negated !== (isFieldLeaf(leaf) ? positiveOf(leaf.op) : deedOf(leaf)).negated;
}

/** A leaf as a clause about users: "whose plan is “gold”". */
export function leafClause(leaf: Leaf, negated: boolean, names: NamesOfThings): string {
  const not = isNegated(leaf, negated);
  return isFieldLeaf(leaf) ? fieldClause(leaf, not, names) : deedClause(leaf, not, names);
}

const platformNames: Readonly<Record<string, string>> = {
  ios: "iOS",
  android: "Android",
  web: "web",
};

/** "iOS or Android". */
export function platformWords({ value }: FieldLeaf): string {
  return joinWords(
    listOf(value).map((one) => platformNames[String(one)] ?? String(one)),
    "or",
  );
}

/** "Germany or Austria", "Berlin". */
export function placeWords({ field, value }: FieldLeaf): string {
  const places = listOf(value).map((one) =>
    field === "country" ? displayName("region", String(one)) : cityOf(String(one)),
  );
  return joinWords(places, "or");
}

function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
}

function displayName(type: "region" | "language", code: string): string {
  return new Intl.DisplayNames("en", { type }).of(code) ?? code;
}

function listOf(value: FieldLeaf["value"]): Scalar[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function fieldClause(leaf: FieldLeaf, not: boolean, names: NamesOfThings): string {
  const { field, value } = leaf;
  const { op } = positiveOf(leaf.op);
  const attribute = attributeOf(field);
  if (attribute !== undefined)
    return op === "exists"
      ? `who have ${not ? "no" : "a value of"} ${attribute}`
      : `whose ${attribute} ${valueWords(op, value, not)}`;
  const named = (name: ((id: string) => string | undefined) | undefined) =>
    joinWords(
      listOf(value).map((id) => `“${name?.(String(id)) ?? String(id)}”`),
      "or",
    );
  switch (field) {
    case "platform":
      if (op === "exists") return not ? "who have no device" : "who have a device";
      return `who ${not ? "do not use" : "use"} ${platformWords(leaf).replace(/\bweb\b/, "the web")}`;
    case "app":
      if (op === "exists") return not ? "who have no app" : "who have an app";
      return `who ${not ? "do not use" : "use"} the app ${named(names.app)}`;
    case "list":
      return `who are ${not ? "not " : ""}in the list ${named(names.list)}`;
    case "language":
      if (op === "exists") return `whose language is ${not ? "unknown" : "stored"}`;
      return `whose language is ${not ? "not " : ""}${joinWords(
        listOf(value).map((one) => displayName("language", String(one))),
        "or",
      )}`;
    case "timezone":
    case "country":
      return placeClause(leaf, op, not);
    case "devices":
      return `who ${not ? "do not have" : "have"} ${deviceWords(op, value)}`;
    default:
      return seenClause(field === "firstSeen" ? "first" : "last", op, String(value), not);
  }
}

function placeClause(leaf: FieldLeaf, op: PositiveOperator, not: boolean): string {
  const noun = leaf.field === "country" ? "country" : "time zone";
  if (op === "exists") return `whose ${noun} is ${not ? "unknown" : "stored"}`;
  if (op === "is" || op === "in") return `who are ${not ? "not " : ""}in ${placeWords(leaf)}`;
  return `whose ${noun} ${valueWords(op, leaf.value, not)}`;
}

function seenClause(which: string, op: PositiveOperator, value: string, not: boolean): string {
  if (op === "exists") return not ? "who never had a device" : "who had a device";
  const when =
    op === "within" ? `in the last ${lastOf(durationWords(value))}` : `${op} ${dateWords(value)}`;
  return `who were ${not ? "not " : ""}${which} seen ${when}`;
}

const sizes: Readonly<Partial<Record<PositiveOperator, string>>> = {
  gt: "more than ",
  gte: "at least ",
  lt: "fewer than ",
  lte: "at most ",
};

function deviceWords(op: PositiveOperator, value: FieldLeaf["value"]): string {
  const counts = listOf(value);
  const words = joinWords(counts.map(String), "or");
  const noun = counts.length === 1 && counts[0] === 1 ? "device" : "devices";
  return `${sizes[op] ?? ""}${words} ${noun}`;
}

const comparisons: Readonly<Partial<Record<PositiveOperator, string>>> = {
  gt: "above ",
  gte: "at least ",
  lt: "below ",
  lte: "at most ",
  before: "before ",
  after: "after ",
};

/** "is “gold”", "does not contain “o”", "is at least 18". */
function valueWords(op: PositiveOperator, value: FieldLeaf["value"], not: boolean): string {
  if (op === "contains" || op === "startsWith") {
    const [verb, negation] =
      op === "contains" ? ["contains", "does not contain"] : ["begins with", "does not begin with"];
    return `${not ? negation : verb} “${String(value)}”`;
  }
  const is = `is ${not ? "not " : ""}`;
  if (op === "within") return `${is}in the last ${lastOf(durationWords(String(value)))}`;
  return `${is}${comparisons[op] ?? ""}${joinWords(listOf(value).map(scalarWords), "or")}`;
}

function scalarWords(value: Scalar): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return value.toLocaleString("en", { maximumFractionDigits: 20 });
  return /^\d{4}-\d{2}-\d{2}/.test(value) ? dateWords(value) : `“${value}”`;
}

function dateWords(value: string): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return `“${value}”`;
  const isMoment = value.length > 10;
  const time = isMoment ? ({ timeStyle: "short", hourCycle: "h23" } as const) : {};
  const words = { dateStyle: "long", timeZone: "UTC", ...time } as const;
  return `${new Intl.DateTimeFormat("en", words).format(date)}${isMoment ? " UTC" : ""}`;
}

/** "1 month" → "month", as it follows "the last". */
function lastOf(span: string): string {
  return span.replace(/^1 (\w+)$/, "$1");
}

const verbs: Readonly<Record<Deed, readonly [done: string, notDone: string]>> = {
  sent: ["were sent", "were not sent"],
  delivered: ["got", "did not get"],
  read: ["read", "did not read"],
  pressed: ["pressed", "did not press"],
};

function deedClause(leaf: DeedLeaf, not: boolean, names: NamesOfThings): string {
  const { campaign, template, button, within } = leaf;
  const { deed } = deedOf(leaf);
  const message = messageWords(campaign, template, not, names);
  const what =
    deed === "pressed"
      ? `${button === undefined ? (not ? "any button" : "a button") : `the button ${button}`} of ${message}`
      : message;
  const span = within === undefined ? "" : durationWords(within);
  const when = span === "" ? "" : not ? ` for ${span}` : ` in the last ${lastOf(span)}`;
  return `who ${verbs[deed][not ? 1 : 0]} ${what}${when}`;
}

function messageWords(
  campaign: string | undefined,
  template: string | undefined,
  not: boolean,
  names: NamesOfThings,
): string {
  const name = campaign === undefined ? undefined : `“${names.campaign?.(campaign) ?? campaign}”`;
  const from = template === undefined ? "" : ` with the template “${template}”`;
  if (name !== undefined) return `the campaign ${name}${from}`;
  if (template !== undefined) return `${not ? "any message" : "a message"}${from}`;
  return not ? "anything" : "something";
}
