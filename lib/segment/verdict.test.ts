import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupOf, leavesOf, type Rule } from "./rule";
import { anyRule } from "./testing";
import { verdictOf } from "./verdict";

/** Groups as they are read, over the leaves from left to right. */
function truth(rule: Rule, truths: boolean[]): boolean {
  const group = groupOf(rule);
  if (!group) return truths.shift() === true;
  const parts = group.rules.map((one) => truth(one, truths));
  if (group.group === "all") return parts.every(Boolean);
  return group.group === "any" ? parts.some(Boolean) : !parts.some(Boolean);
}

const ruleWithTruths = anyRule.chain((rule) => {
  const { length } = leavesOf(rule);
  return fc.tuple(
    fc.constant(rule),
    fc.array(fc.boolean(), { minLength: length, maxLength: length }),
  );
});

describe("a verdict", () => {
  it("is what the groups say, and no misses where they say yes", () => {
    fc.assert(
      fc.property(ruleWithTruths, ([rule, truths]) => {
        const { matches, misses } = verdictOf(rule, truths);
        expect(matches).toBe(truth(rule, [...truths]));
        expect(misses === 0).toBe(matches);
      }),
    );
  });

  it("with one miss names a leaf that makes it true", () => {
    fc.assert(
      fc.property(ruleWithTruths, ([rule, truths]) => {
        const { misses, reason } = verdictOf(rule, truths);
        const flipped = truths.map((_, at) =>
          truth(
            rule,
            truths.map((one, other) => (other === at ? !one : one)),
          ),
        );
        const at = leavesOf(rule).findIndex(({ path }) => path.join() === reason.join());
        const isEnough = misses !== 1 || flipped[at] === true;
        const isNeeded = misses < 2 || !flipped.includes(true);
        expect({ isEnough, isNeeded }).toEqual({ isEnough: true, isNeeded: true });
      }),
      { numRuns: 500 },
    );
  });

  it("names the leaf that decides", () => {
    const leaf = { field: "devices", op: "gt", value: 1 } as const;
    const rule: Rule = { all: [{ any: [leaf, leaf] }, { none: [leaf] }] };
    expect(verdictOf(rule, [false, true, false])).toEqual({
      matches: true,
      reason: ["all", 0, "any", 1],
      misses: 0,
    });
    expect(verdictOf(rule, [false, true, true])).toMatchObject({
      reason: ["all", 1, "none", 0],
      misses: 1,
    });
    expect(verdictOf(rule, [false, false, true])).toMatchObject({
      reason: ["all", 0, "any", 0],
      misses: 2,
    });
  });
});
