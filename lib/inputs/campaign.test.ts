import { expect, it } from "vitest";
import { campaignName, draftProblem } from "./campaign";

it.each([
  ["  Spring  ", "Spring"],
  ["", "Untitled"],
  ["\0", "Untitled"],
  ["Two\0words", "Two words"],
  ["Two\r\nlines", "Two lines"],
  ["🚀".repeat(300), "🚀".repeat(200)],
])("keeps %j by the name %j", (name, kept) => expect(campaignName(name)).toBe(kept));

it("says why a draft cannot be kept", () => {
  expect(draftProblem("x".repeat(262_144))).toBeUndefined();
  expect(draftProblem("x".repeat(262_145))).toMatch(/takes 262,145 bytes.*at most 262,144/);
  expect(draftProblem("é".repeat(131_073))).toMatch(/262,146 bytes/);
  expect(draftProblem('{"text":"a\0b"}')).toMatch(/U\+0000/);
  // As JSON writes it, it is six letters that can be kept.
  expect(draftProblem(JSON.stringify({ text: "a\0b" }))).toBeUndefined();
});
