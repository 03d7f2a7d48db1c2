import { expect, it } from "vitest";
import { campaignName, draftProblem, nameProblem } from "./campaign";

it.each([
  ["  Spring  ", "Spring"],
  ["", "Untitled"],
  ["\t", "Untitled"],
  ["Two\r\nlines", "Two lines"],
  ["🚀".repeat(300), "🚀".repeat(200)],
])("stores %j under the name %j", (name, storedName) =>
  expect(campaignName(name)).toBe(storedName),
);

it.each(["Two\0words", "half \ud83d", "\ude80 of it"])("refuses %j as a name", (name) =>
  expect(nameProblem(name)).toMatch(/^Its name holds a character .*take it out\.$/),
);

it("says why a draft cannot be stored", () => {
  const problemOf = (draft: string) => draftProblem({ name: "Spring", draft });
  expect(problemOf("x".repeat(262_144))).toBeUndefined();
  expect(problemOf("x".repeat(262_145))).toMatch(/takes 262,145 bytes.*at most 262,144/);
  expect(problemOf("é".repeat(131_073))).toMatch(/262,146 bytes/);
  expect(problemOf('{"text":"a\0b"}')).toMatch(/^It holds .*U\+0000/);
  expect(problemOf('{"text":"a\ud800b"}')).toMatch(/surrogate/);
  // JSON escapes the character: the text has six letters in its place, which can be stored.
  expect(problemOf(JSON.stringify({ text: "a\0b\ud800" }))).toBeUndefined();
  expect(draftProblem({ name: "\0", draft: "{}" })).toMatch(/^Its name /);
});

it("judges the JSON of a draft as that of the request in it", () => {
  const problemOf = (draft: string) => draftProblem({ name: "Spring", draft });
  const nested = (levels: number) => `{"request":${'{"a":'.repeat(levels)}1${"}".repeat(levels)}}`;
  expect(problemOf(nested(32))).toBeUndefined();
  expect(problemOf(nested(33))).toMatch(
    /^It cannot be stored: Invalid JSON at .* nested 32 levels deep\.$/,
  );
  expect(problemOf(nested(30_000))).toMatch(/nested 32 levels deep\.$/);
  expect(problemOf('{"request":{"appid":"a","appid":"b"}}')).toBe(
    "It cannot be stored: Invalid JSON at /request/appid. A member may occur once only in its object.",
  );
});
