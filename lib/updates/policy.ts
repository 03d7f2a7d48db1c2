const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How updates are sent and tried again. Times in milliseconds. */
export interface UpdatePolicy {
  /** Pauses after the first, second, … failure; when they are used up the update is parked. */
  pausesMs: readonly number[];
  /**
   * Each pause varies by this share of it, up and down, so that what failed together does not come
   * back together.
   */
  jitter: number;
  /** The longest `Retry-After` that is honoured. */
  retryAfterCapMs: number;
  /** For one call, authentication apart (contract 7). */
  timeoutMs: number;
  /** A claim is valid so long without a heartbeat; then another process takes the update over. */
  leaseMs: number;
  heartbeatMs: number;
  /**
   * Calls under way at once: in all, to one origin, to one that accepted nothing yet (each accepted
   * update allows one more), and to one that keeps failing.
   */
  inFlight: number;
  perOrigin: number;
  perNewOrigin: number;
  perSickOrigin: number;
  /**
   * A call that is not answered in this time keeps its origin's place, but none of `inFlight`; at
   * most so many of them.
   */
  overdueMs: number;
  overdue: number;
  /**
   * So many times as may be under way are leased for an origin that is well, so that its
   * connections need not wait for the database.
   */
  ahead: number;
  /** Updates that this process leases at once. */
  mostLeased: number;
  /**
   * Updates that this process has before they are stored wait for their call so many at once, and
   * are stored when they are not sent in this time.
   */
  mostUnstored: number;
  unstoredMs: number;
  /** An origin counts as sick after so many failures in a row. */
  sickAfter: number;
  /** A later update of a delivery waits for an earlier one until that one has failed so often. */
  holdAttempts: number;
  /** Pause between two looks when there is nothing to do, growing from the first to the second. */
  pollMs: readonly [number, number];
  /** Between 0 and 1. */
  random: () => number;
}

/** Retries for about 24 hours: the pauses add up to 23 h 43 min. */
export const defaultPolicy: UpdatePolicy = {
  pausesMs: [
    5 * second,
    30 * second,
    2 * minute,
    10 * minute,
    30 * minute,
    hour,
    2 * hour,
    4 * hour,
    6 * hour,
    10 * hour,
  ],
  jitter: 0.2,
  retryAfterCapMs: hour,
  timeoutMs: 10 * second,
  leaseMs: 30 * second,
  heartbeatMs: 10 * second,
  inFlight: 256,
  perOrigin: 16,
  perNewOrigin: 2,
  perSickOrigin: 2,
  overdueMs: second,
  overdue: 1_024,
  ahead: 16,
  mostLeased: 2_048,
  mostUnstored: 4_096,
  unstoredMs: second,
  sickAfter: 5,
  holdAttempts: 3,
  pollMs: [200, 5_000],
  random: Math.random,
};
