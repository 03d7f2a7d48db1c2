import { describe, expect, it, vi } from "vitest";
import { persist } from "./persist";

describe("persist", () => {
  it("goes on until it succeeds, and reports each failure", async () => {
    vi.useFakeTimers();
    const run = vi.fn<() => Promise<string>>(async () => {
      if (run.mock.calls.length < 4) throw new Error(`no ${run.mock.calls.length}`);
      return "done";
    });
    const onFailure = vi.fn<(error: unknown) => void>();
    const result = persist(run, { forMs: 60_000, onFailure });
    await vi.runAllTimersAsync();
    expect(await result).toBe("done");
    expect(onFailure.mock.calls.map(([error]) => (error as Error).message)).toEqual([
      "no 1",
      "no 2",
      "no 3",
    ]);
    vi.useRealTimers();
  });

  it("throws the last error when its time is over", async () => {
    vi.useFakeTimers();
    const run = vi.fn<() => Promise<never>>(() => Promise.reject(new Error("away")));
    const result = persist(run, { forMs: 10_000, onFailure: () => undefined });
    await Promise.all([expect(result).rejects.toThrow("away"), vi.runAllTimersAsync()]);
    expect(run.mock.calls.length).toBeGreaterThan(4);
    expect(run.mock.calls.length).toBeLessThan(12);
    vi.useRealTimers();
  });
});
