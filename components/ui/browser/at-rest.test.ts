import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { atRest } from "./at-rest";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("runs once for all that is asked for in a row, when that has ended", () => {
  const run = vi.fn<() => void>();
  const rest = atRest(run);
  for (let key = 0; key < 5; key += 1) {
    rest.ask();
    vi.advanceTimersByTime(60);
  }
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(20);
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5_000);
  expect(run).toHaveBeenCalledTimes(1);
});

it("waits five seconds for a rest, and then starts again", () => {
  const run = vi.fn<() => void>();
  const rest = atRest(run);
  for (let ms = 0; ms < 10_050; ms += 50) {
    rest.ask();
    vi.advanceTimersByTime(50);
  }
  expect(run).toHaveBeenCalledTimes(2);
});

it("does nothing more once it was cancelled, and starts again when it is called again", () => {
  const run = vi.fn<() => void>();
  const rest = atRest(run);
  rest.ask();
  vi.advanceTimersByTime(70);
  rest.stop();
  vi.advanceTimersByTime(5_000);
  expect(run).not.toHaveBeenCalled();
  rest.ask();
  vi.advanceTimersByTime(79);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(1);
});
