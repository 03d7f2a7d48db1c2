import { expect, it } from "vitest";
import { estimateText } from "./estimate-line";

it.each([
  [{ users: 73, total: 200, sampled: 200 }, "73"],
  [{ users: 0, total: 200, sampled: 200 }, "0"],
  [{ users: 123_456, total: 1_000_000, sampled: 500 }, "About 120,000"],
  [{ users: 0, total: 1_000_000, sampled: 500 }, "Few or none"],
])("%o reads “%s”", (estimate, text) => {
  expect(estimateText(estimate)).toBe(text);
});
