import { expect, it, vi } from "vitest";
import { leastId } from "@/lib/database/id";
import { LookBack } from "./look-back";

it("a look reads everything every two seconds, and each time while older work is due", () => {
  let at = 10_000;
  vi.spyOn(performance, "now").mockImplementation(() => at);
  const lookBack = new LookBack();
  const isWhole = (hasOlder: boolean) => {
    const since = lookBack.next();
    lookBack.report(since, hasOlder);
    return since === leastId;
  };
  expect([isWhole(false), isWhole(false)]).toEqual([true, false]);
  at += 2_000;
  expect([isWhole(true), isWhole(true), isWhole(false), isWhole(false)]).toEqual([
    true,
    true,
    true,
    false,
  ]);
  vi.restoreAllMocks();
});
