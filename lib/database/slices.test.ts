import { describe, expect, it } from "vitest";
import { countEngineTime } from "./engine-time";
import { Slices } from "./slices";

const limits = { least: 10, most: 1_000 };

/** Works off full slices on an engine that takes so long for a row; answers what each took. */
async function work(slices: Slices, rowMs: number, times: number): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const ms = slices.size * rowMs;
    took.push(ms);
    await slices.run(
      async () => countEngineTime(ms),
      () => slices.size,
    );
  }
  return took;
}

describe("slices of bulk work", () => {
  it("begin small, grow to what the engine does in time, and stay there", async () => {
    const slices = new Slices(limits, limits.least);
    const took = await work(slices, 0.2, 20);
    expect(took[0]).toBe(2);
    expect(took.toSorted((one, other) => one - other)).toEqual(took);
    expect(Math.max(...took)).toBeLessThanOrEqual(20);
    expect(slices.size).toBe(80);
  });

  it("are finer on a slow machine, and soon when it becomes slow", async () => {
    const slices = new Slices(limits, limits.least);
    await work(slices, 0.02, 20);
    expect(slices.size).toBe(800);
    const took = await work(slices, 0.5, 8);
    expect(took.slice(-3).every((ms) => ms <= 20)).toBe(true);
    expect(slices.size).toBe(32);
  });

  it("stay within their limits", async () => {
    const slices = new Slices(limits, limits.least);
    await work(slices, 0.0001, 30);
    expect(slices.size).toBe(1_000);
    await work(slices, 100, 30);
    expect(slices.size).toBe(10);
  });

  it("learn nothing from one that was not full", async () => {
    const slices = new Slices(limits, 100);
    await slices.run(
      async () => countEngineTime(0.1),
      () => 3,
    );
    expect(slices.size).toBe(100);
  });

  it("come to all items, in order", async () => {
    const slices = new Slices(limits, limits.least);
    const items = Array.from({ length: 100 }, (_, n) => n);
    const seen: (readonly number[])[] = [];
    await slices.each(items, async (some) => (seen.push(some), countEngineTime(1)));
    expect(seen.flat()).toEqual(items);
    expect(seen.map(({ length }) => length)).toEqual([10, 15, 23, 35, 17]);
  });
});
