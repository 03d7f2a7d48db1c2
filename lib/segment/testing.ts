import fc, { type Arbitrary } from "fast-check";
import type { AttributeType, AttributeValue } from "@/lib/inputs/attribute";
import type { DocumentDeed, UserDocument } from "./evaluate";
import { fixedFields, operatorsOf, type FieldKind } from "./fields";
import { deeds, mostLeaves, leavesOf, type Leaf, type Rule } from "./rule";

/** When the rules of tests are evaluated. */
export const testNow = new Date("2026-11-30T12:34:56.789Z");
const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;
/** What the rules of tests name. */
export const testThings = {
  apps: ["shop", "news"],
  lists: [uuid(11), uuid(12)],
  campaigns: [uuid(21), uuid(22)],
  templates: ["welcome", "order"],
  buttons: ["BUY_NOW", "LATER"],
} as const;

/** The attributes of the service of tests, by name. `gone` is none of them any more. */
export const testAttributes: ReadonlyMap<string, { key: number; type: AttributeType }> = new Map([
  ["plan", { key: 901, type: "text" }],
  ["age", { key: 902, type: "number" }],
  ["vip", { key: 903, type: "boolean" }],
  ["born", { key: 904, type: "date" }],
]);

const texts = ["gold", "silver", "Gold", "go", "Öl", "a%_b\\", "🎈 x", "ß", "", " gold"];
const numbers = [0, -1, 1.5, 31, 31.000000001, 1e21, 0.1, -0, 5e-324, 1.7976931348623157e308];
const days = ["1990-05-01", "2026-11-30", "2026-11-29", "2026-10-31", "2026-12-24", "0001-01-01"];
const moments = [
  "1990-05-01T00:00:00.000Z",
  "1990-05-01T10:00:00.000Z",
  "2026-11-30T12:34:56.789Z",
  "2026-11-30T12:34:56.790Z",
  "2026-11-29T12:34:56.788Z",
  "2026-10-31T23:59:59.999Z",
];
const durations = ["P1D", "PT1H", "P30D", "P1M", "P4W", "P1Y", "PT90M", "P100Y", "PT1S"];
const languages = ["de", "de-AT", "pt-BR", "pt", "en", "zh-Hant-TW"];
const rawLanguages = [...languages, "de_CH", "zh_TW_#Hant", "EN-us", "d", "deu", "%"];
const zones = ["Europe/Berlin", "Europe/Vienna", "America/New_York", "Asia/Calcutta", "Etc/UTC"];

const pick = <T>(values: readonly T[]): Arbitrary<T> => fc.constantFrom(...values);
const maybe = <T>(value: Arbitrary<T>): Arbitrary<T | null> => fc.option(value, { freq: 3 });
const dates = pick([...days, ...moments]);

/** Values of each kind of field, as users have and rules name them. */
const valuesOf: Readonly<Record<FieldKind, Arbitrary<string | number | boolean>>> = {
  text: pick(texts.filter((text) => text !== "")),
  number: pick(numbers),
  boolean: fc.boolean(),
  date: dates,
  moment: dates,
  count: fc.nat(3),
  platform: pick(["android", "ios", "web"]),
  app: pick([...testThings.apps, "other"]),
  language: pick(languages),
  timezone: pick(zones),
  country: pick(["DE", "AT", "US", "IN", "FR"]),
  list: pick([...testThings.lists, uuid(13)]),
};

const fields: readonly [string, FieldKind][] = [
  ...Object.entries(fixedFields),
  ...[...testAttributes].map(([name, { type }]): [string, FieldKind] => [
    `attribute.${name}`,
    type,
  ]),
  ["attribute.gone", "text"],
];

