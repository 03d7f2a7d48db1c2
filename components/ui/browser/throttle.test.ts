import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { throttle } from "./throttle";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("throttle", () => {
  it("runs the first at once, and the last of many later, once", () => {
    const run = vi.fn<() => void>();
    const { ask } = throttle(run, 300);
    for (let n = 0; n < 5; n++) ask();
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(299);
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(5000);
    expect(run).toHaveBeenCalledTimes(2);
    ask();
    expect(run).toHaveBeenCalledTimes(3);
  });
  it("runs no more once stopped", () => {
    const run = vi.fn<() => void>();
    const { ask, stop } = throttle(run, 300);
    ask();
    ask();
    stop();
    vi.advanceTimersByTime(1000);
    expect(run).toHaveBeenCalledTimes(1);
  });
});
