import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { now } from "@/lib/runtime/clock";
import { keepTime } from "./keep-time";

const year = 365 * 86_400_000;
let stop: (() => void) | undefined;
beforeEach(() =>
  vi.useFakeTimers({ toFake: ["Date", "performance", "setInterval", "clearInterval"], now: 1_000 }),
);
afterEach(() => {
  stop?.();
  vi.useRealTimers();
});

/** A database whose clock is so far ahead, and whose answers take so long (milliseconds). */
function databaseClock() {
  const at = { aheadMs: 0, answersInMs: 0, away: false, reads: 0 };
  const read = async () => {
    at.reads += 1;
    if (at.away) throw new Error("away");
    // Read half way between question and answer, as far as anybody can know.
    vi.advanceTimersByTime(at.answersInMs / 2);
    const utc = Date.now() + at.aheadMs;
    vi.advanceTimersByTime(at.answersInMs / 2);
    return utc;
  };
  return { at, read };
}

it("sets this process's clock by the database's at once, half of the answer's way allowed for", async () => {
  const { at, read } = databaseClock();
  Object.assign(at, { aheadMs: year, answersInMs: 40 });
  stop = await keepTime(read);
  expect(now()).toBe(Date.now() + year);
});

it("follows the database's clock every second, by answers that came within half a second", async () => {
  const { at, read } = databaseClock();
  stop = await keepTime(read);
  Object.assign(at, { aheadMs: year, answersInMs: 600 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(at.reads).toBe(2);
  expect(now()).toBe(Date.now());
  at.answersInMs = 0;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(now()).toBe(Date.now() + year);
});

it("goes on by itself while the database is away, and starts with none that has no clock", async () => {
  const { at, read } = databaseClock();
  at.aheadMs = year;
  stop = await keepTime(read);
  at.away = true;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(at.reads).toBe(4);
  expect(now()).toBe(Date.now() + year);
  await expect(keepTime(read)).rejects.toThrow("away");
});

it("asks no more once stopped, and leaves this process its own clock", async () => {
  const { at, read } = databaseClock();
  at.aheadMs = year;
  (await keepTime(read))();
  expect(now()).toBe(Date.now());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(at.reads).toBe(1);
});
