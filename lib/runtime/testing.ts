import { vi } from "vitest";

/**
 * Stops the monotonic clock where it is, until `vi.useRealTimers`: nothing ends or fills again by
 * the time that a slow machine takes. For tests.
 */
export function stopMonotonicClock(): void {
  const at = performance.now();
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.advanceTimersByTime(at);
}
