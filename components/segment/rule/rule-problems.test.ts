import { expect, it } from "vitest";
import { ruleProblems } from "./rule-problems";
import { nodesIn, readRule } from "./rule-tree";

/** Problems by the place of their nodes in the order in which they are read. */
function problemsAt(rule: unknown): Record<number, string> {
  const tree = readRule(rule);
  const problems = ruleProblems(tree, []);
  return Object.fromEntries(
    nodesIn(tree.root).flatMap(({ id }, at) => {
      const problem = problems.get(id);
      return problem ? [[at, problem.message]] : [];
    }),
  );
}
const ios = { field: "platform", op: "is", value: "ios" };

it("a finished rule has none", () => {
  expect(problemsAt({ all: [ios, { none: [{ did: "read", within: "P30D" }] }] })).toEqual({});
});

it("each is at its condition or group", () => {
  expect(problemsAt({ all: [ios, { any: [] }, { field: "platform", op: "is" }] })).toEqual({
    2: "Add a condition, or remove this group.",
    3: "Choose a platform.",
  });
});

it("an empty rule and one of too many conditions say so at the outermost group", () => {
  expect(problemsAt({ all: [] })).toEqual({ 0: "Add a condition." });
  expect(problemsAt({ all: [{ any: Array.from({ length: 51 }, () => ios) }] })).toEqual({
    0: "A rule has at most 50 conditions. Remove some.",
  });
});

it("what the schema refuses besides is at its condition", () => {
  expect(problemsAt({ all: [{ ...ios, colour: "red" }] })[1]).toMatch(/unknown member/i);
});
