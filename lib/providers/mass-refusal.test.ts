import { describe, expect, it, vi } from "vitest";
import { sparingDevices } from "./mass-refusal";
import type { Outcome } from "./provider";

const retires = (outcome: Outcome) => outcome.kind === "rejected" && outcome.retireDevice;

describe("a batch that is refused as a whole", () => {
  const dead: Outcome = {
    kind: "rejected",
    code: "7512",
    reason: "no such token",
    retireDevice: true,
  };
  const deadOnes = (count: number) => Array.from({ length: count }, () => dead);
  /** The reports of a batch of which so many are answered. */
  const reportsOf = (count: number, outcomes: readonly Outcome[]) => {
    const all: Outcome[] = [];
    const tell = sparingDevices(count, (n, outcome) => {
      expect(all[n]).toBeUndefined();
      all[n] = outcome;
    });
    for (const [n, outcome] of outcomes.entries()) tell(n, outcome);
    return all;
  };

  it("keeps its devices, because the credential is the wrong one", () => {
    expect(reportsOf(10, deadOnes(10)).map(retires)).toEqual(
      Array.from({ length: 10 }, () => false),
    );
  });
  it("loses them when it is small, or when one token was accepted", () => {
    expect(reportsOf(9, deadOnes(9)).map(retires)).toEqual(Array.from({ length: 9 }, () => true));
    const outcomes = [...deadOnes(10), { kind: "submitted" } as const];
    expect(reportsOf(11, outcomes)).toEqual(outcomes);
  });
  it("reports at once what is beyond doubt, and waits a moment only for one that is not answered", async () => {
    expect(reportsOf(30, [{ kind: "submitted" }, ...deadOnes(3)])).toHaveLength(4);
    const waiting = reportsOf(30, deadOnes(12));
    expect(waiting).toEqual([]);
    await vi.waitFor(() => expect(waiting).toHaveLength(12), 30_000);
    expect(waiting.some(retires)).toBe(false);
  });
});
