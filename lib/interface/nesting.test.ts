import { expect, it } from "vitest";
import { nestsDeeper } from "./nesting";

it.each([
  ["{}", 1, false],
  ["[[1], [2], {}]", 2, false],
  ["[[1], [[2]]]", 2, true],
  [String.raw`{"[[[": "]\\\"{{{", "a": ["\\\\", {}]}`, 3, false],
  [String.raw`["\\\\", [[`, 2, true],
  ["]]]]", 1, false],
  ["[".repeat(100_000), 64, true],
])("finds of %.40s whether it nests deeper than %i: %s", (text, most, deeper) => {
  expect(nestsDeeper(text, most)).toBe(deeper);
});
