import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { testDatabases } from "@/lib/database/testing";
import { forget } from "@/lib/runtime/once";
import { countTry, type Budget } from "./throttle";

describe.each(testDatabases())("tries, on $name", ({ open }) => {
  let database: Database;
  let names = 0;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const budget = (more: Partial<Budget> = {}): Budget => ({ name: `test ${(names += 1)}`, free: 5, longestSeconds: 900, ...more });
  const secondsOf = async (budgets: Budget[]) => {
    const counted = await countTry(budgets);
    return counted.ok ? 0 : counted.seconds;
  };
  /** As if so much time had passed. */
  const pass = (seconds: number) =>
    database.query("UPDATE sign_in_failure SET until = until - make_interval(secs => $1::float8)", [seconds]);

  it("are counted before they are known to be wrong: sixty at once are six", async () => {
    const own = budget();
    const began = performance.now();
    const all = await Promise.all(Array.from({ length: 60 }, () => countTry([own])));
    const seconds = (performance.now() - began) / 1_000;
    const looked = all.filter(({ ok }) => ok).length;
    expect(looked).toBeGreaterThanOrEqual(6);
    // On a slow machine one more after each pause of 2, 4, 8 … seconds that has passed meanwhile.
    expect(looked).toBeLessThanOrEqual(6 + Math.floor(Math.log2(seconds / 2 + 1)));
  });

  it("cost pauses that double to the longest, and are forgotten after an hour", async () => {
    const own = budget({ longestSeconds: 20 });
    for (let n = 0; n < 5; n += 1) expect(await secondsOf([own])).toBe(0);
    const pauses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      expect(await secondsOf([own])).toBe(0);
      const seconds = await secondsOf([own]);
      pauses.push(seconds);
      await pass(seconds);
    }
    expect(pauses).toEqual([2, 4, 8, 16, 20, 20]);
    await pass(3_700);
    for (let n = 0; n < 5; n += 1) expect(await secondsOf([own])).toBe(0);
    expect(await secondsOf([own])).toBe(0);
    expect(await secondsOf([own])).toBe(2);
  });

  it("that must wait are counted nowhere and lengthen no pause", async () => {
    const [own, shared] = [budget({ free: 1 }), budget({ free: 3 })];
    for (let n = 0; n < 2; n += 1) await countTry([own, shared]);
    const before = await database.query("SELECT bucket, count, until FROM sign_in_failure ORDER BY bucket");
    for (let n = 0; n < 20; n += 1) expect(await secondsOf([own, shared])).toBe(2);
    expect(await database.query("SELECT bucket, count, until FROM sign_in_failure ORDER BY bucket")).toEqual(before);
  });

  it("that were right clear their own budget, and give back to a shared one what they cost alone", async () => {
    const [own, shared] = [budget({ cleared: true }), budget({ free: 10 })];
    for (let n = 0; n < 3; n += 1) await countTry([own, shared]);
    const right = await countTry([own, shared]);
    if (right.ok) await right.right();
    const counts = await database.query<{ count: number }>("SELECT count FROM sign_in_failure WHERE count = 3");
    expect(counts).toHaveLength(1);
    for (let n = 0; n < 6; n += 1) expect(await secondsOf([own])).toBe(0);
    expect(await secondsOf([own])).toBe(2);
  });

  it("of somebody who is right now and then end no pause that others earned", async () => {
    const shared = budget({ free: 1 });
    for (let n = 0; n < 2; n += 1) await countTry([shared]);
    await pass(2);
    const right = await countTry([shared]);
    await pass(4);
    await countTry([shared]);
    if (right.ok) await right.right();
    expect(await secondsOf([shared])).toBeGreaterThan(4);
  });

  it("that nobody looked at cost nothing", async () => {
    const own = budget({ free: 2 });
    for (let n = 0; n < 10; n += 1) {
      const counted = await countTry([own]);
      expect(counted.ok).toBe(true);
      if (counted.ok) await counted.undone();
    }
  });

  it("are not put off for days by a clock that was days ahead", async () => {
    const own = budget({ free: 1 });
    for (let n = 0; n < 2; n += 1) await countTry([own]);
    await pass(-3 * 86_400);
    expect(await secondsOf([own])).toBe(0);
  });

  it("fill no table: what counts no more is forgotten", async () => {
    await countTry([budget(), budget()]);
    await pass(7_200);
    forget("sign-in-sweep");
    await countTry([budget()]);
    expect(await database.query("SELECT 1 FROM sign_in_failure")).toHaveLength(1);
  });
});
