import { firstIdAt, leastId } from "@/lib/database/id";
import { now } from "@/lib/runtime/clock";

/** Nearly all work is of messages of so many last days, which lie in three partitions at most. */
const recentMs = 14 * 86_400_000;
/** How often a look for work reads all partitions: planning that takes milliseconds. */
const wholeEveryMs = 2_000;

/** Returns the least id of the messages that a look for work reads most often. */
export function recentId(): string {
  return firstIdAt(now() - recentMs);
}

/**
 * How far back each look for due rows reads: two weeks, and every two seconds everything. While
 * older work is due, each look reads everything.
 */
export class LookBack {
  #wholeAt = -Infinity;
  #hasOlder = false;

  /** Returns the least message id of the next look. */
  next(): string {
    const at = performance.now();
    if (!this.#hasOlder && at - this.#wholeAt < wholeEveryMs) return recentId();
    this.#wholeAt = at;
    return leastId;
  }

  /**
   * Reports what a look found.
   *
   * @param since what {@link next} returned for it
   */
  report(since: string, hasOlder: boolean): void {
    if (since === leastId) this.#hasOlder = hasOlder;
  }
}
