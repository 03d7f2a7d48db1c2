import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase, rowsIn } from "@/lib/database/testing";
import { expectLogged } from "@/lib/log/testing";
import { announce } from "@/lib/runtime/bus";
import { enqueue, unfinished, work, type JobDefinition } from "./jobs";
import { claimJobs, endJobLeases } from "./leased-jobs";

const numbered: JobDefinition<{ n: number }> = {
  kind: "numbered",
  data: z.object({ n: z.int() }),
  lane: "expand",
};

describe("jobs", () => {
  let sql: Database;
  beforeAll(async () => (sql = await openTestDatabase()), 120_000);
  afterAll(() => sql.close());

  let stops: (() => Promise<void>)[] = [];
  beforeEach(() => sql.query("DELETE FROM job"));
  afterEach(async () => {
    await Promise.all(stops.map((stop) => stop()));
    stops = [];
  });
  const add = (n: number) => sql.transaction((tx) => enqueue(tx, numbered, { n }));
  const rows = () =>
    sql.query<{
      n: number;
      isLeased: boolean;
      due: boolean;
      failures: number;
      lastError: string | null;
    }>(
      // A time is stored in whole milliseconds, rounded upwards as often as not.
      `SELECT (data->>'n')::int AS n, lease_token IS NOT NULL AS "isLeased", next_at <= now() + interval '1 millisecond' AS due, failures, last_error AS "lastError" FROM job ORDER BY 1`,
    );
  /** Works until the test ends; what is worked on is let go by the function it answers. */
  function begin(handle: (data: { n: number }) => Promise<void>) {
    stops.push(work(sql, numbered, handle));
  }

  it("exist if and only if their transaction commits", async () => {
    await add(1);
    await sql
      .transaction(async (tx) => {
        await enqueue(tx, numbered, { n: 2 });
        throw new Error("no");
      })
      .catch(() => undefined);
    expect(await rows()).toMatchObject([{ n: 1, isLeased: false, due: true }]);
  });

  it("refuse data of another shape", async () => {
    await expect(
      sql.transaction((tx) => enqueue(tx, numbered, { n: "1" } as never)),
    ).rejects.toThrow("expected number");
    expect(await rows()).toEqual([]);
  });

  it("are each worked on once by two workers side by side, and gone when they are done", async () => {
    const seen: number[] = [];
    const handle = async ({ n }: { n: number }) => void seen.push(n);
    for (let n = 0; n < 30; n += 1) await add(n);
    begin(handle);
    begin(handle);
    await vi.waitFor(async () => expect(await rows()).toEqual([]), 20_000);
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n));
  });

  it("begin as soon as their lane is woken", async () => {
    const seen: number[] = [];
    begin(async ({ n }) => void seen.push(n));
    await add(7);
    announce("wake", "expand");
    await vi.waitFor(() => expect(seen).toEqual([7]), 10_000);
  });

  it("are leased while they are worked on, and stopping waits for them", async () => {
    let finish: () => void = () => undefined;
    const worked = new Promise<void>((resolve) => (finish = resolve));
    await add(1);
    begin(() => worked);
    await vi.waitFor(
      async () => expect(await rows()).toMatchObject([{ isLeased: true, due: false }]),
      10_000,
    );
    const stopped = Promise.all(stops.splice(0).map((stop) => stop()));
    finish();
    await stopped;
    expect(await rows()).toEqual([]);
  });

  it("are tried again later when they fail, with the reason, and hold up no other", async () => {
    expectLogged(/^a job failed and will be tried again: Error: not today$/);
    const seen: number[] = [];
    await add(1);
    await add(2);
    begin(async ({ n }) => {
      if (n === 1) throw new Error("not today");
      seen.push(n);
    });
    await vi.waitFor(async () => {
      expect(seen).toEqual([2]);
      expect(await rows()).toMatchObject([
        { n: 1, isLeased: false, due: false, failures: 1, lastError: "Error: not today" },
      ]);
    }, 10_000);
    await sql.query("UPDATE job SET next_at = now() - interval '1 minute'");
    announce("wake", "expand");
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ failures: 2 }]), 10_000);
  });

  it("that wait are worked on as one where they can be joined, and each alone when that fails", async () => {
    expectLogged(/^a job failed and will be tried again: Error: no 7$/);
    const many: JobDefinition<{ all: number[] }> = {
      kind: "many",
      data: z.object({ all: z.array(z.int()) }),
      lane: "expand",
      join: (jobs) => ({ all: jobs.flatMap(({ all }) => all) }),
    };
    const seen: number[][] = [];
    for (let n = 0; n < 20; n += 1) await sql.transaction((tx) => enqueue(tx, many, { all: [n] }));
    stops.push(
      work(sql, many, async ({ all }) => {
        seen.push(all);
        if (all.includes(7)) throw new Error("no 7");
      }),
    );
    await vi.waitFor(
      async () =>
        expect(await sql.query("SELECT data, failures FROM job")).toEqual([
          { data: { all: [7] }, failures: 1 },
        ]),
      20_000,
    );
    const tries = (n: number) => seen.filter((all) => all.includes(n)).map(({ length }) => length);
    expect(Math.max(...seen.map(({ length }) => length))).toBe(4);
    expect(tries(7)).toEqual([4, 1]);
    for (let n = 0; n < 20; n += 1) expect(tries(n).length).toBeGreaterThanOrEqual(1);
    expect(seen.filter((all) => all.includes(7)).flat()).toHaveLength(5);
  });

  /** Jobs of services: each says whose it is. */
  const ofServices: JobDefinition<{ service: string; n: number }> = {
    kind: "of services",
    data: z.object({ service: z.string(), n: z.int() }),
    lane: "expand",
    line: ({ service }) => service,
  };
  const addOf = (service: string, count: number) =>
    sql.transaction((tx) =>
      enqueue(tx, ofServices, ...Array.from({ length: count }, (_, n) => ({ service, n }))),
    );
  /**
   * Works on jobs of services, of which each ends when the test lets it; lists whose began, in
   * order.
   */
  function beginHeld() {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    stops.push(
      work(sql, ofServices, ({ service }) => {
        begun.push(service);
        return new Promise((resolve) => ends.push(resolve));
      }),
    );
    return {
      begun,
      endOne: () => ends.shift()?.(),
      endAll: () => ends.splice(0).forEach((end) => end()),
    };
  }

  it("of one service leave a slot for those of another, however many wait", async () => {
    await addOf("giant", 40);
    const { begun, endAll } = beginHeld();
    await vi.waitFor(() => expect(begun).toEqual(["giant", "giant", "giant"]), 10_000);
    await addOf("small", 1);
    announce("wake", "expand");
    await vi.waitFor(() => expect(begun).toEqual(["giant", "giant", "giant", "small"]), 10_000);
    await sql.query("DELETE FROM job WHERE lease_token IS NULL");
    endAll();
  });

  it("of services take turns, the one longest without one first", async () => {
    const services = ["a", "b", "c", "d", "e", "f"];
    for (const service of services) await addOf(service, 20);
    const { begun, endOne, endAll } = beginHeld();
    for (let count = 4; count <= 24; count += 1) {
      await vi.waitFor(() => expect(begun).toHaveLength(count), 10_000);
      if (count < 24) endOne();
    }
    for (const service of services) expect(begun.filter((one) => one === service)).toHaveLength(4);
    await sql.query("DELETE FROM job WHERE lease_token IS NULL");
    endAll();
  });

  it("that are unfinished when their turn is over come after the others of their service", async () => {
    await addOf("a", 2);
    const begun: number[] = [];
    stops.push(
      work(sql, ofServices, async ({ n }) => {
        begun.push(n);
        return begun.length < 6 ? unfinished : undefined;
      }),
    );
    await vi.waitFor(async () => expect(await rows()).toEqual([]), 10_000);
    expect(begun.filter((n) => n === 0).length).toBeGreaterThanOrEqual(3);
    expect(begun.filter((n) => n === 1).length).toBeGreaterThanOrEqual(3);
  });

  it("that are postponed wait without a lease, and go on when they are due", async () => {
    await add(1);
    const turns: number[] = [];
    stops.push(
      work(sql, numbered, async ({ n }) => {
        turns.push(n);
        return turns.length === 1 ? { afterMs: 3_600_000 } : undefined;
      }),
    );
    await vi.waitFor(
      async () => expect(await rows()).toMatchObject([{ isLeased: false, due: false }]),
      10_000,
    );
    await sql.query("UPDATE job SET next_at = now()");
    announce("wake", "expand");
    await vi.waitFor(async () => expect(await rows()).toEqual([]), 10_000);
    expect(turns).toEqual([1, 1]);
  });

  it("are claimed without reading those that wait behind them", async () => {
    await sql.query(
      `INSERT INTO job (id, kind, line, data) SELECT gen_random_uuid(), 'of services', 'service ' || n % 3, '{"service":"s","n":1}' FROM generate_series(1, 20000) n`,
    );
    await sql.script("ANALYZE");
    const claimOptions = {
      slots: 4,
      perLine: 3,
      joined: 1,
      lines: ["service 1"],
      slotsOfLines: [1],
      turns: [1],
    };
    expect(
      await rowsIn(sql, (reading) => claimJobs(reading, ofServices.kind, claimOptions)),
    ).toBeLessThan(400);
  });

  it.each([
    [0, 5],
    [1, 10],
    [58, 295],
    [59, 300],
    [1_000, 300],
  ])("that failed %i times before wait %i seconds", async (failures, seconds) => {
    expectLogged(/^a job failed/);
    await add(1);
    await sql.query("UPDATE job SET failures = $1", [failures]);
    const [began] = await sql.query<{ at: string }>("SELECT now()::text AS at");
    begin(() => Promise.reject(new Error("not today")));
    await vi.waitFor(
      async () => expect(await rows()).toMatchObject([{ failures: failures + 1 }]),
      10_000,
    );
    const [row] = await sql.query<{ isSo: boolean }>(
      // It failed between then and now. Times are stored in whole milliseconds.
      `SELECT next_at - make_interval(secs => $1::float8)
         BETWEEN $2::timestamptz - interval '1 millisecond' AND now() + interval '1 millisecond' AS "isSo" FROM job`,
      [seconds, began?.at],
    );
    expect(row?.isSo).toBe(true);
  });

  it("keep of a reason what a database takes, a thousand characters at most", async () => {
    expectLogged(/^a job failed/);
    await add(1);
    begin(() => Promise.reject(new Error(`\0${"x".repeat(2_000)}`)));
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ failures: 1 }]), 10_000);
    expect((await rows())[0]?.lastError).toBe(`Error: \uFFFD${"x".repeat(992)}`);
  });

  it("whose data are no longer of their shape are tried again, and never handed over", async () => {
    expectLogged(/^a job failed.*expected number/s);
    await add(1);
    await sql.query(`UPDATE job SET data = '{"n":"1"}'`);
    let handed = 0;
    begin(async () => void (handed += 1));
    await vi.waitFor(
      async () => expect(await rows()).toMatchObject([{ failures: 1, isLeased: false }]),
      10_000,
    );
    expect(handed).toBe(0);
  });

  it("go to another worker when their lease ends, and the one that lost them removes nothing", async () => {
    const begun: (() => void)[] = [];
    const handle = () => new Promise<void>((resolve) => begun.push(resolve));
    await add(1);
    begin(handle);
    await vi.waitFor(() => expect(begun).toHaveLength(1), 10_000);
    // It looks no more, so that it cannot renew what it lost.
    const [loser] = stops.splice(0, 1);
    const ended = loser?.();
    await sql.query("UPDATE job SET next_at = now() - interval '1 minute'");
    begin(handle);
    await vi.waitFor(() => expect(begun).toHaveLength(2), 10_000);
    begun[0]?.();
    await ended;
    expect(await rows()).toHaveLength(1);
    begun[1]?.();
    await vi.waitFor(async () => expect(await rows()).toEqual([]), 10_000);
  });

  it("left by a process that died are due at once where no other process can be at work", async () => {
    await add(1);
    await sql.query("UPDATE job SET lease_token = $1, next_at = now() + interval '30 seconds'", [
      newId(),
    ]);
    await endJobLeases(sql);
    expect(await rows()).toMatchObject([{ isLeased: false, due: true }]);
  });
});
