import { expect, it } from "vitest";
import { funnelOf, shareText } from "./funnel";

const counts = { queued: 1, submitted: 2, delivered: 3, read: 4, failed: 5, expired: 5, capped: 7 };

it("counts at each step what came further, too", () => {
  expect(
    funnelOf(counts, [{ button: "Buy", count: 2 }]).map(({ label, count, share }) => [
      label,
      count,
      share,
    ]),
  ).toEqual([
    ["Deliveries", 20, 1],
    ["Submitted", 9, 0.45],
    ["Delivered", 7, 0.35],
    ["Read", 4, 0.2],
    ["Button pressed", 2, 0.1],
  ]);
});

it("has no step for buttons that were not pressed, and none at all before anything went out", () => {
  expect(funnelOf(counts, []).map(({ label }) => label)).not.toContain("Button pressed");
  expect(
    funnelOf(
      { queued: 0, submitted: 0, delivered: 0, read: 0, failed: 0, expired: 0, capped: 0 },
      [],
    ),
  ).toEqual([]);
});

it.each([
  [0, "0 %"],
  [0.001, "<1 %"],
  [0.5, "50 %"],
  [0.9999, "99 %"],
  [1, "100 %"],
])("writes %d as %s", (share, text) => {
  expect(shareText(share)).toBe(text);
});
