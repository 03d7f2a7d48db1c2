import { platformOf, deviceKinds } from "@/lib/interface/device-kinds";
import { joinedTruth, type LeafDraft } from "./draft";
import { attributeOf, type FieldKind, type PositiveOperator } from "./fields";
import type { FieldLeaf } from "./rule";
import { dayAfter, languageTag, momentBefore } from "./times";
import { countries, zonesOf } from "./zones";

/** A leaf with the operator without its negation. */
export interface Condition {
  kind: FieldKind;
  leaf: FieldLeaf;
  op: PositiveOperator;
}

/** A test that is false where it is null. The planner looks into it, as not into `coalesce`. */
function isTrue(test: string): string {
  return `((${test}) IS TRUE)`;
}

/** Whether an attribute fulfils a condition; false for a user who has not got it. */
export function attributeTest(draft: LeafDraft, { kind, leaf, op }: Condition): string {
  const key = draft.context.attributes.get(attributeOf(leaf.field) ?? "")?.key ?? 0;
  const name = draft.add(String(key), "text");
  if (op === "exists") return `(u.attributes ? ${name})`;
  const test =
    kind === "date"
      ? dateTest(draft, `(u.attributes->>${name})`, op, String(leaf.value))
      : valueTest(draft, valueOf(kind, name), op, leaf.value, typeOf(kind));
  return isTrue(test);
}

function valueOf(kind: FieldKind, name: string): string {
  if (kind === "number") return `(u.attributes->${name})::float8`;
  return kind === "boolean" ? `(u.attributes->${name})::boolean` : `(u.attributes->>${name})`;
}

function typeOf(kind: FieldKind): string {
  if (kind === "number") return "float8";
  if (kind === "boolean") return "boolean";
  return kind === "count" ? "int8" : "text";
}

const signs: Readonly<Partial<Record<PositiveOperator, string>>> = {
  is: "=",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
};

function valueTest(
  draft: LeafDraft,
  stored: string,
  op: PositiveOperator,
  value: unknown,
  type: string,
): string {
  if (op === "in") return `${stored} = ANY(${draft.add(value, `${type}[]`)})`;
  const parameter = draft.add(value, type);
  if (op === "contains") return `strpos(${stored}, ${parameter}) > 0`;
  if (op === "startsWith") return `starts_with(${stored}, ${parameter})`;
  return `${stored} ${signs[op] ?? "="} ${parameter}`;
}

/** Compares days where one of the two is a day. */
function dateTest(draft: LeafDraft, stored: string, op: PositiveOperator, value: string): string {
  const byteOrder = `${stored} COLLATE "C"`;
  const cut = (moment: Date) =>
    `left(${draft.add(moment.toISOString(), "text")}, length(${stored}))`;
  const { now } = draft.context;
  if (op === "within")
    return `(${byteOrder} >= ${cut(momentBefore(value, now))} AND ${byteOrder} <= ${cut(now)})`;
  const sign = op === "before" ? "<" : op === "after" ? ">" : "=";
  const parameter = draft.add(value, "text");
  return `left(${stored}, ${value.length}) COLLATE "C" ${sign} left(${parameter}, length(${stored}))`;
}

/** A moment as PostgreSQL reads it: one that four digits do not write is before or after all. */
function timestampText(moment: Date): string {
  const year = moment.getUTCFullYear();
  return year > 9_999 ? "infinity" : year < 1 ? "-infinity" : moment.toISOString();
}

/** Whether a time of a user fulfils a condition; false for one who has none. */
export function momentTest(draft: LeafDraft, { leaf, op }: Condition): string {
  const at = leaf.field === "firstSeen" ? "u.first_seen_at" : "u.last_seen_at";
  if (op === "exists") return `(${at} IS NOT NULL)`;
  const value = String(leaf.value);
  const add = (moment: Date) => draft.add(timestampText(moment), "timestamptz");
  if (op === "within") return isTrue(`${at} >= ${add(momentBefore(value, draft.context.now))}`);
  const date = new Date(value);
  if (op === "before") return isTrue(`${at} < ${add(date)}`);
  const nextDay = dayAfter(value);
  return nextDay ? isTrue(`${at} >= ${add(nextDay)}`) : isTrue(`${at} > ${add(date)}`);
}

/** Whether a device of a user, or what the user has in place of it, fulfils a condition. */
export function deviceTest(draft: LeafDraft, { kind, leaf, op }: Condition): string {
  if (kind === "count") {
    // Users without devices are not joined: those are whose number makes another truth than none.
    const test = (n: string) => `(${valueTest(draft, n, op, leaf.value, typeOf(kind))})`;
    const ofNone = test("0::int8");
    draft.countTests.push(`${test("du.n")} <> ${ofNone}`);
    return `(${ofNone} <> ${joinedTruth(draft, "w", draft.countTests)})`;
  }
  if (kind === "platform" || kind === "app") {
    if (op === "exists") return ofDevices(draft, "true");
    const values = listOf(leaf);
    return ofDevices(
      draft,
      kind === "app"
        ? `a.appid = ANY(${draft.add(values, "text[]")})`
        : `du.kind = ANY(${draft.add(kindsOf(values), "text[]")})`,
    );
  }
  const isLanguage = kind === "language";
  const own = isLanguage ? "u.language" : "u.timezone";
  const test = isLanguage ? languageTest(draft, op, listOf(leaf)) : zoneTest(draft, kind, op, leaf);
  return `(CASE WHEN ${own} IS NULL THEN ${ofDevices(draft, test(isLanguage ? "du.language" : "du.timezone"))} ELSE ${test(own)} END)`;
}

/** Whether one of the devices of the user fulfils a condition. */
function ofDevices(draft: LeafDraft, test: string): string {
  draft.deviceTests.push(test);
  return joinedTruth(draft, "v", draft.deviceTests);
}

function listOf({ value }: FieldLeaf): string[] {
  return (Array.isArray(value) ? value : [value]).map(String);
}

function kindsOf(platforms: readonly string[]): string[] {
  return deviceKinds.filter((kind) => platforms.includes(platformOf(kind)));
}

type Test = (stored: string) => string;

/** A language is one of those in a range: `de-AT` is in `de` (RFC 4647 section 3.3.1). */
function languageTest(draft: LeafDraft, op: PositiveOperator, ranges: readonly string[]): Test {
  if (op === "exists") return (stored) => `(${stored} IS NOT NULL)`;
  const tags = ranges.map(languageTag);
  const whole = draft.add(tags, "text[]");
  const beginnings = draft.add(
    tags.map((tag) => `${tag}-%`),
    "text[]",
  );
  return (stored) => {
    const tag = `lower(replace(${stored}, '_', '-') COLLATE "C")`;
    return `(${tag} = ANY(${whole}) OR ${tag} LIKE ANY(${beginnings}))`;
  };
}

function zoneTest(draft: LeafDraft, kind: FieldKind, op: PositiveOperator, leaf: FieldLeaf): Test {
  if (kind === "country") {
    const inside = op === "exists" ? countries : listOf(leaf);
    const zones = draft.add(inside.flatMap(zonesOf), "text[]");
    return (stored) => `(${stored} = ANY(${zones}))`;
  }
  if (op === "exists") return (stored) => `(${stored} IS NOT NULL)`;
  const value = draft.add(leaf.value, op === "in" ? "text[]" : "text");
  if (op === "in") return (stored) => `(${stored} = ANY(${value}))`;
  if (op === "contains") return (stored) => `(strpos(${stored}, ${value}) > 0)`;
  if (op === "startsWith") return (stored) => `starts_with(${stored}, ${value})`;
  return (stored) => `(${stored} = ${value})`;
}
