import { expect, it } from "vitest";
import { comparable } from "./answer-shape";

it("reports a value of another type where the sample has null, and what is missing or too much", () => {
  const sample = { at: "now", list: [{ next: null }], none: [] };
  const nulls = { "list/next": "string" } as const;
  const isAlike = (answer: unknown) => {
    const [printed, real] = comparable(sample, answer, nulls);
    return JSON.stringify(printed) === JSON.stringify(real);
  };
  expect(isAlike({ at: "then", list: [{ next: null }], none: [1] })).toBe(true);
  expect(isAlike({ at: null, list: [{ next: "more" }], none: [] })).toBe(true);
  expect(isAlike({ at: "then", list: [], none: [] })).toBe(true);
  expect(isAlike({ at: "then", list: [{ next: 1 }], none: [] })).toBe(false);
  expect(isAlike({ at: "then", list: [{ next: ["more"] }], none: [] })).toBe(false);
  expect(isAlike({ at: 1, list: [{ next: null }], none: [] })).toBe(false);
  expect(isAlike({ at: "then", list: { next: null }, none: [] })).toBe(false);
  expect(isAlike({ at: "then", none: [] })).toBe(false);
  expect(isAlike({ at: "then", list: [{ next: null }], none: [], more: 1 })).toBe(false);
});
