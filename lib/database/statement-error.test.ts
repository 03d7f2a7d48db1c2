import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { makeLog } from "@/lib/log/make-log";
import { enqueue } from "@/lib/work/jobs";
import { newId } from "./id";
import type { Database } from "./sql";
import { StatementError } from "./statement-error";
import { openTestDatabase } from "./testing";

const canary = "canary-5e6f7a";
const member = "INSERT INTO member (id, email, name, password_hash) VALUES ($1, $2, $3, $4)";
const values = () => [newId(), `${canary}@example.com`, canary, canary];
const job = { kind: "test", data: z.object({ text: z.string() }), lane: "expand" } as const;

/** Statements that fail with a value that must not be revealed. */
const failing: [string, (database: Database) => Promise<unknown>][] = [
  ["a key that exists", (database) => database.query(member, values())],
  [
    "a key that exists, in a transaction",
    (database) => database.transaction((tx) => tx.query(member, values())),
  ],
  [
    "a row without what it needs",
    (database) => database.query(member, [newId(), canary, canary, null]),
  ],
  [
    "a row that points nowhere",
    (database) =>
      database.query("INSERT INTO device_user (app_id, userid, device_id) VALUES ($1, $2, $1)", [
        newId(),
        canary,
      ]),
  ],
  ["a text that is no id", (database) => database.query("SELECT $1::uuid", [canary])],
  [
    "a text with quotation marks that is no id",
    (database) => database.query("SELECT $1::text::uuid", [`"${canary}" ${canary}"\n${canary}`]),
  ],
  [
    "a text that is no number",
    (database) => database.query("SELECT $1::text::int", [`7${canary}`]),
  ],
  [
    "a text that is no time",
    (database) => database.query("SELECT $1::text::timestamptz", [canary]),
  ],
  [
    "a text that is no JSON",
    (database) => database.query("SELECT $1::text::jsonb", [`{"${canary}`]),
  ],
  [
    "a text that is no query of words",
    (database) => database.query("SELECT to_tsquery($1)", [`${canary} ${canary}`]),
  ],
  [
    "a table that does not exist",
    (database) => database.query("SELECT $1::text FROM nothing_of_this_name", [canary]),
  ],
  ["a text with U+0000", (database) => database.query("SELECT $1::text", [`${canary}\0`])],
  ["a script", (database) => database.script(`DO $$ BEGIN PERFORM '${canary}'::uuid; END $$`)],
  [
    "a check at the commit",
    (database) =>
      database.transaction(async (tx) => {
        await tx.script(
          "CREATE TEMPORARY TABLE IF NOT EXISTS late (word text UNIQUE DEFERRABLE INITIALLY DEFERRED)",
        );
        await tx.query("INSERT INTO late VALUES ($1), ($1)", [canary]);
      }),
  ],
  [
    "Prisma, a key that exists",
    (database) => database.prisma.member.create({ data: { ...row, id: newId() } }),
  ],
  [
    "Prisma, a text that is no id",
    (database) => database.prisma.member.findUnique({ where: { id: canary } }),
  ],
  [
    "Prisma, an argument of the wrong kind",
    (database) =>
      database.prisma.member.findUnique({ where: { email: { [canary]: canary } as never } }),
  ],
  [
    "Prisma, a statement in SQL",
    (database) => database.prisma.$queryRawUnsafe("SELECT $1::text::uuid", canary),
  ],
  [
    "the queue",
    (database) => database.transaction((tx) => enqueue(tx, job, { text: `${canary}\0` })),
  ],
];
const row = { email: `${canary}@example.com`, name: canary, passwordHash: canary };

describe("what a failed statement reveals", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
    await database.query(member, values());
  });
  afterAll(async () => {
    await database.close();
  });

  it.each(failing)("holds no value: %s", async (_, fail) => {
    const error = await fail(database).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(StatementError);
    expect((error as StatementError).message.length).toBeGreaterThan(10);
    expect(everythingOf(error)).not.toContain(canary);
    expect(logged({ err: error })).not.toContain(canary);
  });

  it("says what kind of failure it was", async () => {
    await expect(database.query(member, values())).rejects.toMatchObject({
      code: "23505",
      message: expect.stringContaining("member_email") as string,
    });
    await expect(database.query("SELECT $1::text::uuid", [canary])).rejects.toMatchObject({
      code: "22P02",
      message: 'invalid input syntax for type uuid: "…"',
    });
    await expect(
      database.prisma.member.create({ data: { ...row, id: newId() } }),
    ).rejects.toMatchObject({
      message: expect.stringMatching(/^Member\.create failed: .*P2002/) as string,
    });
  });

  it("keeps an error of the transaction's own as it is", async () => {
    const own = new Error("mine");
    await expect(database.transaction(() => Promise.reject(own))).rejects.toBe(own);
  });
});

describe("the log", () => {
  it("reports what an error is, and nothing that hangs on it", () => {
    const error = Object.assign(
      new Error("the outer", {
        cause: Object.assign(new TypeError("the inner"), { params: [canary] }),
      }),
      {
        code: "E_CODE",
        params: [canary],
        detail: `Key (email)=(${canary}) already exists.`,
        client: { password: canary },
      },
    );
    const text = logged({ err: new AggregateError([error], "both") });
    expect(text).not.toContain(canary);
    for (const part of [
      "both",
      "the outer",
      "the inner",
      "E_CODE",
      "TypeError",
      "statement-error.test.ts",
    ])
      expect(text).toContain(part);
  });

  it("reports a thrown value that is no error", () => {
    expect(logged({ err: { name: "ErrnoError", errno: 51, params: canary } })).toMatch(
      /"type":"ErrnoError"/,
    );
    expect(logged({ err: "plain words" })).toContain("plain words");
  });
});

function everythingOf(error: unknown): string {
  return inspect(error, { depth: 20, showHidden: true, getters: true });
}

function logged(what: object): string {
  let text = "";
  makeLog("info", { write: (line: string) => void (text += line) }).error(what, "something failed");
  return text;
}
