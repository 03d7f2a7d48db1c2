import { expect, it } from "vitest";
import { failedTone } from "./overview";

it("is red only where at least half was not delivered", () => {
  expect([failedTone(0, 0), failedTone(49, 100), failedTone(50, 100), failedTone(3, 3)]).toEqual([
    "amber",
    "amber",
    "red",
    "red",
  ]);
});
