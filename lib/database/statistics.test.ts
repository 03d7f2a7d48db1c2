import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { analyseGrown, keepStatistics } from "./statistics";
import type { Database } from "./sql";
import { openTestDatabase } from "./testing";

let sql: Database;
beforeAll(async () => {
  sql = await openTestDatabase();
  await sql.script(
    `CREATE TABLE probe (one int, many int, UNIQUE (one, many)); CREATE INDEX probe_one ON probe (one); INSERT INTO probe SELECT 1, n FROM generate_series(1, 2000) n`,
  );
}, 120_000);
afterAll(async () => {
  vi.useRealTimers();
  await sql.close();
});

const grow = (from: number, to: number) => sql.query("INSERT INTO probe SELECT 1, n FROM generate_series($1::int, $2::int) n", [from, to]);

it("analyses a table when it has none, and again when it is half as large again", async () => {
  expect(await analyseGrown(sql)).toBe("probe");
  expect(await analyseGrown(sql)).toBeUndefined();
  await grow(2_001, 2_200);
  expect(await analyseGrown(sql)).toBeUndefined();
  await grow(2_201, 4_000);
  expect(await analyseGrown(sql)).toBe("probe");
  const [plan] = await sql.query<{ "QUERY PLAN": string }>("EXPLAIN (COSTS OFF) SELECT many FROM probe WHERE one = 1");
  // All rows: no index is better than the table.
  expect(plan?.["QUERY PLAN"]).toBe("Seq Scan on probe");
});

const counted = async () => (await sql.query<{ n: number }>("SELECT reltuples::int AS n FROM pg_class WHERE relname = 'probe'"))[0]?.n;

it("looks by itself until it is stopped, which waits for the look under way", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await analyseGrown(sql);
  const stop = keepStatistics(sql);
  await grow(4_001, 9_000);
  vi.advanceTimersByTime(1_000);
  await stop();
  expect(await counted()).toBe(9_000);
  await grow(9_001, 20_000);
  vi.advanceTimersByTime(60_000);
  expect(await counted()).toBe(9_000);
});

it("looks again after a look that failed", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const query = vi.spyOn(sql, "query").mockRejectedValueOnce(new Error("no answer"));
  const stop = keepStatistics(sql);
  vi.advanceTimersByTime(1_000);
  await vi.waitFor(() => expect(query).toHaveBeenCalledOnce());
  await vi.waitFor(async () => {
    vi.advanceTimersByTime(1_000);
    expect(await counted()).toBe(20_000);
  });
  await stop();
});
