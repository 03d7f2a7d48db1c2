import { expect, it } from "vitest";
import { reasonsText } from "./use-bulk";

it("says each reason once, with the first names of the rows that it applies to", () => {
  const left = ["A", "B", "C", "D", "E"].map((name, n) => ({
    id: name,
    name,
    why: n === 1 ? "It is under way." : "It is scheduled.",
  }));
  expect(reasonsText(left)).toBe("A, C, D and 1 more: It is scheduled.\nB: It is under way.");
  expect(reasonsText(left.slice(0, 1))).toBe("A: It is scheduled.");
});
