import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Turns } from "./turns";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => vi.useRealTimers());

/** As if the thread had been busy for so many milliseconds, as an engine that runs on it is. */
const busy = (ms: number) => vi.advanceTimersByTime(ms);

describe("turns at an engine", () => {
  it("are taken one at a time, in order, those that cannot wait before all others", async () => {
    const turns = new Turns();
    const order: string[] = [];
    let running = 0;
    const take = (name: string, first = false) =>
      turns.take(async () => {
        running += 1;
        expect(running).toBe(1);
        await Promise.resolve();
        order.push(name);
        running -= 1;
        return name;
      }, first);
    const answers = await Promise.all([take("a"), take("b"), take("c"), take("outcome 1", true), take("outcome 2", true)]);
    expect(order).toEqual(["a", "outcome 1", "outcome 2", "b", "c"]);
    expect(answers).toEqual(["a", "b", "c", "outcome 1", "outcome 2"]);
  });

  it("go on after one that failed, which is told to whoever took it alone", async () => {
    const turns = new Turns();
    const told = await Promise.allSettled([
      turns.take(() => Promise.reject(new Error("refused")), false),
      turns.take(async () => "next", false),
    ]);
    expect(told).toMatchObject([
      { status: "rejected", reason: new Error("refused") },
      { status: "fulfilled", value: "next" },
    ]);
    expect(await turns.take(async () => "later", false)).toBe("later");
  });

  it("let the event loop go round while there are more to come", async () => {
    const turns = new Turns();
    let ended = 0;
    const all = Array.from({ length: 20 }, () =>
      turns.take(async () => {
        busy(5);
        ended += 1;
      }, false),
    );
    const endedAtAnswer = new Promise<number>((resolve) => setImmediate(() => resolve(ended)));
    await Promise.all(all);
    expect(await endedAtAnswer).toBe(1);
  });

  it("let it go round between the statements of one, though not after each short one", async () => {
    const turns = new Turns();
    let rounds = 0;
    let going = true;
    const count = () => void (going && ((rounds += 1), setImmediate(count)));
    await turns.take(async () => {
      setImmediate(count);
      for (let n = 0; n < 1_000; n += 1) await turns.breathe();
      expect(rounds).toBe(0);
      for (let n = 0; n < 4; n += 1) {
        busy(5);
        await turns.breathe();
      }
      expect(rounds).toBe(4);
    }, false);
    going = false;
  });
});
