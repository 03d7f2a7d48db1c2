import { expect, it } from "vitest";
import { scaleText, scaleTop } from "./bar-chart";

it.each([
  [0, 2],
  [1, 2],
  [2, 2],
  [3, 4],
  [7, 8],
  [10, 10],
  [11, 20],
  [99, 100],
  [100, 100],
  [101, 200],
  [750, 800],
  [1_234_567, 2_000_000],
])("%i fits under %i", (most, top) => expect(scaleTop(most)).toBe(top));

it("halves to whole numbers", () => {
  for (let most = 1; most < 5_000; most += 1)
    expect([scaleTop(most) >= most, (scaleTop(most) / 2) % 1]).toEqual([true, 0]);
});

it("writes large numbers short", () =>
  expect([400, 1_000, 20_000, 2_000_000].map(scaleText)).toEqual(["400", "1K", "20K", "2M"]));
