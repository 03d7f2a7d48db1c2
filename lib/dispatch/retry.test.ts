import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lifeEnd, nextAttempt, withinLife } from "./retry";

describe("nextAttempt", () => {
  it("doubles from a second to ten minutes", () => {
    const longest = [1, 2, 3, 4, 20, 5_000].map((attempts) => nextAttempt(0, attempts, 0, () => 1).getTime());
    expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 600_000, 600_000]);
  });

  it("lies at random within the second half of the pause", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempts, chance) => {
        const longest = nextAttempt(0, attempts, 0, () => 1).getTime();
        const at = nextAttempt(0, attempts, 0, () => chance).getTime();
        expect(at).toBeGreaterThanOrEqual(Math.floor(longest / 2));
        expect(at).toBeLessThanOrEqual(longest);
      }),
    );
  });

  it("never comes back before the provider's Retry-After", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_600_000 }), fc.integer({ min: 1, max: 40 }), (afterMs, attempts) => {
        expect(nextAttempt(1_000, attempts, afterMs).getTime()).toBeGreaterThanOrEqual(1_000 + afterMs);
      }),
    );
  });
});

describe("lifeEnd", () => {
  const countedFrom = new Date(1_000_000);
  it("is what comes first of expiry and time to live", () => {
    expect(lifeEnd({ countedFrom, expiresAt: new Date(1_060_000) }, 3_600)).toBe(1_060_000);
    expect(lifeEnd({ countedFrom, expiresAt: new Date(9_000_000) }, 60)).toBe(1_060_000);
    expect(lifeEnd({ countedFrom, expiresAt: null }, 60)).toBe(1_060_000);
  });
  it("gives a message with no time to live a quarter of a minute", () => {
    expect(lifeEnd({ countedFrom, expiresAt: null }, 0)).toBe(1_015_000);
  });
});

describe("withinLife", () => {
  it("tries once more before the end, then waits for it", () => {
    expect(withinLife(900, 0, 1_000).getTime()).toBe(900);
    expect(withinLife(5_000, 0, 1_000).getTime()).toBe(700);
    expect(withinLife(5_000, 700, 1_000).getTime()).toBe(1_000);
    expect(withinLife(60_000, 0, 1_000, 60_000).getTime()).toBe(1_000);
  });
});
