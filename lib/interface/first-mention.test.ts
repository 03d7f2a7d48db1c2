import { expect, it } from "vitest";
import { firstMentions } from "./first-mention";

it("knows each identifier of each kind once, in any order of kinds", () => {
  const isFirst = firstMentions();
  const mentions = [
    ["userid", "a"],
    ["ios_pushid", "a"],
    ["userid", "a"],
    ["userid", "ios_pushid a"],
    ["ios_pushid", "a"],
    ["userid", ""],
    ["userid", ""],
  ] as const;
  expect(mentions.map(([key, id]) => isFirst(key, id))).toEqual([
    true,
    true,
    false,
    true,
    false,
    true,
    false,
  ]);
  expect(firstMentions()("userid", "a")).toBe(true);
});
