import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { announce } from "@/lib/runtime/bus";
import { asWork, workClass, type WorkClass } from "@/lib/runtime/work-class";
import { startLoop, type Loop } from "./loop";

const never = 3_600_000;
let loop: Loop | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await loop?.stop();
  loop?.end();
});

/** A loop whose looks are let go by hand. */
function byHand(pauseMs = never) {
  const looks: { woken: boolean; done: () => void; fail: () => void }[] = [];
  loop = startLoop({
    of: "tests",
    lane: "deliver",
    look: (woken) =>
      new Promise((resolve, reject) =>
        looks.push({ woken, done: () => resolve(pauseMs), fail: () => reject(new Error("away")) }),
      ),
    failedMs: 1,
  });
  return {
    looks,
    begun: (count: number) =>
      vi.waitUntil(() => looks.length === count, { timeout: 30_000, interval: 1 }),
  };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("a loop of leased work", () => {
  it("looks at once, and again when it is woken, by hand or by its lane of the bus", async () => {
    const { looks, begun } = byHand();
    await begun(1);
    looks[0]?.done();
    await settled();
    expect(looks).toHaveLength(1);
    loop?.wake();
    await begun(2);
    looks[1]?.done();
    await settled();
    announce("wake", "update");
    await settled();
    expect(looks).toHaveLength(2);
    announce("wake", "deliver");
    await begun(3);
    expect(looks[2]?.woken).toBe(true);
    looks[2]?.done();
  });

  it("looks once more after a look during which it was woken, however often", async () => {
    const { looks, begun } = byHand();
    await begun(1);
    loop?.wake();
    loop?.wake();
    looks[0]?.done();
    await begun(2);
    looks[1]?.done();
    await settled();
    expect(looks.map(({ woken }) => woken)).toEqual([true, true]);
  });

  it("begins a look after every wake, however wakes and the ends of looks follow one another", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("wake", "announce", "done", "fail"), { maxLength: 30 }),
        async (steps) => {
          const { looks, begun } = byHand();
          const mine = loop;
          await begun(1);
          let [expected, looking, again] = [1, true, false];
          for (const step of steps) {
            const wakes = step === "wake" || step === "announce";
            if (!wakes && !looking) continue;
            if (step === "wake") mine?.wake();
            else if (step === "announce") announce("wake", "deliver");
            else looks.at(-1)?.[step]();
            if (wakes && looking) again = true;
            else {
              // A look that failed is tried again by itself.
              looking = wakes || again || step === "fail";
              again = false;
              if (looking) expected += 1;
            }
            if (looking) await begun(expected);
            await settled();
            expect(looks).toHaveLength(expected);
          }
          const stopped = mine?.stop();
          looks.at(-1)?.done();
          await stopped;
        },
      ),
    );
  });

  it("looks by itself after the pause, and knows that it was not woken", async () => {
    const { looks, begun } = byHand(1);
    await begun(1);
    looks[0]?.done();
    await begun(2);
    expect(looks[1]?.woken).toBe(false);
    looks[1]?.done();
    await begun(3);
    looks[2]?.done();
    void loop?.stop();
    for (let n = 3; n < looks.length; n += 1) looks[n]?.done();
  });

  it("tries again after a look that failed", async () => {
    const { looks, begun } = byHand();
    await begun(1);
    looks[0]?.fail();
    await begun(2);
    expect(looks).toHaveLength(2);
    looks[1]?.done();
  });

  it("stops after the look under way, and renews leases until the end of what was claimed", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    let renewed = 0;
    let finish: (pauseMs: number) => void = () => undefined;
    let looks = 0;
    loop = startLoop({
      of: "tests",
      lane: "deliver",
      look: () => {
        looks += 1;
        return new Promise((resolve) => (finish = resolve));
      },
      failedMs: 1,
      renew: { every: never, leases: async () => void (renewed += 1) },
    });
    let stopped = false;
    const stopping = loop.stop().then(() => (stopped = true));
    await settled();
    expect(stopped).toBe(false);
    finish(0);
    await stopping;
    loop.wake();
    await settled();
    expect(looks).toBe(1);
    vi.advanceTimersByTime(3 * never);
    expect(renewed).toBe(3);
    loop.end();
    vi.advanceTimersByTime(3 * never);
    expect(renewed).toBe(3);
  });
});

it("does all that it starts as bulk work, whichever class wakes it", async () => {
  const seen: Record<string, WorkClass> = {};
  const done = new Promise<void>((resolve) => {
    loop = startLoop({
      of: "tests",
      lane: "deliver",
      look: async (woken) => {
        seen[`look, woken: ${woken}`] = workClass();
        setTimeout(() => {
          seen["a timer"] = workClass();
          if ("leases" in seen) resolve();
        }, 1);
        return 5;
      },
      failedMs: 1,
      renew: { every: 1, leases: async () => void (seen["leases"] = workClass()) },
    });
  });
  asWork("interactive", () => announce("wake", "deliver"));
  await done;
  const { leases, ...others } = seen;
  expect(leases).toBe("recording");
  expect(new Set(Object.values(others))).toEqual(new Set(["bulk"]));
  expect(workClass()).toBe("interactive");
});
