import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Engine } from "./engine";

describe("statements that are kept prepared", () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await Engine.open({});
    await engine.exec("CREATE TABLE thing (id int PRIMARY KEY, name text, data bytea, tags text[], at timestamptz)");
  }, 120_000);
  afterAll(() => engine.close());
  afterEach(() => vi.useRealTimers());

  const query = async (text: string, ...values: unknown[]) => (await engine.query<Record<string, unknown>>(text, values)).rows;
  /** The look itself is one of them. */
  const kept = async () => (await query("SELECT name, statement FROM pg_prepared_statements")) as { name: string; statement: string }[];
  const nameOf = async (text: string) => (await kept()).filter(({ statement }) => statement === text).map(({ name }) => name);

  it("are parsed once for many runs, and again after a while", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    for (let run = 0; run < 5; run += 1) await query("SELECT 1 AS one");
    const names = await nameOf("SELECT 1 AS one");
    expect(names).toHaveLength(1);
    vi.advanceTimersByTime(4_999);
    await query("SELECT 1 AS one");
    expect(await nameOf("SELECT 1 AS one")).toEqual(names);
    vi.advanceTimersByTime(2);
    await query("SELECT 1 AS one");
    const later = await nameOf("SELECT 1 AS one");
    expect(later).toHaveLength(1);
    expect(later).not.toEqual(names);
  });

  it("take other values at each run, and none", async () => {
    const text = "SELECT $1::int AS a, $2::text[] AS b, $3::bytea AS c";
    for (let n = 0; n < 8; n += 1)
      expect(await query(text, n, [`x${n}`, null], Uint8Array.from([n]))).toEqual([{ a: n, b: [`x${n}`, null], c: Uint8Array.from([n]) }]);
    expect(await query(text, null, null, undefined)).toEqual([{ a: null, b: null, c: null }]);
  });

  it("go on after one that fails, when it is parsed or when it runs, in a transaction too", async () => {
    await expect(query("SELEC 1")).rejects.toMatchObject({ code: "42601" });
    await expect(query("SELECT 1 / $1::int AS n", 0)).rejects.toMatchObject({ code: "22012" });
    expect(await query("SELECT 1 / $1::int AS n", 1)).toEqual([{ n: 1 }]);
    await query("BEGIN");
    await expect(query("SELECT 1 / $1::int AS n", 0)).rejects.toMatchObject({ code: "22012" });
    await expect(query("SELECT 1 / $1::int AS n", 1)).rejects.toMatchObject({ code: "25P02" });
    await query("ROLLBACK");
    expect(await query("SELECT 1 / $1::int AS n", 1)).toEqual([{ n: 1 }]);
  });

  it("answer with the columns that a table has after it was changed, by a statement or by a script", async () => {
    await query("INSERT INTO thing (id, name) VALUES ($1, $2)", 1, "a");
    expect(Object.keys((await query("SELECT * FROM thing"))[0] ?? {})).not.toContain("more");
    await query("ALTER TABLE thing ADD COLUMN more int");
    expect((await query("SELECT * FROM thing"))[0]).toHaveProperty("more", null);
    await engine.exec("ALTER TABLE thing DROP COLUMN more");
    expect(Object.keys((await query("SELECT * FROM thing"))[0] ?? {})).not.toContain("more");
  });

  it("are bounded", async () => {
    for (let n = 0; n < 450; n += 1) expect(await query(`SELECT ${n} AS n`)).toEqual([{ n }]);
    expect(await kept()).toHaveLength(200);
  });
});
