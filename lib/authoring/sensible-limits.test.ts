import { expect, it } from "vitest";
import type { TemplateParameter } from "@/lib/template/parameters";
import { withSensibleLimits } from "./sensible-limits";
import { newParameter } from "./template-draft";
import { worstTexts } from "./worst-case";

const own = { appid: "shop", templateId: "t", app: undefined };
const parameter = (name: string, rest: Partial<TemplateParameter> = {}): TemplateParameter => ({
  ...newParameter(name),
  ...rest,
});
const making = (text: string, ...parameters: TemplateParameter[]) => ({
  blocks: { android: { text }, ios: { text } },
  parameters,
  languages: [],
});

it("gives all texts one maximum with which everything fits", () => {
  const open = making(
    "${name} ${order} ${day}",
    parameter("name"),
    parameter("order", { maxLength: 12 }),
    parameter("day", { type: "date" }),
  );
  expect(worstTexts(open, own)).toEqual([
    expect.stringMatching(/^Up to [\d,]+ of 4,096 bytes /),
    "Set a maximum length for ${name}.",
  ]);
  const limited = withSensibleLimits(open, own) ?? [];
  expect(limited.map(({ maxLength }) => maxLength)).toEqual([1_000, 12, undefined]);
  expect(worstTexts({ ...open, parameters: limited }, own)).toEqual([]);
});

it("lowers limits that are too large together", () => {
  const large = making(
    "${a}${a}${a} ${b}",
    parameter("a", { maxLength: 2_000 }),
    parameter("b", { maxLength: 10 }),
  );
  expect(worstTexts(large, own)[1]).toBe("Lower the maximum length of ${a}.");
  const limited = withSensibleLimits(large, own) ?? [];
  expect(limited[1]?.maxLength).toBe(10);
  expect(worstTexts({ ...large, parameters: limited }, own)).toEqual([]);
});

it("has none for texts that are too long by themselves", () => {
  expect(withSensibleLimits(making("x".repeat(4_200), parameter("a")), own)).toBeUndefined();
});
