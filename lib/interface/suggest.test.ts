import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance, suggest } from "./suggest";

describe("editDistance", () => {
  it.each([
    ["", "", 0],
    ["a", "", 1],
    ["kitten", "sitting", 3],
    ["chorme", "chrome", 1],
    ["ca", "abc", 3],
  ])("%s → %s is %d", (from, to, distance) => {
    expect(editDistance(from, to)).toBe(distance);
  });

  it("is even-handed, and nothing for the same word", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (from, to) => {
        expect(editDistance(from, to)).toBe(editDistance(to, from));
        expect(editDistance(from, to) === 0).toBe(from === to);
      }),
    );
  });
});

describe("suggest", () => {
  const candidates = [
    "correlationid",
    "callbackData",
    "notifyurl",
    "notifyurlAuthId",
    "expiry",
    "appid",
  ];
  it.each([
    ["correlationId", "correlationid"],
    ["callback_data", "callbackData"],
    ["notifyUrl", "notifyurl"],
    ["appId", "appid"],
    ["exipry", "expiry"],
    ["unrelated", undefined],
    ["x", undefined],
    ["", undefined],
    ["y".repeat(1_000_000), undefined],
  ])("%.20s → %s", (input, expected) => {
    expect(suggest(input, candidates)).toBe(expected);
  });
});
