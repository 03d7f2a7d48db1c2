import { expect, it } from "vitest";
import { ruleProblems } from "./rule-problems";
import { readRule } from "./rule-tree";
import { treeWords } from "./rule-words";

const words = (rule: unknown) => {
  const tree = readRule(rule);
  return treeWords(tree, ruleProblems(tree, []), {});
};

it("a finished rule reads as a sentence", () => {
  expect(words({ all: [{ field: "platform", op: "is", value: "ios" }] })).toBe("iOS users.");
  expect(words({ any: [{ did: "read" }] })).toBe("Users who read something.");
});

it("what is not finished is left out of the words", () => {
  expect(words({ all: [{ did: "read" }, { field: "platform", op: "is" }, { any: [{}] }] })).toBe(
    "Users who read something …",
  );
  expect(words({ all: [{}] })).toBeUndefined();
});
