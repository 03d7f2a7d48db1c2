import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");

const url: [program: string, broken: number][] = [
  ['URL.canParse("x");', 1],
  ['URL["canParse"]("x");', 1],
  ["const { canParse } = URL;", 1],
  ["[].filter(URL.canParse);", 1],
  ['new URL("https://example.com");', 0],
  ["const { searchParams } = url;", 0],
  ['url.canParse("x");', 0],
];

const addresses: [program: string, broken: number][] = [
  ['export const all = "/campaigns";', 1],
  ['export const some = "/campaigns?state=draft";', 1],
  ["export const one = (id) => `/campaigns/${id}`;", 1],
  ["export const link = (token) => `${config().ORIGIN}/preview/${token}`;", 1],
  ["export const A = () => <a href='/settings/apps'>Apps</a>;", 1],
  ["export const one = (id) => paths.campaign(id);", 0],
  ["export const draft = (path) => `${path}/preview`;", 0],
  ['export const words = ["/campaignsfile", "campaigns", "/", "/live/messages"];', 0],
];

/** In a file that begins with "use server", but for the last two. */
const actions: [program: string, broken: number][] = [
  ["export const send = answer(sendVerb);", 0],
  ['export const send = answer(sendVerb, { changes: ["/"] });', 0],
  ["export const one = answer(a), two = answer(b);", 0],
  ["export const sendEach = answerEach(sendVerb, { changes });", 0],
  [
    "export async function send(x) { const member = await requireMember(); return verb(member, x); }",
    0,
  ],
  ["export async function send(x) { await requireMember(); return x; }", 0],
  ["export const send = async (x) => { const member = await requireMember(); return x; };", 0],
  ["export default async function send(x) { await requireMember(); }", 0],
  ["export type SendResult = string;", 0],
  ["export interface SendResult { at: string }", 0],
  ["const inner = async () => 1;", 0],
  ["export async function send(x) { return x; }", 1],
  ["export async function send(x) { write(x); await requireMember(); }", 1],
  ["export async function send(x) { requireMember(); }", 1],
  ["export async function send(x) { if (x) await requireMember(); }", 1],
  ["export const send = async (x) => x;", 1],
  ["export const send = sendVerb;", 1],
  ["export const send = wrap(answer(sendVerb));", 1],
  ["export const one = answer(a), two = b;", 1],
  ["export const { send } = verbs;", 1],
  ["const send = answer(sendVerb); export { send };", 1],
  ['export { send } from "./verbs";', 1],
  ['export * from "./verbs";', 1],
  ["export default async (x) => x;", 1],
  ["export default sendVerb;", 1],
];
const elsewhere: [program: string, broken: number][] = [
  ["export async function read(x) { return x; }", 0],
  [
    'export function Page() { async function save(x) { "use server"; await requireMember(); } return save; }',
    1,
  ],
  ['export function Page() { return async (x) => { "use server"; return x; }; }', 1],
];

const raw: [program: string, broken: number][] = [
  ['await database().prisma.$queryRawUnsafe("SELECT 1");', 1],
  ["await tx.prisma.$executeRaw`SELECT 1`;", 1],
  ["await tx.prisma.app.findMany();", 0],
  ['await tx.query("SELECT 1");', 0],
];

