import { describe, expect, it } from "vitest";
import { schemaProblems } from "@/lib/interface/pointer";
import { attributeFaults } from "./attributes";
import { before, readDuration } from "./duration";
import { mostLeaves, ruleSchema } from "./rule";
import { countries, countryOf, zonesOf } from "./zones";

const read = (rule: unknown) => {
  const parsed = ruleSchema.safeParse(rule);
  return parsed.success ? parsed.data : schemaProblems(parsed.error);
};
const pointers = (rule: unknown) => {
  const problems = read(rule);
  return Array.isArray(problems) ? problems.map(({ pointer }) => pointer) : [];
};
const leaf = { field: "devices", op: "gt", value: 1 };
const nested = (levels: number): object => (levels < 2 ? leaf : { all: [nested(levels - 1)] });

describe("the rule of a segment", () => {
  it.each([
    leaf,
    { all: [{ field: "platform", op: "in", value: ["ios", "web"] }, { none: [leaf] }] },
    { field: "attribute.plan", op: "notExists" },
    { field: "lastSeen", op: "within", value: "P30D" },
    { did: "pressed", button: "BUY_NOW", template: "welcome", within: "PT12H" },
    nested(6),
    { any: Array.from({ length: mostLeaves }, () => leaf) },
  ])("%j is read as it is", (rule) => {
    expect(read(rule)).toEqual(rule);
  });

  it.each([
    ["a language in its canonical form", "language", "pt-br", "pt-BR"],
    ["a moment in UTC", "firstSeen", "2026-02-07T14:52:10+01:00", "2026-02-07T13:52:10.000Z"],
  ])("stores %s", (_, field, value, stored) => {
    const op = field === "language" ? "is" : "before";
    expect(read({ field, op, value })).toEqual({ field, op, value: stored });
  });

  it.each([
    ["nothing", undefined, [""]],
    ["an empty object", {}, [""]],
    ["an empty group", { all: [] }, ["/all"]],
    ["a member of another form", { all: [leaf], field: "devices" }, ["/field"]],
    ["an unknown field", { any: [{ ...leaf, field: "devises" }] }, ["/any/0/field"]],
    ["the name of an attribute", { ...leaf, field: "attribute.a b" }, ["/field"]],
    ["an unknown operator", { ...leaf, op: "equals" }, ["/op"]],
    ["an operator that does not fit", { none: [{ ...leaf, op: "contains" }] }, ["/none/0/op"]],
    ["a value of another type", { ...leaf, value: "1" }, ["/value"]],
    ["a value of a list", { field: "country", op: "in", value: ["DE", "XX"] }, ["/value/1"]],
    ["a value where none is", { field: "language", op: "exists", value: "de" }, ["/value"]],
    ["no duration", { field: "lastSeen", op: "within", value: "30 days" }, ["/value"]],
    ["an unknown deed", { did: "opened" }, ["/did"]],
    ["a button of no press", { did: "read", button: "YES" }, ["/button"]],
    ["a misspelt member", { didNot: "read", withing: "P1D" }, ["/withing"]],
    ["both did and didNot", { did: "read", didNot: "sent" }, ["/didNot"]],
    ["seven levels", nested(7), ["/all/0/all/0/all/0/all/0/all/0/all/0"]],
    [
      "fifty-one conditions",
      {
        all: [
          { any: Array.from({ length: 26 }, () => leaf) },
          { any: Array.from({ length: 25 }, () => leaf) },
        ],
      },
      ["/all/1/any/24"],
    ],
    [
      "several at once",
      { all: [{ ...leaf, op: "x" }, 5, { ...leaf, more: 1 }] },
      ["/all/0/op", "/all/1", "/all/2/more"],
    ],
  ])("%s is refused where it stands", (_, rule, expected) => {
    expect(pointers(rule)).toEqual(expected);
  });

  it("says how to mend it", () => {
    expect(read({ field: "platfrom", op: "is", value: "ios" })).toEqual([
      { pointer: "/field", message: 'unknown field "platfrom"; did you mean platform?' },
    ]);
    expect(read({ field: "devices", op: "contains", value: "1" })).toEqual([
      {
        pointer: "/op",
        message:
          "contains does not fit devices, which is a number; use is, isNot, in, notIn, gt, gte, lt, lte",
      },
    ]);
  });

  it("is checked against the attributes of the service", () => {
    const attributes = new Map([
      ["plan", { type: "text" as const }],
      ["born", { type: "date" as const }],
    ]);
    const rule = ruleSchema.parse({
      all: [
        { field: "attribute.plan", op: "is", value: "gold" },
        { field: "attribute.plam", op: "is", value: "gold" },
        { field: "attribute.plan", op: "gt", value: 3 },
        { field: "attribute.born", op: "before", value: "yesterday" },
      ],
    });
    expect(
      attributeFaults(rule, attributes).map(({ pointer, rule: broken }) => [pointer, broken]),
    ).toEqual([
      ["/rule/all/1/field", "segment.attribute"],
      ["/rule/all/2/op", "segment.op.field"],
      ["/rule/all/3/value", "segment.value"],
    ]);
  });
});

describe("durations", () => {
  it.each([
    ["P30D", "2026-10-31T12:00:00.000Z"],
    ["P1M", "2026-10-30T12:00:00.000Z"],
    ["P9M", "2026-02-28T12:00:00.000Z"],
    ["P1Y2W", "2025-11-16T12:00:00.000Z"],
    ["PT36H30M5S", "2026-11-28T23:29:55.000Z"],
  ])("%s before a moment", (text, moment) => {
    const duration = readDuration(text);
    expect(duration && before(duration, new Date("2026-11-30T12:00:00Z")).toISOString()).toBe(
      moment,
    );
  });

  it.each(["", "P", "PT", "30D", "P-1D", "P1.5D", "P0D", "P101Y", "P999999Y", "PT5", "P1D2M"])(
    "%j is none",
    (text) => {
      expect(readDuration(text)).toBeUndefined();
    },
  );
});

describe("countries of time zones", () => {
  it("are those of the zones that this engine has for each country", () => {
    const others = countries.flatMap((country) => {
      const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { timeZones?: string[] };
      return (locale.timeZones ?? [])
        .filter((zone) => countryOf(zone) !== country)
        .map((zone) => [country, zone]);
    });
    expect(others).toEqual([]);
  });

  it("are one for each zone", () => {
    for (const country of countries)
      for (const zone of zonesOf(country)) expect(countryOf(zone)).toBe(country);
    expect(countryOf("Asia/Kolkata")).toBe(countryOf("Asia/Calcutta"));
    expect(countryOf("Etc/UTC")).toBeUndefined();
  });
});
