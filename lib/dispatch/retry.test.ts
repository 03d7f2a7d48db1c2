import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lifeLeft, pauseAfter, pauseWithin } from "./retry";

describe("pauseAfter", () => {
  it("doubles from a second to ten minutes", () => {
    const longest = [1, 2, 3, 4, 20, 5_000].map((attempts) => pauseAfter(attempts, 0, () => 1));
    expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 600_000, 600_000]);
  });

  it("lies at random within the second half of the pause", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 30 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (attempts, chance) => {
          const longest = pauseAfter(attempts, 0, () => 1);
          const at = pauseAfter(attempts, 0, () => chance);
          expect(at).toBeGreaterThanOrEqual(Math.floor(longest / 2));
          expect(at).toBeLessThanOrEqual(longest);
        },
      ),
    );
  });

  it("never comes back before the provider's Retry-After", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3_600_000 }),
        fc.integer({ min: 1, max: 40 }),
        (afterMs, attempts) => {
          expect(pauseAfter(attempts, afterMs)).toBeGreaterThanOrEqual(afterMs);
        },
      ),
    );
  });
});

describe("lifeLeft", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"], now: 0 }));
  afterEach(() => vi.useRealTimers());
  const now = 1_000_000;
  it("is until what comes first of expiry and the end of the time to live", () => {
    const livesFrom = performance.now();
    expect(lifeLeft({ livesFrom, expiresAt: new Date(now + 60_000) }, 3_600, now)).toBe(60_000);
    expect(lifeLeft({ livesFrom, expiresAt: new Date(now + 9_000_000) }, 60, now)).toBe(60_000);
    expect(lifeLeft({ livesFrom, expiresAt: null }, 60, now)).toBe(60_000);
    expect(lifeLeft({ livesFrom: livesFrom - 61_000, expiresAt: null }, 60, now)).toBe(-1_000);
  });
  it("gives a message with no time to live a quarter of a minute", () => {
    expect(lifeLeft({ livesFrom: performance.now(), expiresAt: null }, 0, now)).toBe(15_000);
  });
});

describe("pauseWithin", () => {
  it("tries once more before the end, then waits for it", () => {
    expect(pauseWithin(1_000, 900)).toBe(900);
    expect(pauseWithin(1_000, 5_000)).toBe(700);
    expect(pauseWithin(300, 4_300)).toBe(300);
    expect(pauseWithin(1_000, 60_000, 60_000)).toBe(1_000);
  });
});
