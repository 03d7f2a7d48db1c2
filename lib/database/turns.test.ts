import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WorkClass } from "@/lib/runtime/work-class";
import { Turns } from "./turns";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => vi.useRealTimers());

/** As if the engine had been busy for so many milliseconds. */
const busy = (ms: number) => vi.advanceTimersByTime(ms);

describe("turns at an engine", () => {
  /** Takes turns of so many milliseconds and notes their order. */
  const watched = () => {
    const turns = new Turns();
    const order: string[] = [];
    let running = 0;
    const take = (name: string, of: WorkClass, ms = 0) =>
      turns.take(async () => {
        running += 1;
        expect(running).toBe(1);
        await Promise.resolve();
        busy(ms);
        order.push(name);
        running -= 1;
        return name;
      }, of);
    return { order, take };
  };

  it("are taken one at a time, people first, then records, then bulk, and in order within a class", async () => {
    const { order, take } = watched();
    const answers = await Promise.all([
      take("bulk 1", "bulk", 20),
      take("bulk 2", "bulk", 20),
      take("record 1", "recording", 5),
      take("page 1", "interactive", 1),
      take("record 2", "recording", 5),
      take("page 2", "interactive", 1),
    ]);
    expect(order).toEqual(["bulk 1", "page 1", "page 2", "record 1", "record 2", "bulk 2"]);
    expect(answers).toEqual(["bulk 1", "bulk 2", "record 1", "page 1", "record 2", "page 2"]);
  });

  it("leave bulk a fifth of the time while interactive turns always wait", async () => {
    const { order, take } = watched();
    let ended = false;
    const bulk = async () => {
      for (let n = 0; n < 10; n += 1) await take("b", "bulk", 20);
      ended = true;
    };
    const pages = async () => {
      while (!ended) await take("p", "interactive", 4);
    };
    await Promise.all([bulk(), pages(), pages(), pages()]);
    const between = order.join("").slice(1).split("b").slice(0, -1);
    // 20 pages of 4 ms are four times 20 ms.
    expect(between.map(({ length }) => length)).toEqual(Array.from({ length: 9 }, () => 20));
  });

  it("leave bulk every second one where those of others take long", async () => {
    const { order, take } = watched();
    const pages = Array.from({ length: 6 }, () => take("p", "interactive", 500));
    const bulk = Array.from({ length: 3 }, () => take("b", "bulk", 20));
    await Promise.all([...pages, ...bulk]);
    expect(order.join("")).toBe("pbpbpbppp");
  });

  it("make no interactive turn wait for two others in a row, in any order and of any length", async () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      let drawn = seed;
      const draw = (below: number) => {
        drawn = (drawn * 48_271) % 2_147_483_647;
        return drawn % below;
      };
      const turns = new Turns();
      const begun: { of: WorkClass; n: number }[] = [];
      /** Interactive ones that waited for two others in a row. */
      const passed: number[] = [];
      const all: Promise<void>[] = [];
      for (let n = 0; n < 60; n += 1) {
        const of = (["interactive", "interactive", "recording", "bulk"] as const)[draw(4)] ?? "bulk";
        const ms = draw(of === "bulk" ? 40 : 10);
        // The turn that was taken last may be under way.
        const from = Math.max(0, begun.length - 1);
        const turn = turns.take(async () => {
          const before = begun.slice(from).map((one) => (one.of === "interactive" ? "p" : "o"));
          if (of === "interactive" && before.join("").includes("oo")) passed.push(n);
          begun.push({ of, n });
          await Promise.resolve();
          busy(ms);
        }, of);
        all.push(turn);
        if (draw(3) === 0) await turn;
      }
      await Promise.all(all);
      expect(begun).toHaveLength(60);
      expect(passed).toEqual([]);
      for (const of of ["interactive", "recording", "bulk"] as const) {
        const order = begun.flatMap((one) => (one.of === of ? [one.n] : []));
        expect(order).toEqual(order.toSorted((one, other) => one - other));
      }
    }
  });

  describe("that hand over before they are answered", () => {
    /** Takes a turn that hands over at once; each is answered when it is said. */
    const begun = () => {
      const turns = new Turns();
      const order: string[] = [];
      const answer = new Map<string, () => void>();
      const take = (name: string, of: WorkClass, handsOver = true) =>
        turns.take((handOver) => {
          order.push(name);
          if (handsOver) handOver();
          return new Promise<void>((resolve) => answer.set(name, resolve));
        }, of);
      const answered = async (name: string) => {
        answer.get(name)?.();
        await new Promise((resolve) => setImmediate(resolve));
      };
      return { order, take, answered };
    };

    it("let one other begin, and a third when one is answered", async () => {
      const { order, take, answered } = begun();
      const all = ["a", "b", "c", "d"].map((name) => take(name, "interactive"));
      expect(order.join("")).toBe("ab");
      await answered("a");
      expect(order.join("")).toBe("abc");
      await answered("b");
      await answered("c");
      await answered("d");
      await Promise.all(all);
      expect(order.join("")).toBe("abcd");
    });

    it("let no turn begin behind one that has not handed over", async () => {
      const { order, take, answered } = begun();
      const all = [take("a", "interactive"), take("b", "interactive", false), take("c", "interactive")];
      await answered("a");
      expect(order.join("")).toBe("ab");
      await answered("b");
      expect(order.join("")).toBe("abc");
      await answered("c");
      await Promise.all(all);
    });

    it("let no bulk begin, and any turn that comes meanwhile goes before it", async () => {
      const { order, take, answered } = begun();
      const all = [take("bulk", "bulk")];
      busy(20);
      await answered("bulk");
      all.push(take("a", "interactive"), take("more", "bulk"), take("b", "interactive"));
      await answered("a");
      all.push(take("c", "interactive"));
      expect(order).toEqual(["bulk", "a", "b", "c"]);
      await answered("b");
      expect(order).toEqual(["bulk", "a", "b", "c"]);
      await answered("c");
      expect(order).toEqual(["bulk", "a", "b", "c", "more"]);
      await answered("more");
      await Promise.all(all);
    });
  });

  it("go on after one that failed, which only its own caller sees", async () => {
    const turns = new Turns();
    const told = await Promise.allSettled([
      turns.take(() => Promise.reject(new Error("refused")), "interactive"),
      turns.take(async () => "next", "bulk"),
    ]);
    expect(told).toMatchObject([
      { status: "rejected", reason: new Error("refused") },
      { status: "fulfilled", value: "next" },
    ]);
    expect(await turns.take(async () => "later", "bulk")).toBe("later");
  });
});
