import { expect, it } from "vitest";
import { soonest } from "./soonest";

it("puts what goes out first at the top, and what has no time at the end", () => {
  const campaigns = [{ startsAt: null }, { startsAt: "2030-01-02T00:00:00.000Z" }, { startsAt: "2030-01-01T00:00:00.000Z" }];
  expect(soonest(campaigns, 2).map(({ startsAt }) => startsAt)).toEqual(["2030-01-01T00:00:00.000Z", "2030-01-02T00:00:00.000Z"]);
  expect(soonest(campaigns, 9).at(-1)).toEqual({ startsAt: null });
});
