import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attemptedBy, decideVerdict } from "./judge";
import { defaultPolicy } from "./policy";

const now = Date.UTC(2026, 1, 7, 12, 0, 0);
const policy = { ...defaultPolicy, random: () => 0.5 };
const verdict = (status: number, attempts = 0, retryAfter?: string) =>
  decideVerdict(attemptedBy(status, retryAfter, policy, now), attempts, policy);

describe("judging an attempt", () => {
  it("takes any 2xx for success, 410 for the end, and tries everything else again", () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), (status) => {
        const expected = status >= 200 && status < 300 ? "sent" : status === 410 ? "gone" : "retry";
        expect(verdict(status).kind).toBe(expected);
      }),
    );
  });

  it("retries for about 24 hours with pauses that grow", () => {
    const verdicts = Array.from({ length: 12 }, (_, attempts) => verdict(500, attempts));
    const pauses = verdicts.flatMap((one) => (one.kind === "retry" ? [one.pauseMs] : []));
    expect(pauses).toHaveLength(10);
    expect(verdicts[10]).toEqual({
      kind: "parked",
      reason: "answered 500; given up after 11 attempts",
    });
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000;
    expect(hours).toBeGreaterThan(23);
    expect(hours).toBeLessThan(24.1);
  });

  it("jitters each pause by a fifth", () => {
    const pause = (random: number) =>
      decideVerdict({ status: 500, error: "x" }, 0, { ...defaultPolicy, random: () => random });
    expect([pause(0), pause(0.5), pause(1)]).toEqual(
      [4_000, 5_000, 6_000].map((pauseMs) => ({ kind: "retry", pauseMs })),
    );
  });

  it("obeys Retry-After of 429 and 503, up to an hour, never sooner than the pause", () => {
    expect(verdict(429, 0, "60")).toEqual({ kind: "retry", pauseMs: 60_000 });
    expect(verdict(503, 0, "Sat, 07 Feb 2026 12:02:00 GMT")).toEqual({
      kind: "retry",
      pauseMs: 120_000,
    });
    expect(verdict(429, 0, "999999")).toEqual({ kind: "retry", pauseMs: 3_600_000 });
    expect(verdict(429, 1, "1")).toEqual({ kind: "retry", pauseMs: 30_000 });
    expect(verdict(500, 0, "60")).toEqual({ kind: "retry", pauseMs: 5_000 });
  });

  it("parks at once what would fail again", () => {
    expect(
      decideVerdict({ status: null, error: "a private address", final: true }, 0, policy),
    ).toEqual({
      kind: "parked",
      reason: "a private address",
    });
  });
});
