import { describe, expect, it } from "vitest";
import { composerSteps } from "@/lib/compose/place";
import { markOf, stepOfHash, stepOfPop } from "./step-address";

describe("the step in the address", () => {
  it("is the hash, and no other hash is a step", () => {
    expect(composerSteps.map((step) => stepOfHash(`#${step}`))).toEqual(composerSteps);
    expect(["", "#", "#main", "content", "#Content", "#content/x"].map(stepOfHash)).toEqual(
      Array.from({ length: 6 }),
    );
  });

  it("is followed back and forward through the composer's own entries", () => {
    const own = "a";
    expect(stepOfPop({ state: { composer: "a" }, hash: "#delivery", own })).toBe("delivery");
    expect(stepOfPop({ state: { composer: "a" }, hash: "", own })).toBe("audience");
  });

  it("is left to the router where the entry is another page's or another message's", () => {
    const own = "a";
    expect(stepOfPop({ state: { composer: "b" }, hash: "#delivery", own })).toBeUndefined();
    expect(stepOfPop({ state: { __NA: true }, hash: "#delivery", own })).toBeUndefined();
  });

  it("can be typed, and a link to a place on the page changes nothing", () => {
    const own = "a";
    expect(stepOfPop({ state: null, hash: "#review", own })).toBe("review");
    expect(stepOfPop({ state: null, hash: "#main", own })).toBeUndefined();
  });

  it("reads a mark from any state of the history", () => {
    expect(
      [null, undefined, "x", {}, { composer: 1 }, { composer: "a", other: 2 }].map(markOf),
    ).toEqual([{}, {}, {}, {}, {}, { composer: "a" }]);
  });
});
