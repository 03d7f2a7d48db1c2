import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { forget } from "@/lib/runtime/once";
import { ageTries } from "./testing";
import { countTry, type Budget } from "./throttle";

describe("tries", () => {
  let database: Database;
  let names = 0;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  const budget = (more: Partial<Budget> = {}): Budget => ({
    name: `test ${(names += 1)}`,
    free: 5,
    longestSeconds: 900,
    ...more,
  });
  const secondsOf = async (budgets: Budget[]) => {
    const counted = await countTry(budgets);
    return counted.ok ? 0 : counted.seconds;
  };
  const clock = async () =>
    (await database.query<{ at: string }>("SELECT clock_timestamp()::text AS at"))[0]?.at ?? "";
  const rowOf = async ({ name }: Budget) => {
    const bucket = createHash("sha256").update(name).digest("base64url");
    const [row] = await database.query<{ count: number; until: string }>(
      "SELECT count, until::text AS until FROM sign_in_failure WHERE bucket = $1",
      [bucket],
    );
    return row;
  };
  /** Counts a try, which must set a pause of so many seconds, by the clock of the database. */
  const expectPause = async (own: Budget, seconds: number) => {
    const before = await clock();
    expect(await countTry([own])).toMatchObject({ ok: true });
    const { until = "" } = (await rowOf(own)) ?? {};
    const [row] = await database.query<{ isSo: boolean }>(
      // Stored in whole milliseconds.
      `SELECT $1::timestamptz - make_interval(secs => $2::float8)
         BETWEEN $3::timestamptz - interval '1 millisecond' AND clock_timestamp() AS "isSo"`,
      [until, seconds, before],
    );
    expect([seconds, row?.isSo]).toEqual([seconds, true]);
  };
  /** As if so much time had passed. */
  const pass = (seconds: number) =>
    database.query("UPDATE sign_in_failure SET until = until - make_interval(secs => $1::float8)", [
      seconds,
    ]);

  it("are counted before they are checked", async () => {
    const own = budget({ free: 59 });
    const atOnce = async () =>
      (await Promise.all(Array.from({ length: 60 }, () => countTry([own])))).filter(({ ok }) => ok);
    // The last of these sets the first pause, which delays none of them.
    expect(await atOnce()).toHaveLength(60);
    expect(await rowOf(own)).toMatchObject({ count: 60 });
    await ageTries(database);
    expect(await atOnce()).toHaveLength(1);
    expect(await rowOf(own)).toMatchObject({ count: 1_001 });
  });

  it("cost pauses that double to the longest, and are forgotten after an hour", async () => {
    const own = budget({ longestSeconds: 20 });
    for (let n = 0; n < 5; n += 1) await expectPause(own, 0);
    for (const seconds of [2, 4, 8, 16, 20, 20]) {
      await expectPause(own, seconds);
      await pass(seconds);
    }
    await pass(3_700);
    for (let n = 0; n < 5; n += 1) await expectPause(own, 0);
    await expectPause(own, 2);
  });

  it("during a pause learn how many seconds are left of it", async () => {
    const own = budget({ longestSeconds: 86_400 });
    await countTry([own]);
    await ageTries(database);
    await expectPause(own, 86_400);
    const before = await clock();
    const seconds = await secondsOf([own]);
    const { until = "" } = (await rowOf(own)) ?? {};
    const [row] = await database.query<{ isSo: boolean }>(
      `SELECT $1::int BETWEEN ceil(extract(epoch FROM $2::timestamptz - clock_timestamp()))
         AND ceil(extract(epoch FROM $2::timestamptz - $3::timestamptz)) AS "isSo"`,
      [seconds, until, before],
    );
    expect([seconds, row?.isSo]).toEqual([seconds, true]);
  });

  it("that must wait are counted nowhere and lengthen no pause", async () => {
    const [own, shared] = [budget({ free: 1 }), budget({ free: 3 })];
    await countTry([own, shared]);
    await ageTries(database);
    await countTry([own]);
    const before = await database.query(
      "SELECT bucket, count, until FROM sign_in_failure ORDER BY bucket",
    );
    for (let n = 0; n < 20; n += 1)
      expect(await countTry([own, shared])).toMatchObject({ ok: false });
    expect(
      await database.query("SELECT bucket, count, until FROM sign_in_failure ORDER BY bucket"),
    ).toEqual(before);
  });

  it("that were right clear their own budget, and give back to a shared one what they cost alone", async () => {
    const [own, shared] = [budget({ cleared: true }), budget({ free: 10 })];
    for (let n = 0; n < 3; n += 1) await countTry([own, shared]);
    const right = await countTry([own, shared]);
    if (right.ok) await right.right();
    expect(await rowOf(own)).toBeUndefined();
    expect(await rowOf(shared)).toMatchObject({ count: 3 });
    for (let n = 0; n < 5; n += 1) await expectPause(own, 0);
    await expectPause(own, 2);
  });

  it("of one who is right now and then end no pause that others earned", async () => {
    const shared = budget({ free: 1 });
    for (let n = 0; n < 2; n += 1) await countTry([shared]);
    await pass(2);
    const right = await countTry([shared]);
    await pass(4);
    await countTry([shared]);
    const earned = await rowOf(shared);
    if (right.ok) await right.right();
    expect(await rowOf(shared)).toEqual({ count: 3, until: earned?.until });
  });

  it("that were not checked cost nothing", async () => {
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
