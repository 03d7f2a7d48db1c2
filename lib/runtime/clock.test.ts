import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { forgetClock, now, onClockJump, setClock, steady } from "./clock";

afterEach(() => {
  forgetClock();
  vi.useRealTimers();
});

it("is this process's own clock until it is set", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000 });
  expect(now()).toBe(1_000);
});

it("goes on from the time it was set to, for any jump of this process's own clock", () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: 1_000 });
  setClock(50_000, performance.now());
  vi.advanceTimersByTime(200);
  expect(now()).toBe(50_200);
  vi.setSystemTime(3 * 86_400_000);
  expect(now()).toBe(50_200);
  vi.setSystemTime(0);
  expect(now()).toBe(50_200);
});

it("counts no jump that is followed, and every other one", () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: 1_000 });
  setClock(50_000, performance.now());
  const begun = steady();
  const jumps: number[] = [];
  const stop = onClockJump((jump) => jumps.push(jump));
  onTestFinished(stop);
  setClock(now() + 60_000, performance.now());
  setClock(now() + 500, performance.now());
  expect(jumps).toEqual([60_000]);
  expect(steady() - begun).toBe(500);
  stop();
  setClock(now() - 60_000, performance.now());
  expect(steady() - begun).toBe(-59_500);
});
