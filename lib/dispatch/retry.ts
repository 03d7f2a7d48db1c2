import { steady } from "@/lib/runtime/clock";

/** Pauses between attempts, in milliseconds: doubling from a second to ten minutes. */
const firstPauseMs = 1_000;
const longestPauseMs = 600_000;
/**
 * A message that is to live for no time at all is still tried for this long: an answer of 503 is
 * not worth losing it for.
 */
const shortestLifeMs = 15_000;

/**
 * Returns the milliseconds after which a delivery that a provider deferred is tried again: doubling
 * pauses with half of each at random, so that deliveries that failed together do not return
 * together; never before the provider's `Retry-After`.
 *
 * @param attempts attempts so far, the last one included
 * @param afterMs the provider's `Retry-After`, in milliseconds
 */
export function pauseAfter(
  attempts: number,
  afterMs = 0,
  random: () => number = Math.random,
): number {
  const pause = Math.min(
    firstPauseMs * 2 ** Math.min(Math.max(attempts, 1) - 1, 20),
    longestPauseMs,
  );
  const jittered = pause / 2 + (pause / 2) * random();
  return Math.max(jittered, afterMs * (1 + random() / 10));
}

/** How long before the end of a message's life the last attempt starts, in milliseconds. */
const lastChanceMs = 300;

/**
 * The pause before the next attempt of a message that may not live as long: one last time shortly
 * before its end, unless the provider wants to be left alone until then; after that it waits for
 * its end, when it is reported as expired. All in milliseconds.
 */
export function pauseWithin(leftMs: number, wantedMs: number, afterMs = 0): number {
  if (wantedMs < leftMs) return wantedMs;
  const last = leftMs - lastChanceMs;
  return last > lastChanceMs && afterMs < last ? last : leftMs;
}

/**
 * For how long a delivery may still be tried, in milliseconds, not above 0 when no longer: until
 * what comes first of its expiry, which is a time of the calendar, and the end of its time to live,
 * which no clock that jumps changes.
 *
 * @param now milliseconds UTC
 */
export function lifeLeft(
  message: { livesFrom: number; expiresAt: Date | null },
  ttlSeconds: number,
  now: number,
): number {
  const byTtl = message.livesFrom + Math.max(ttlSeconds * 1_000, shortestLifeMs) - steady();
  return Math.min(byTtl, (message.expiresAt?.getTime() ?? Infinity) - now);
}