const insert = 'await tx.query("INSERT INTO app (id) VALUES ($1)", [1]);';
const create = "await tx.prisma.app.create({ data: { name } });";
const inDirectory: [program: string, broken: number][] = [
  [
    `export const make = verb({ action: "app.create", input, service, run: async ({ tx }) => { ${insert} } });`,
    0,
  ],
  [
    `export const make = verbInSteps({ action: "app.create", input, service, run: async () => database().transaction(async (tx) => { ${insert} }) });`,
    0,
  ],
  [`export async function step(tx: Sql, id: string) { ${insert} }`, 0],
  [`const step = async (tx: Sql) => { ${insert} };`, 0],
  [
    `export async function step(tx: Sql) { for (const one of all) await each(async () => { ${insert} }); }`,
    0,
  ],
  [
    `export const make = verb({ action: "app.create", input, service, run: async ({ tx }) => { ${create} } });`,
    0,
  ],
  [`export async function step(tx: Sql, id: string) { ${create} }`, 0],
  ["export const read = (sql: Sql) => sql.prisma.app.findMany();", 0],
  ["export const other = (store: Store) => store.app.create({ prisma });", 0],
  [
    `export async function make(app: App) { await database().transaction(async (tx) => { ${create} }); }`,
    1,
  ],
  ["export const make = (sql: Sql) => sql.prisma.app.updateManyAndReturn({ data });", 1],
  ["export const make = ({ prisma }: Sql) => prisma.app.upsert(app);", 1],
  ['export const one = () => database().query("SELECT 1 FROM app FOR UPDATE");', 0],
  ['export const sentence = "Update the app, set its name, delete it from the list.";', 0],
  [
    `export async function make(app: App) { await database().transaction(async (tx) => { ${insert} }); }`,
    1,
  ],
  [`export const make = wrap("app.create", async (tx) => { ${insert} });`, 1],
  [`export async function make(sql: Sql) { await sql.query("DELETE FROM app"); }`, 1],
  [
    "export async function make(app: App, tx: Sql) { await tx.query(`UPDATE app a SET name = ${name}`); }",
    1,
  ],
  ['const again = `UPDATE "update" SET ${members} WHERE id = $1`;', 1],
  ["const statement = `WITH old AS (SELECT 1)\n  insert\n into app SELECT * FROM old`;", 1],
];

const words: [program: string, broken: number][] = [
  ["/** Draws the page anew. */\nexport const a = 1;", 1],
  ["/**\n * Told by whoever has it.\n */\nexport const a = 1;", 2],
  ["/** An order can be taken\n * back. */\nexport const a = 1;", 2],
  ["/** Calls `tell`, `told` and `beside`. */\nexport const a = 1;", 0],
  ["/** Reports each problem once. */\nexport const a = 1;", 0],
  ["// nobody reads this yet\nexport const a = 1;", 1],
  ["// oxlint-disable-next-line no-debugger -- nobody reads this\nexport const a = 1;", 0],
  ['it("tells nobody", () => undefined);', 2],
  ['it.each(rows)("%s tells what it is", () => undefined);', 1],
  ["test.describe(`whatever ${name} is`, () => undefined);", 1],
  ['describe.each(kinds)("beside it", () => undefined);', 1],
  ['it("reports what it is", () => expect("told").toBe("told"));', 0],
  ['z.string().describe("The fate of it.");', 0],
];

const screens: [program: string, broken: number][] = [
  ["export const A = () => <p title='Told by nobody'>Kept for whoever asks</p>;", 4],
  ["export const A = () => <p className='kept'>Stored for the user</p>;", 0],
];

const names: [program: string, broken: number][] = [
  ["export const { a: told, known } = row;", 2],
  ["export const row = { held: 1, isHeld: 2 };", 1],
  ["export interface Row { kept: number; storedDraft: string }", 1],
  ["export function judge(shown: string, ...rest: string[]) { return shown + rest; }", 2],
  ["export const f = ([found], { there = 1 } = {}) => found + there;", 2],
  ["export const read = (row) => row.kept + row.told;", 0],
  ["export interface Found { id: string }", 1],
  ["type Asked = string; class Waiting {} export type { Asked, Waiting };", 2],
  ["export type Archived<T> = T | undefined;", 1],
  ["export interface SearchResult { id: string } export class StoredDraft {}", 0],
  ["export type Feed = string; export type Setting = string;", 0],
  ['export type { Found } from "./p0";', 0],
];

const comments: [program: string, broken: number][] = [
  [`// ${"a".repeat(97)}\nexport const a = 1;`, 0],
  [`// ${"a".repeat(98)}\nexport const a = 1;`, 1],
  [`/**\n * ${"a".repeat(98)}\n */\nexport const a = 1;`, 1],
  [`// https://clarion.test/${"a".repeat(90)}\nexport const a = 1;`, 0],
];

