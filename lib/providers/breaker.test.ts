import { describe, expect, it, vi } from "vitest";
import { Breaker } from "./breaker";
import type { OpenCircuit, Outcome } from "./provider";

const broken: Outcome = {
  kind: "deferred",
  code: "7565",
  reason: "FCM 500 INTERNAL",
  trouble: "outage",
};
const well: Outcome = { kind: "submitted" };

/** A breaker on a clock that stands until it is moved, and without chance. */
function make() {
  let now = 0;
  const seen: (OpenCircuit | undefined)[] = [];
  const breaker = new Breaker(
    "fcm",
    (open) => seen.push(open),
    () => now,
    () => 0.5,
  );
  const send = vi.fn<() => Promise<Outcome>>();
  const answer = async (outcome: Outcome) => {
    send.mockResolvedValue(outcome);
    now += 1;
    return breaker.one(send);
  };
  const fail = async (times: number) => {
    for (let n = 0; n < times; n += 1) await answer(broken);
  };
  return { breaker, seen, send, answer, fail, pass: (ms: number) => (now += ms) };
}

describe("the circuit breaker", () => {
  it("holds what comes after ten failures in a row, and says why and for how long", async () => {
    const { answer, fail, send } = make();
    await fail(10);
    expect(await answer(well)).toEqual({
      kind: "held",
      code: "7565",
      reason: "FCM 500 INTERNAL; it failed 10 times in a row and is left alone for now",
      afterMs: 999,
    });
    expect(send).toHaveBeenCalledTimes(10);
  });

  it("restarts its count after any answer that is no failure", async () => {
    const { answer, fail } = make();
    const answers: Outcome[] = [
      well,
      { kind: "rejected", code: "7571", reason: "FCM 404 UNREGISTERED", retireDevice: true },
      { kind: "deferred", code: "7563", reason: "FCM 429", trouble: "pace" },
      { kind: "deferred", code: "7507", reason: "APNs 429", trouble: "device" },
      { kind: "stopped", code: "7569", reason: "FCM 401" },
    ];
    for (const good of answers) {
      await fail(9);
      expect(await answer(good)).toEqual(good);
    }
    await fail(9);
    expect(await answer(well)).toEqual(well);
  });

  it("takes what was lost together, on one connection, for one failure", async () => {
    const { breaker, answer } = make();
    const lost: Outcome = { kind: "unknown", code: "7518", reason: "the line broke" };
    const ends: (() => void)[] = [];
    const together = Array.from({ length: 100 }, () =>
      breaker.one(() => new Promise((resolve) => ends.push(() => resolve(lost)))),
    );
    for (const end of ends) end();
    expect(new Set((await Promise.all(together)).map(({ kind }) => kind))).toEqual(
      new Set(["unknown"]),
    );
    expect(await answer(well)).toEqual(well);
  });

  it("sends one probe after the pause, and goes on when it is answered", async () => {
    const { breaker, fail, send, pass } = make();
    await fail(10);
    pass(1_000);
    let end: (outcome: Outcome) => void = () => undefined;
    send.mockImplementationOnce(() => new Promise((resolve) => (end = resolve)));
    send.mockResolvedValue(well);
    const probe = breaker.one(send);
    expect(await breaker.one(send)).toMatchObject({ kind: "held", afterMs: 1_000 });
    expect(send).toHaveBeenCalledTimes(11);
    end({ kind: "rejected", code: "7571", reason: "gone", retireDevice: true });
    expect((await probe).kind).toBe("rejected");
    expect(await breaker.one(send)).toEqual(well);
  });

  it("opens when ten that were in flight together had no answer in time", async () => {
    const { breaker, answer } = make();
    const late: Outcome = {
      kind: "unknown",
      code: "7518",
      reason: "no answer in time",
      timedOut: true,
    };
    await Promise.all(Array.from({ length: 10 }, () => breaker.one(() => Promise.resolve(late))));
    expect((await answer(well)).kind).toBe("held");
  });

  it("doubles its pauses up to a quarter of a minute while probes fail, and begins again with a second", async () => {
    const { answer, fail, pass } = make();
    await fail(10);
    const pauses: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      const outcome = await answer(well);
      pauses.push(outcome.kind === "held" ? outcome.afterMs + 1 : 0);
      pass(60_000);
      expect((await answer(broken)).kind).toBe("deferred");
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000]);
    pass(60_000);
    await answer(well);
    await fail(10);
    expect(await answer(well)).toMatchObject({ kind: "held", afterMs: 999 });
  });

  it("leaves the provider alone for as long as it asks", async () => {
    const { answer, fail } = make();
    await fail(9);
    await answer({ ...broken, afterMs: 30_000 } as Outcome);
    expect(await answer(well)).toMatchObject({ kind: "held", afterMs: 29_999 });
  });

  it("reports each change of its state, and nothing in between", async () => {
    const { answer, fail, pass, seen } = make();
    const reason = "FCM 500 INTERNAL";
    await fail(9);
    expect(seen).toEqual([]);
    await fail(1);
    expect(seen).toEqual([{ openedAt: 10, probeAt: 1_010, reason }]);
    await answer(well);
    pass(1_000);
    await answer({ ...broken, reason: "FCM 502" } as Outcome);
    expect(seen.slice(1)).toEqual([{ openedAt: 10, probeAt: 3_012, reason: "FCM 502" }]);
    pass(2_000);
    await answer(well);
    await answer(well);
    expect(seen.slice(2)).toEqual([undefined]);
  });

  it("takes a call with many outcomes for a failure only when all of them failed", async () => {
    const { breaker, pass } = make();
    const call = (outcomes: Outcome[]) => {
      pass(1);
      return breaker.run(outcomes.length, () => Promise.resolve(outcomes));
    };
    for (let n = 0; n < 20; n += 1) await call([broken, n % 5 === 4 ? well : broken]);
    expect((await call([well, well])).map(({ kind }) => kind)).toEqual(["submitted", "submitted"]);
    for (let n = 0; n < 10; n += 1) await call([broken, broken]);
    expect((await call([well, well, well])).map(({ kind }) => kind)).toEqual([
      "held",
      "held",
      "held",
    ]);
  });

  it("opens its door to the next when a probe throws", async () => {
    const { breaker, answer, fail, pass } = make();
    await fail(10);
    pass(1_000);
    await expect(breaker.one(() => Promise.reject(new Error("a bug")))).rejects.toThrow("a bug");
    expect(await answer(well)).toEqual(well);
  });
});
