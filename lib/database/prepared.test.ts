import { PGlite } from "@electric-sql/pglite";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { PreparedStatements } from "./prepared";

describe("statements that are kept prepared", () => {
  let engine: PGlite;
  let prepared: PreparedStatements;
  beforeAll(async () => {
    engine = await PGlite.create();
    await engine.exec("CREATE TABLE thing (id int PRIMARY KEY, name text, data bytea, tags text[], at timestamptz)");
    prepared = new PreparedStatements(engine);
  }, 120_000);
  afterAll(() => engine.close());
  afterEach(() => vi.useRealTimers());

  const query = (text: string, ...values: unknown[]) => prepared.query<Record<string, unknown>>(text, values, false);
  const kept = async () => (await engine.query<{ statement: string }>("SELECT statement FROM pg_prepared_statements")).rows.length;

  it("take and answer what the engine takes and answers, at each run", async () => {
    const text =
      "SELECT $1::int AS a, $2::text AS b, $3::bytea AS c, $4::text[] AS d, $5::timestamptz AS e, $6::jsonb AS f, $7::bigint AS g, $8::bool AS h";
    const values = [1, "ü'\"", new Uint8Array([0, 255]), ["x", null, 'y"'], "2026-01-01T00:00:00Z", { a: [1] }, 2n ** 40n, false];
    const { rows: expected } = await engine.query(text, values);
    for (let run = 0; run < 8; run += 1) expect(await query(text, ...values)).toEqual(expected);
    expect(await query(text, ...values.map(() => null))).toEqual([
      { a: null, b: null, c: null, d: null, e: null, f: null, g: null, h: null },
    ]);
  });

  it("are parsed once for many runs, and anew after a while", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const before = await kept();
    for (let run = 0; run < 5; run += 1) await query("SELECT 1 AS one");
    expect(await kept()).toBe(before + 1);
    const { rows: earlier } = await engine.query("SELECT name FROM pg_prepared_statements");
    vi.advanceTimersByTime(5_001);
    await query("SELECT 1 AS one");
    expect(await kept()).toBe(before + 1);
    const { rows: later } = await engine.query("SELECT name FROM pg_prepared_statements");
    expect(later).not.toEqual(earlier);
  });

  it("go on after one that fails, when it is parsed or when it runs", async () => {
    await expect(query("SELEC 1")).rejects.toMatchObject({ code: "42601" });
    await expect(query("SELECT 1 / $1::int AS n", 0)).rejects.toMatchObject({ code: "22012" });
    expect(await query("SELECT 1 / $1::int AS n", 1)).toEqual([{ n: 1 }]);
    await engine.transaction(async (tx) => {
      await expect(prepared.query("SELECT 1 / $1::int AS n", [0], true)).rejects.toMatchObject({ code: "22012" });
      await expect(prepared.query("SELECT 1 / $1::int AS n", [1], true)).rejects.toMatchObject({ code: "25P02" });
      await tx.rollback();
    });
    expect(await query("SELECT 1 / $1::int AS n", 1)).toEqual([{ n: 1 }]);
  });

  it("answer with the columns that a table has after it was changed", async () => {
    await query("INSERT INTO thing (id, name) VALUES ($1, $2)", 1, "a");
    expect(Object.keys((await query("SELECT * FROM thing"))[0] ?? {})).not.toContain("more");
    await query("ALTER TABLE thing ADD COLUMN more int");
    expect((await query("SELECT * FROM thing"))[0]).toHaveProperty("more", null);
    await engine.exec("ALTER TABLE thing DROP COLUMN more");
    prepared.forget();
    expect(Object.keys((await query("SELECT * FROM thing"))[0] ?? {})).not.toContain("more");
  });

  it("are bounded", async () => {
    for (let n = 0; n < 450; n += 1) expect(await query(`SELECT ${n} AS n`)).toEqual([{ n }]);
    expect(await kept()).toBe(200);
  });
});
