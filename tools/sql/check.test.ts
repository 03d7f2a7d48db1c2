import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase, urlOf } from "@/lib/database/testing";
import { checkStatements } from "./check";
import { describerOf, type Describe } from "./describe";
import { programOf, statementsOf } from "./statements";

const table = `CREATE TYPE mood AS ENUM ('good', 'bad');
CREATE TABLE thing (id uuid PRIMARY KEY, n int, name text NOT NULL, at timestamptz NOT NULL, tags text[] NOT NULL, big bigint NOT NULL, bytes bytea NOT NULL,
  data jsonb NOT NULL, mood mood NOT NULL)`;

/**
 * A statement that a developer may write, and what is reported about it; undefined when it is
 * right.
 */
const cases: [statement: string, problem: string | undefined][] = [
  [
    "sql.query<{ id: string; n: number | null }>(`SELECT id, n FROM thing WHERE id = $1`, [text])",
    undefined,
  ],
  ["sql.query<Named>(`SELECT ${columns} FROM thing`)", undefined],
  [
    "sql.query<{ count: number }>(`SELECT count(*)::int FROM ${choice ? 'thing' : 'pg_class'}`)",
    undefined,
  ],
  ["sql.query<{ n: number }>(`SELECT ${limit * 2} AS n`)", undefined],
  [
    "sql.query<{ mood: 'good' | 'bad'; data: { a: number }[] }>(`SELECT mood, data FROM thing`)",
    undefined,
  ],
  [
    "sql.query(`INSERT INTO thing (tags, bytes, at) VALUES ($1, $2, $3)`, [[text], Buffer.from(text), new Date()])",
    undefined,
  ],
  ["sql.query(`SELECT FROM thing WHERE n = $1 AND name = $2 AND n > $3`, [...pair, 3])", undefined],
  ["sql.query<{ id: string }>(`SELECT title AS id FROM thing`)", 'column "title" does not exist'],
  [
    "sql.query<{ id: string }>(`SELECT id FROM ${choice ? 'thing' : 'nothing'}`)",
    'relation "nothing" does not exist',
  ],
  [
    "sql.query<{ name: string; title: string }>(`SELECT name FROM thing`)",
    "it has no column “title”",
  ],
  [
    "sql.query<{ name: string }>(`SELECT name, id FROM thing`)",
    "the row type has no member for its column “id”",
  ],
  [
    "sql.query<{ n: number }>(`SELECT n FROM thing`)",
    "column “n” (int4) is taken for number: it may be null",
  ],
  [
    "sql.query<{ name?: string }>(`SELECT name FROM thing`)",
    "column “name” (text) is taken for string | undefined: a column is never undefined",
  ],
  [
    "sql.query<{ at: string }>(`SELECT at FROM thing`)",
    "column “at” (timestamptz) is taken for string: it comes as Date",
  ],
  [
    "sql.query<{ big: number }>(`SELECT big FROM thing`)",
    "column “big” (int8) is taken for number: it comes as text from the driver",
  ],
  [
    "sql.query<{ tags: string }>(`SELECT tags FROM thing`)",
    "column “tags” (text[]) is taken for string: it comes as string[]",
  ],
  [
    "sql.query<{ data: string }>(`SELECT data FROM thing`)",
    "column “data” (jsonb) is taken for string: it comes as JSON",
  ],
  [
    "sql.query<{ mood: 'good' }>(`SELECT mood FROM thing`)",
    'column “mood” (mood) is taken for "good": it may be “bad”',
  ],
  [
    "sql.query<Record<string, number>>(`SELECT n FROM thing`)",
    "its row type Record<string, number> names no columns",
  ],
  ["sql.query(`SELECT FROM thing WHERE id = $1`)", "it has 1 parameters and is given 0"],
  ["sql.query(`SELECT FROM thing WHERE n = $1`, [text])", "$1 is int4 and is given string"],
  ["sql.query(`SELECT FROM thing WHERE id = ANY($1)`, [text])", "$1 is uuid[] and is given string"],
  [
    "sql.query(`SELECT FROM thing WHERE data = $1`, [{ a: 1 }])",
    "$1 is jsonb and is given { a: number; }",
  ],
  [
    "sql.query(`SELECT FROM thing WHERE name = $1`, [maybe])",
    "$1 is text and is given string | undefined",
  ],
  [
    "sql.query(`SELECT FROM thing WHERE name = $1`, rest)",
    "how many values it is given cannot be known",
  ],
  ["sql.query(`SELECT FROM ${text}`)", "“text” is known only while the program runs"],
];

const folder = mkdtempSync(join(tmpdir(), "clarion-check-"));
let ask: Describe;
let database: Database;
let client: pg.Client;
beforeAll(async () => {
  database = await openTestDatabase();
  const [row] = await database.query<{ name: string }>("SELECT current_database() AS name");
  // oxlint-disable-next-line node/no-process-env -- the server that the whole run of tests shares
  client = new pg.Client(urlOf(process.env["TEST_DATABASE_URL"] ?? "", row?.name ?? ""));
  await client.connect();
  await client.query(table);
  ask = await describerOf(client);
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        exactOptionalPropertyTypes: true,
        target: "es2022",
        module: "esnext",
        moduleResolution: "bundler",
        types: ["node"],
        typeRoots: [join(import.meta.dirname, "../../node_modules/@types")],
      },
    }),
  );
  writeFileSync(join(folder, "columns.ts"), "export const columns = `id, ` + `name`;");
  writeFileSync(
    join(folder, "planted.ts"),
    `import { columns } from "./columns";
interface Sql { query<Row>(text: string, values?: unknown[]): Promise<Row[]> }
interface Named { id: string; name: string }
const limit = 1_000;
declare const sql: Sql, text: string, maybe: string | undefined, choice: boolean, rest: string[], pair: [number, string];
${cases.map(([statement], at) => `export function case${at}() { return ${statement}; }`).join("\n")}
`,
  );
});
afterAll(async () => {
  await client.end();
  await database.close();
  rmSync(folder, { recursive: true });
});

const none = { built: {}, neverNull: {} };

describe("the check of statements", () => {
  it("reports what is wrong with a statement, and nothing of one that is right", async () => {
    const program = programOf(folder, () => true);
    const reports: [statement: string | undefined, problems: string[]][] = [];
    for (const statement of statementsOf(program, folder)) {
      const problems = await checkStatements(program.getTypeChecker(), [statement], ask, none);
      reports.push([
        cases[Number(statement.within.slice("case".length))]?.[0],
        problems.map((one) => one.replace(/^planted\.ts:\d+: /, "")),
      ]);
    }
    expect(reports).toEqual(
      cases.map(([statement, problem]) => [statement, problem === undefined ? [] : [problem]]),
    );
  });

  it("reports an exception that nothing needs", async () => {
    expect(
      await checkStatements(programOf(folder, () => false).getTypeChecker(), [], ask, {
        built: { gone: "it is" },
        neverNull: {},
      }),
    ).toEqual(["the exception for “gone” is not needed any more"]);
  });
});
