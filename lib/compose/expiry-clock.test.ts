import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { emptyComposition } from "./composition";
import { examineForm } from "./examiner";
import { whenPassed } from "./expiry-clock";

const start = Date.parse("2026-01-01T00:00:00.000Z");
const day = 24 * 3_600_000;
beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

it("returns the moment from which an expiry is refused", () => {
  const expiry = "2026-01-01T00:10:00.000Z";
  const { request } = emptyComposition("");
  const passed = (now: number) =>
    examineForm({ ...request, expiry }, [], [], now)
      .problems.map(({ pointer }) => pointer)
      .includes("/expiry");
  const onPassed = vi.fn<(now: number) => void>();
  whenPassed(expiry, start, onPassed);
  vi.advanceTimersByTime(600_000);
  expect([onPassed.mock.calls.length, passed(start)]).toEqual([0, false]);
  vi.advanceTimersByTime(1);
  expect(onPassed.mock.calls.map(([now]) => passed(now))).toEqual([true]);
  const again = vi.fn<(now: number) => void>();
  whenPassed(expiry, Date.now(), again);
  vi.advanceTimersByTime(day);
  expect(again).not.toHaveBeenCalled();
});

it("is asked again about a far expiry, and stops on request", () => {
  const onPassed = vi.fn<(now: number) => void>();
  whenPassed("2027-01-01T00:00:00.000Z", start, onPassed);
  vi.advanceTimersByTime(24 * day);
  expect(onPassed).toHaveBeenCalledExactlyOnceWith(start + 24 * day);
  whenPassed("2026-02-01T00:00:00.000Z", Date.now(), onPassed)();
  whenPassed({}, Date.now(), onPassed);
  vi.advanceTimersByTime(30 * day);
  expect(onPassed).toHaveBeenCalledOnce();
});