interface PlantedFile {
  path: string;
  program: string;
  broken: number;
}
const planted: PlantedFile[] = [
  ...url.map(([program, broken], n) => ({ path: `url/p${n}.ts`, program, broken })),
  ...raw.map(([program, broken], n) => ({ path: `lib/results/p${n}.ts`, program, broken })),
  ...addresses.flatMap(([program, broken], n) => [
    { path: `app/addresses/p${n}.tsx`, program, broken },
    { path: `lib/notices/p${n}.tsx`, program, broken },
    { path: `lib/http/p${n}.tsx`, program, broken: 0 },
    { path: `components/addresses/p${n}.test.tsx`, program, broken: 0 },
  ]),
  ...actions.map(([program, broken], n) => ({
    path: `app/p${n}/actions.ts`,
    program: `"use server";\n${program}`,
    broken,
  })),
  ...elsewhere.map(([program, broken], n) => ({ path: `app/p${n}/page.tsx`, program, broken })),
  ...inDirectory.map(([program, broken], n) => ({
    path: `lib/directory/p${n}.ts`,
    program,
    broken,
  })),
  ...inDirectory.map(([program, broken], n) => ({
    path: `lib/campaign/p${n}.ts`,
    program,
    broken,
  })),
  ...inDirectory.map(([program], n) => ({ path: `lib/work/p${n}.ts`, program, broken: 0 })),
  ...inDirectory.map(([program], n) => ({
    path: `lib/directory/p${n}.test.ts`,
    program,
    broken: 0,
  })),
  ...words.map(([program, broken], n) => ({ path: `words/p${n}.test.ts`, program, broken })),
  ...screens.map(([program, broken], n) => ({ path: `components/p${n}.tsx`, program, broken })),
  ...names.map(([program, broken], n) => ({ path: `names/p${n}.ts`, program, broken })),
  ...comments.map(([program, broken], n) => ({ path: `comments/p${n}.ts`, program, broken })),
  ...words.map(([program], n) => ({ path: `old/words/p${n}.test.ts`, program, broken: 0 })),
  {
    path: "lib/directory/excepted.ts",
    program: `export async function make() { ${insert} }`,
    broken: 0,
  },
  { path: "lib/directory/needless.ts", program: "export const nothing = 1;", broken: 1 },
];

/** Runs the rules on a project that breaks them, and counts the reports of each file. */
describe("the house rules", () => {
  const folder = mkdtempSync(join(tmpdir(), "clarion-house-"));
  const reportCounts = new Map<string, number>();

  beforeAll(async () => {
    for (const { path, program } of planted) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), program);
    }
    const config = join(folder, "oxlintrc.json");
    const exceptions = {
      "lib/directory/excepted.ts": "a test",
      "lib/directory/needless.ts": "a test",
    };
    writeFileSync(
      config,
      JSON.stringify({
        jsPlugins: [join(root, "tools/oxlint-house.mjs")],
        categories: {},
        rules: {
          "house/no-url-can-parse": "error",
          "house/addresses-by-paths": "error",
          "house/actions-answer": "error",
          "house/no-sql-by-prisma": "error",
          "house/writes-in-verbs": ["error", { exceptions }],
          "house/plain-words": ["error", { exceptions: ["old/words"] }],
          "house/noun-names": "error",
          "house/comment-width": "error",
        },
      }),
    );
    const output = await run(
      process.execPath,
      [join(root, "node_modules/oxlint/bin/oxlint"), "--format=json", "-c", config, "."],
      {
        cwd: folder,
        maxBuffer: 16 * 1024 * 1024,
      },
    ).then(
      ({ stdout }) => stdout,
      (error: { stdout?: string }) => error.stdout ?? "",
    );
    const { diagnostics } = JSON.parse(output) as {
      diagnostics: { code: string; filename: string }[];
    };
    for (const { code, filename } of diagnostics) {
      if (!code.includes("house")) continue;
      const path = relative(folder, join(folder, filename));
      reportCounts.set(path, (reportCounts.get(path) ?? 0) + 1);
    }
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(planted)("$path is broken $broken times: $program", ({ path, broken }) => {
    expect(reportCounts.get(path) ?? 0).toBe(broken);
  });
});
