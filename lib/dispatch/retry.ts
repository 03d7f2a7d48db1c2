/** Pauses between attempts, in milliseconds: doubling from a second to ten minutes. */
const firstPauseMs = 1_000;
const longestPauseMs = 600_000;
/** A message that is to live for no time at all is still tried for this long: an answer of 503 is not worth losing it for. */
const shortestLifeMs = 15_000;

/**
 * When a delivery that a provider put off is tried again: doubling pauses with half of each at random, so that what failed together does not
 * come back together; never before the provider's `Retry-After`.
 *
 * @param attempts attempts made, the last one included
 * @param afterMs the provider's wish, in milliseconds
 */
export function nextAttempt(now: number, attempts: number, afterMs = 0, random: () => number = Math.random): Date {
  const pause = Math.min(firstPauseMs * 2 ** Math.min(Math.max(attempts, 1) - 1, 20), longestPauseMs);
  const jittered = pause / 2 + (pause / 2) * random();
  return new Date(now + Math.max(jittered, afterMs * (1 + random() / 10)));
}

/** A last attempt is made so long before the end of a message's life, in milliseconds. */
const lastChanceMs = 300;

/**
 * The next attempt of a message that does not live as long as its pause: one last time shortly before its end, unless the provider wants to be
 * left alone until then; after that it waits for its end, when it is told as expired.
 */
export function withinLife(wanted: number, now: number, end: number, afterMs = 0): Date {
  if (wanted < end) return new Date(wanted);
  const last = end - lastChanceMs;
  return new Date(last > now + lastChanceMs && now + afterMs < last ? last : end);
}

/** Until when a delivery may be tried (milliseconds UTC): what comes first of its expiry and its time to live. */
export function lifeEnd(message: { countedFrom: Date; expiresAt: Date | null }, ttlSeconds: number): number {
  const byTtl = message.countedFrom.getTime() + Math.max(ttlSeconds * 1_000, shortestLifeMs);
  return Math.min(byTtl, message.expiresAt?.getTime() ?? Infinity);
}