function fieldLeaf([field, kind]: [string, FieldKind]): Arbitrary<Leaf> {
  return pick(operatorsOf[kind]).chain((op): Arbitrary<Leaf> => {
    if (op === "exists" || op === "notExists") return fc.constant({ field, op });
    if (op === "within" || op === "notWithin")
      return pick(durations).map((value) => ({ field, op, value }));
    if (op === "contains" || op === "startsWith")
      return pick(["g", "gold", "o", "%", "Öl", "🎈", "Europe", "Berlin", "\\"]).map((value) => ({
        field,
        op,
        value,
      }));
    const value = valuesOf[kind];
    if (op !== "in" && op !== "notIn") return value.map((one) => ({ field, op, value: one }));
    return fc
      .array(value, { minLength: 1, maxLength: 3 })
      .map((list) => ({ field, op, value: list }));
  });
}

const deedFacts = fc
  .record({
    deed: pick(deeds),
    negated: fc.boolean(),
    campaign: maybe(pick([...testThings.campaigns, uuid(23)])),
    template: maybe(pick([...testThings.templates, "none"])),
    button: maybe(pick([...testThings.buttons, "OTHER"])),
    within: maybe(pick(durations)),
  })
  .map(({ deed, negated, campaign, template, button, within }): Leaf => {
    const facts = {
      ...(campaign !== null && { campaign }),
      ...(template !== null && { template }),
      ...(button !== null && deed === "pressed" && { button }),
      ...(within !== null && { within }),
    };
    return negated ? { didNot: deed, ...facts } : { did: deed, ...facts };
  });

const leaf: Arbitrary<Leaf> = fc.oneof(
  { weight: 3, arbitrary: pick(fields).chain(fieldLeaf) },
  { weight: 1, arbitrary: deedFacts },
);

/** Rules of any form, with all fields and operators; at most six levels and fifty leaves. */
export const anyRule: Arbitrary<Rule> = fc
  .letrec<{ rule: Rule; leaf: Rule; group: Rule }>((tie) => ({
    leaf,
    rule: fc.oneof({ maxDepth: 5, depthSize: "small" }, tie("leaf"), tie("group")),
    group: fc
      .tuple(pick(["all", "any", "none"]), fc.array(tie("rule"), { minLength: 1, maxLength: 4 }))
      .map(([group, rules]): Rule => {
        if (group === "all") return { all: rules };
        return group === "any" ? { any: rules } : { none: rules };
      }),
  }))
  .rule.filter((rule) => leavesOf(rule).length <= mostLeaves);

const attributeValue = (name: string): Arbitrary<AttributeValue | null> =>
  maybe(valuesOf[testAttributes.get(name)?.type ?? "text"]);

const ago = (most: number): Arbitrary<Date> =>
  fc.integer({ min: 0, max: most }).map((ms) => new Date(testNow.getTime() - ms));
const anyMoment = fc.oneof(
  ago(2 * 3_600_000),
  ago(40 * dayMs),
  pick(moments.slice(2)).map((text) => new Date(text)),
);

const anyDeed: Arbitrary<DocumentDeed> = fc
  .record({
    deed: pick(deeds),
    at: anyMoment,
    campaign: maybe(pick(testThings.campaigns)),
    template: maybe(pick(testThings.templates)),
    button: pick(testThings.buttons),
  })
  .map((one) => ({ ...one, button: one.deed === "pressed" ? one.button : null }));

/** Users with anything that rules ask about. */
export const anyUser: Arbitrary<UserDocument> = fc.record({
  attributes: fc.tuple(...[...testAttributes.keys()].map(attributeValue)).map((values) =>
    Object.fromEntries(
      [...testAttributes.keys()].flatMap((name, at): [string, AttributeValue][] => {
        const value = values[at];
        return value === null || value === undefined ? [] : [[name, value]];
      }),
    ),
  ),
  language: maybe(pick(languages)),
  timezone: maybe(pick(zones)),
  firstSeen: maybe(anyMoment),
  lastSeen: maybe(anyMoment),
  devices: fc.array(
    fc.record({
      platform: pick(["android", "ios", "web"] as const),
      appid: pick(testThings.apps),
      language: maybe(pick(rawLanguages)),
      timezone: maybe(pick([...zones, "Nowhere/Land"])),
    }),
    { maxLength: 3 },
  ),
  lists: fc.subarray([...testThings.lists]),
  deeds: fc.array(anyDeed, { maxLength: 5 }),
});
