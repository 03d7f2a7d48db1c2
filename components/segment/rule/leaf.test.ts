import { expect, it } from "vitest";
import { operators, operatorsOf, type FieldKind } from "@/lib/segment/fields";
import {
  durationOf,
  durationParts,
  leafGap,
  valueForm,
  withDeed,
  withMember,
  withOperator,
  withScope,
  withSubject,
} from "./leaf";
import { activity, operatorWords, type AttributeChoice } from "./leaf-words";

const attributes: AttributeChoice[] = [
  { name: "plan", type: "text" },
  { name: "tier", type: "text" },
  { name: "age", type: "number" },
  { name: "vip", type: "boolean" },
];

it("another attribute of the same type keeps operator and value", () => {
  const members = { field: "attribute.plan", op: "contains", value: "gold" };
  expect(withSubject(members, "attribute.tier", attributes)).toEqual({
    ...members,
    field: "attribute.tier",
  });
});

it("a field of another kind keeps the operator where it fits, and no value", () => {
  const members = { field: "attribute.plan", op: "isNot", value: "gold" };
  expect(withSubject(members, "attribute.age", attributes)).toEqual({
    field: "attribute.age",
    op: "isNot",
  });
  expect(withSubject(members, "lastSeen", attributes)).toEqual({
    field: "lastSeen",
    op: "within",
    value: "P30D",
  });
});

it("what they did is asked within a usual time at first", () => {
  const members = withSubject({}, activity, attributes);
  expect(members).toEqual({ didNot: "read", within: "P30D" });
  expect(leafGap(members, attributes)).toBeUndefined();
});

it("one value becomes the first of several, and the reverse", () => {
  const one = { field: "platform", op: "is", value: "ios" };
  const many = withOperator(one, "in");
  expect(many).toEqual({ field: "platform", op: "in", value: ["ios"] });
  expect(withOperator({ ...many, value: ["ios", "web"] }, "isNot")).toEqual({
    field: "platform",
    op: "isNot",
    value: "ios",
  });
  expect(withOperator(many, "exists")).toEqual({ field: "platform", op: "exists" });
});

it("another deed drops the button that belongs to pressing alone", () => {
  const members = { did: "pressed", button: "BUY", within: "P7D" };
  expect(withDeed(members, "read", false)).toEqual({ didNot: "read", within: "P7D" });
  expect(withDeed(members, "pressed", false)).toEqual({
    didNot: "pressed",
    button: "BUY",
    within: "P7D",
  });
});

it("a campaign is chosen after it was asked for", () => {
  const members = withScope({ did: "read" }, "campaign");
  expect(leafGap(members, attributes)).toEqual({
    member: "campaign",
    message: "Choose a campaign.",
  });
  expect(withScope(withMember(members, "campaign", "x"), "anything")).toEqual({ did: "read" });
});

it.each([
  ["P30D", { count: "30", unit: "D" }],
  ["PT12H", { count: "12", unit: "H" }],
  ["P6M", { count: "6", unit: "M" }],
  ["PD", { count: "", unit: "D" }],
  ["P3xD", { count: "3x", unit: "D" }],
  [undefined, { count: "", unit: "D" }],
  ["P1DT12H", undefined],
  ["P1Y6M", undefined],
] as const)("the duration %s is filled in as %o", (duration, parts) => {
  expect(durationParts(duration)).toEqual(parts);
});

it.each(["P30D", "PT12H", "P6M", "PD", "P3xD"])("%s is what its parts make", (duration) => {
  const { count, unit } = durationParts(duration) ?? { count: "none", unit: "D" };
  expect(durationOf(count, unit)).toBe(duration);
});

it.each([
  [{}, "field"],
  [{ field: "attribute.gone", op: "is", value: "x" }, "field"],
  [{ field: "attribute.age", op: "startsWith", value: "x" }, "op"],
  [{ field: "attribute.age", op: "is", value: "old" }, "value"],
  [{ field: "attribute.age", op: "in", value: [1, "old"] }, "value"],
  [{ field: "attribute.age", op: "in", value: [] }, "value"],
  [{ field: "attribute.vip", op: "is" }, "value"],
  [{ field: "devices", op: "gte", value: 1.5 }, "value"],
  [{ field: "lastSeen", op: "within", value: "PD" }, "value"],
  [{ field: "country", op: "is", value: "XX" }, "value"],
  [{ did: "read", within: "P0D" }, "within"],
] as const)("%o lacks its %s", (members, member) => {
  expect(leafGap(members, attributes)?.member).toBe(member);
});

it.each([
  { field: "attribute.plan", op: "in", value: ["gold", "silver"] },
  { field: "attribute.vip", op: "is", value: false },
  { field: "attribute.age", op: "notExists" },
  { field: "firstSeen", op: "before", value: "2026-03-09" },
  { field: "language", op: "is", value: "pt-BR" },
  { did: "pressed", button: "BUY" },
])("%o is finished", (members) => {
  expect(leafGap(members, attributes)).toBeUndefined();
});

it("the operators of a kind differ in their words, and all say how a value is filled in", () => {
  for (const [kind, ops] of Object.entries(operatorsOf)) {
    const words = ops.map((op) => operatorWords(kind as FieldKind, op));
    expect(new Set(words).size).toBe(ops.length);
  }
  expect(operators.filter((op) => valueForm(op) === "none")).toEqual(["exists", "notExists"]);
});
