import { expect, it } from "vitest";
import { valueText } from "./attribute-words";

it.each([
  ["text", "2024-01-01", "2024-01-01"],
  ["number", 1234.5, "1,234.5"],
  ["boolean", false, "No"],
  ["date", "1990-05-01", "May 1, 1990"],
  ["date", "2026-02-07T14:52:10.000Z", "7 Feb 2026, 14:52:10 UTC"],
] as const)("a value of the type %s reads in plain words", (type, value, text) => {
  expect(valueText(type, value)).toBe(text);
});
