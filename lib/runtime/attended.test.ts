import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { attend, isAttended, rowsAtOnce } from "./attended";
import { forget } from "./once";

beforeEach(() => {
  forget("attended");
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => vi.useRealTimers());

it("makes bulk work small while others wait for answers, and for a moment after", () => {
  expect([isAttended(), rowsAtOnce(1_000)]).toEqual([false, 1_000]);
  attend();
  expect([isAttended(), rowsAtOnce(1_000), rowsAtOnce(1)]).toEqual([true, 167, 1]);
  vi.advanceTimersByTime(1_999);
  expect(isAttended()).toBe(true);
  vi.advanceTimersByTime(1);
  expect([isAttended(), rowsAtOnce(1_000)]).toEqual([false, 1_000]);
});
