import { describe, expect, it } from "vitest";
import { hiddenFrom } from "./cut-measures";

describe("hiddenFrom", () => {
  it("finds the border wherever it is, both ends included", () => {
    for (let border = 0; border <= 9; border++)
      expect(hiddenFrom(9, (at) => at >= border)).toBe(border);
  });
  it("asks fewer than 14 times in 4,000 places", () => {
    let calls = 0;
    hiddenFrom(4_000, (at) => {
      calls += 1;
      return at >= 40;
    });
    expect(calls).toBeLessThan(14);
  });
});
