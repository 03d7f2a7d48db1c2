import { messages, PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Engine } from "./engine";
import { withEngineTime } from "./engine-time";

let engine: Engine;
/** The same engine on this thread: what it answers is what the other has to. */
let here: PGlite;
beforeAll(async () => {
  engine = await Engine.open({});
  here = await PGlite.create();
  await here.exec("SET timezone = 'UTC'");
});
afterAll(async () => {
  await engine.close();
  await here.close();
});

const both = (text: string, values?: unknown[], options?: Parameters<Engine["query"]>[2]) =>
  Promise.all([engine.query(text, values, options), here.query(text, values, options)]);
const failure = async (on: Pick<PGlite, "query" | "exec">, text: string, values?: unknown[]) =>
  (await (values ? on.query(text, values) : on.exec(text)).catch((error: unknown) => error)) as Error;

describe("the engine on its thread", () => {
  it.each<[string, string, unknown]>([
    ["text", "text", "ä € 😀 '\"\\ \n"],
    ["an empty text", "text", ""],
    ["null", "text", null],
    ["nothing", "text", undefined],
    ["a whole number", "int4", -7],
    ["a fraction", "float8", 0.1],
    ["a large number", "int8", 2n ** 60n],
    ["a small number", "int8", 5n],
    ["an exact number", "numeric", "12345678901234567890.123"],
    ["true", "bool", true],
    ["false", "bool", false],
    ["a moment", "timestamptz", new Date("2031-02-03T04:05:06.789Z")],
    ["a day", "date", "2031-02-03"],
    ["no end", "timestamptz", "infinity"],
    ["bytes", "bytea", Uint8Array.from([0, 1, 127, 128, 255])],
    ["bytes of a pool", "bytea", Buffer.from("in a pool of bytes")],
    ["a part of bytes", "bytea", Buffer.alloc(100_000, 7).subarray(5, 25)],
    ["no bytes", "bytea", new Uint8Array()],
    ["an object", "jsonb", { a: [1, null, { b: "ä" }], at: new Date(0), large: 2n ** 60n }],
    ["a list as JSON", "jsonb", [1, "two", { three: 3 }]],
    ["JSON that is text", "json", '{"as": "it is"}'],
    ["texts", "text[]", ["", "a,b", '"', "\\", "{}", "NULL", null]],
    ["numbers", "int4[]", [1, 2, 3]],
    ["large numbers", "int8[]", [1n, 2n ** 60n]],
    ["moments", "timestamptz[]", [new Date(0), new Date(1_000)]],
    ["lists of bytes", "bytea[]", [Buffer.from("one"), Buffer.from("another"), Uint8Array.from([0])]],
    [
      "lists of lists",
      "int4[]",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["no texts", "text[]", []],
    ["ids", "uuid[]", ["00000000-0000-4000-8000-000000000001"]],
    ["a type that no one parses", "inet", "10.0.0.1"],
    ["a range", "int4range", "[1,5)"],
  ])("takes and gives %s", async (_, type, value) => {
    const [there, asHere] = await both(`SELECT $1::${type} AS value, 1 AS one`, [value]);
    expect(there.rows).toEqual(asHere.rows);
    expect(there.fields).toEqual(asHere.fields);
  });

  it("gives text as it is to a caller with its own parsers, in lists where they are wanted", async () => {
    const parsers = { 20: (text: string) => `int8 ${text}`, 1184: (text: string) => `at ${text}`, 1007: (text: string) => `list ${text}` };
    const text = "SELECT 1::int8 AS a, '2031-02-03T04:05:06Z'::timestamptz AS b, '{1,2}'::int4[] AS c, 5 AS d, NULL::int8 AS e";
    const [there, asHere] = await both(text, [], { rowMode: "array", parsers });
    expect(there.rows).toEqual([["int8 1", "at 2031-02-03 04:05:06+00", "list {1,2}", 5, null]]);
    expect(there.rows).toEqual(asHere.rows);
  });

  it("says how many rows were changed", async () => {
    for (const on of [engine, here]) await on.exec("CREATE TABLE counted AS SELECT generate_series(1, 5) AS n");
    const [there, asHere] = await both("UPDATE counted SET n = n WHERE n > 2");
    expect(there.affectedRows).toBe(3);
    expect(there.affectedRows).toBe(asHere.affectedRows);
  });

  it.each<[string, string, unknown[]?]>([
    ["a key that is taken", "INSERT INTO taken VALUES ($1), ($1)", [1]],
    ["a syntax error", "SELECT 1 +", []],
    ["a text that is no number", "SELECT $1::int4", ["seven"]],
    ["a table that is not there", "SELECT * FROM nowhere", []],
    ["one of several statements", "SELECT 1; SELECT 1/0"],
  ])("fails by %s as the engine's own error does, but for statement and values", async (_, text, values) => {
    for (const on of [engine, here]) await on.exec("CREATE TABLE IF NOT EXISTS taken (id int PRIMARY KEY)");
    const [there, asHere] = [await failure(engine as never, text, values), await failure(here, text, values)];
    expect(there).toBeInstanceOf(messages.DatabaseError);
    const { query: _query, params: _params, queryOptions: _options, ...members } = asHere as unknown as Record<string, unknown>;
    expect(Object.assign({}, there, { message: there.message })).toEqual({ ...members, message: asHere.message });
    expect((there as messages.DatabaseError).code).toMatch(/^\w{5}$/);
  });

  it("goes on after what fails, or cannot be handed over", async () => {
    await expect(engine.query("SELECT $1::text", [() => undefined])).rejects.toThrow("could not be cloned");
    await expect(engine.query("SELECT 1/0")).rejects.toMatchObject({ code: "22012" });
    expect((await engine.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  });

  it("says what a statement was: COMMIT of what has failed is ROLLBACK", async () => {
    await engine.query("BEGIN");
    expect((await engine.query("COMMIT")).command).toBe("COMMIT");
    await engine.query("BEGIN");
    await expect(engine.query("SELECT 1/0")).rejects.toMatchObject({ code: "22012" });
    expect((await engine.query("COMMIT")).command).toBe("ROLLBACK");
  });

  it("runs a statement of a transaction inside of one alone, asked for before that has begun or not", async () => {
    await engine.exec("CREATE TABLE inside (n int)");
    await expect(engine.queryInside("INSERT INTO inside VALUES (1)")).rejects.toThrow("has not begun");
    const all = [engine.query("BEGIN"), engine.queryInside("INSERT INTO inside VALUES (2)"), engine.query("COMMIT")];
    await Promise.all(all);
    expect((await engine.query("SELECT n FROM inside")).rows).toEqual([{ n: 2 }]);
  });

  it("notifies listeners, each until it stops", async () => {
    const heard: string[] = [];
    const stopOne = await engine.listen("news", (payload) => heard.push(`one ${payload}`));
    const stopOther = await engine.listen("news", (payload) => heard.push(`other ${payload}`));
    await engine.query("SELECT pg_notify('news', 'a')");
    await expect.poll(() => heard.toSorted()).toEqual(["one a", "other a"]);
    await stopOne();
    await engine.query("SELECT pg_notify('news', 'b')");
    await expect.poll(() => heard.slice(2)).toEqual(["other b"]);
    await stopOther();
  });

  it("counts what a statement takes of it for its caller", async () => {
    const { ms } = await withEngineTime(() => engine.query("SELECT count(*) FROM generate_series(1, 100000)"));
    expect(ms).toBeGreaterThan(0);
    const failed = await withEngineTime(() => engine.query("SELECT 1/0").catch(() => undefined));
    expect(failed.ms).toBeGreaterThan(0);
  });

  it("goes by this thread's clock, wherever that is put, and stands where it stands", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const clock = "SELECT max(floor(extract(epoch FROM clock_timestamp()) * 1000))::float8 AS now FROM generate_series(1, $1::int)";
      for (const at of ["2031-02-03T04:05:06.789Z", "2019-01-01T00:00:00.001Z"]) {
        vi.setSystemTime(at);
        const told = [];
        for (const rows of [1, 100_000, 1]) told.push((await engine.query<{ now: number }>(clock, [rows])).rows[0]?.now);
        expect(told).toEqual(Array.from({ length: 3 }, () => Date.parse(at)));
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it("goes on with its clock for what waits long behind another", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2031-02-03T04:05:06.789Z") });
    try {
      const told = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now";
      const [, behind] = await Promise.all([engine.query("SELECT pg_sleep(0.5)"), engine.query<{ now: number }>(told)]);
      // It was asked for together with the other, which sees its time go on after a second.
      expect((behind.rows[0]?.now ?? 0) - Date.now()).toBeGreaterThanOrEqual(400);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is asked nothing once it is closed", async () => {
    const another = await Engine.open({});
    await another.close();
    await expect(another.query("SELECT 1")).rejects.toThrow("closed");
  });
});
