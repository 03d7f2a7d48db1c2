import { expect, it } from "vitest";
import { zero } from "@/lib/results/counts";
import { comparedRates, pointsText } from "./comparison";

const counts = { ...zero, delivered: 50, read: 33, failed: 17 };

it("compares rates, and not numbers", () => {
  const former = { campaigns: 10, counts: { ...zero, delivered: 600, read: 250, failed: 150 } };
  expect(comparedRates(counts, former)).toEqual([
    { label: "Delivered", former: 0.85, points: -2 },
    { label: "Read", former: 0.25, points: 8 },
  ]);
});

it.each([
  [zero, counts],
  [counts, zero],
  [{ ...counts, queued: 1 }, counts],
])(
  "says nothing without deliveries on both sides, nor while some are on their way",
  (one, other) => {
    expect(comparedRates(one, { campaigns: 1, counts: other })).toEqual([]);
  },
);

it("says differences in words", () => {
  expect([8, 1, 0, -1, -20].map(pointsText)).toEqual([
    "8 points more than",
    "1 point more than",
    "the same as",
    "1 point less than",
    "20 points less than",
  ]);
});
