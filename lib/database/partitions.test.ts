import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { newTransid } from "@/lib/runtime/transid";
import { firstIdAt, newId } from "./id";
import { migrate } from "./migrate";
import {
  coverIds,
  dropDetached,
  dropPartition,
  listPartitions,
  makeAhead,
  makePartitions,
  partitionedTables,
} from "./partitions";
import { openServer } from "./server";
import type { Database, Sql } from "./sql";
import { asAdmin, openTestDatabase, urlOf } from "./testing";

const migrations = join(import.meta.dirname, "../../prisma/migrations");
const weekMs = 7 * 86_400_000;
// oxlint-disable-next-line node/no-process-env -- of the run of tests, not of the program
const { TEST_DATABASE_URL: server = "" } = process.env;

const putMessage = (sql: Sql, id: string, state = "done") =>
  sql.query(
    `INSERT INTO message (id, service_id, app_id, request, effective_hash, state, accepted_at) VALUES ($1, $2, $2, ''::bytea, ''::bytea, $3, now())`,
    [id, newId(), state],
  );
const putDelivery = (sql: Sql, messageId: string, id = newId()) =>
  sql.query(
    `INSERT INTO delivery (message_id, id, service_id, app_id, target, kind, destination, destination_type, pushid, next_at, queued_at, updated_at)
     VALUES ($1, $2, $3, $3, $2::uuid::text, 'ios', 'u1', 'userid', 'token', now(), now(), now())`,
    [messageId, id, newId()],
  );
const namesOf = async (sql: Sql, table = "message") =>
  (await listPartitions(sql)).filter((one) => one.table === table).map(({ name }) => name);

describe("the migration to partitions", () => {
  it("adopts all rows of before, with the work that is open", async () => {
    const name = `clarion_adopt_${newId().replaceAll("-", "")}`;
    const folder = mkdtempSync(join(tmpdir(), "clarion-migrations-"));
    await asAdmin(server, `CREATE DATABASE ${name} TEMPLATE template0`);
    const sql = await openServer(urlOf(server, name));
    try {
      for (const migration of readdirSync(migrations).filter((one) => one < "20261130"))
        cpSync(join(migrations, migration), join(folder, migration), { recursive: true });
      await migrate(sql, folder);
      const [open, done, ahead] = [
        newTransid(),
        firstIdAt(0),
        firstIdAt(Date.now() + 400 * 86_400_000),
      ] as const;
      for (const id of [open, done, ahead]) {
        await putMessage(sql, id, id === open ? "sending" : "done");
        await putDelivery(sql, id);
      }
      const updateId = newId();
      await sql.query(
        `INSERT INTO "update" (message_id, id, delivery_id, service_id, kind, receiver, url, origin, body, next_at, created_at)
         VALUES ($1, $2, $2, $2, 'read', 'notifyurl', 'https://a.example/n', 'https://a.example', ''::bytea, now(), now())`,
        [open, updateId],
      );
      await sql.query(
        "INSERT INTO update_attempt (update_id, id, at, duration_ms) VALUES ($1, $2, now(), 1)",
        [updateId, newId()],
      );
      await migrate(sql, migrations);
      const [counted] = await sql.query<Record<string, number>>(
        `SELECT (SELECT count(*)::int FROM message) AS messages, (SELECT count(*)::int FROM message WHERE state <> 'done') AS open,
           (SELECT count(*)::int FROM delivery WHERE next_at IS NOT NULL) AS due, (SELECT count(*)::int FROM "update" WHERE next_at IS NOT NULL) AS updates,
           (SELECT count(*)::int FROM update_attempt) AS attempts`,
      );
      expect(counted).toEqual({ messages: 3, open: 1, due: 3, updates: 1, attempts: 1 });
      // Up to the row of a process whose clock was ahead.
      const partitions = await listPartitions(sql);
      expect(partitions.map(({ table }) => table).toSorted()).toEqual(partitionedTables.toSorted());
      for (const { to } of partitions) expect(to > ahead).toBe(true);
      await putMessage(sql, newTransid());
      await expect(putDelivery(sql, open, updateId)).resolves.toBeDefined();
      await expect(putDelivery(sql, open, updateId)).rejects.toMatchObject({ code: "23505" });
    } finally {
      await sql.close();
      await asAdmin(server, `DROP DATABASE ${name} WITH (FORCE)`);
      rmSync(folder, { recursive: true });
    }
  }, 60_000);
});

describe("partitions", () => {
  let opened: Database | undefined;
  const open = async () => (opened = await openTestDatabase());
  afterEach(() => opened?.close());

  /** Another process on the same database. */
  async function otherProcess(sql: Database): Promise<Database> {
    const [row] = await sql.query<{ name: string }>("SELECT current_database()::text AS name");
    return openServer(urlOf(server, row?.name ?? ""));
  }

  it("are created by several processes at once, each of them once", async () => {
    const sql = await open();
    const other = await otherProcess(sql);
    const moments = [30, 40, 50].map((weeks) => Date.now() + weeks * weekMs);
    await Promise.all([sql, other, sql, other].map((one) => makePartitions(one, moments)));
    await other.close();
    for (const table of partitionedTables) expect(await namesOf(sql, table)).toHaveLength(4);
    const before = await listPartitions(sql);
    await makeAhead(sql);
    expect(await listPartitions(sql)).toEqual(before);
  });

  it("exist for two weeks ahead, also once the first one ends", async () => {
    const sql = await open();
    for (const one of await listPartitions(sql)) await dropPartition(sql, one);
    await makeAhead(sql);
    for (const days of [0, 7, 14]) {
      const id = firstIdAt(Date.now() + days * 86_400_000);
      await putMessage(sql, id);
      await putDelivery(sql, id);
    }
    expect(await namesOf(sql)).toHaveLength(3);
  });

  it("are created on demand for ids of a clock that is far ahead, or far behind", async () => {
    const sql = await open();
    for (const one of await listPartitions(sql)) await dropPartition(sql, one);
    const ids = [firstIdAt(86_400_000), firstIdAt(Date.now() + 3_000 * 86_400_000), newTransid()];
    await coverIds(ids);
    for (const id of ids) await putMessage(sql, id);
    await coverIds(ids);
    expect(await namesOf(sql)).toHaveLength(3);
  });

  it("are created while rows are being inserted, and no insert waits", async () => {
    const sql = await open();
    await sql.transaction(async (tx) => {
      await putMessage(tx, newTransid());
      await makePartitions(sql, [Date.now() + 30 * weekMs]);
      await putMessage(tx, newTransid());
    });
    expect(await namesOf(sql)).toHaveLength(2);
  });

  it("go while others are read and written, once those who may read them have ended", async () => {
    const sql = await open();
    await makePartitions(sql, [Date.now() + 30 * weekMs]);
    const [first, later] = (await listPartitions(sql)).filter(({ table }) => table === "delivery");
    if (!first || !later) throw new Error("There are no partitions.");
    const inLater = firstIdAt(Date.now() + 30 * weekMs);
    await putDelivery(sql, newTransid());
    let dropped: Promise<void> | undefined;
    await sql.transaction(async (tx) => {
      expect(await tx.query("SELECT 1 FROM delivery")).toHaveLength(1);
      dropped = dropPartition(sql, first);
      await expect
        .poll(async () => (await listPartitions(sql)).find(({ name }) => name === first.name))
        .toMatchObject({ isDetaching: true });
      await putDelivery(sql, inLater);
    });
    await dropped;
    expect(await sql.query("SELECT 1 FROM delivery")).toHaveLength(1);
    expect(await namesOf(sql, "delivery")).toEqual([later.name]);
  });

  it("that a process left half removed go with the next call", async () => {
    const sql = await open();
    const [first] = (await listPartitions(sql)).filter(({ table }) => table === "delivery");
    if (!first) throw new Error("There are no partitions.");
    await sql.transaction(async (tx) => {
      await tx.query("SELECT 1 FROM delivery");
      const dropped = dropPartition(sql, first).then(
        () => "dropped",
        (error: unknown) => String(error),
      );
      await expect
        .poll(async () => (await listPartitions(sql)).find(({ name }) => name === first.name))
        .toMatchObject({ isDetaching: true });
      await tx.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%DETACH PARTITION%' AND pid <> pg_backend_pid()",
      );
      expect(await dropped).toMatch(/terminat/i);
    });
    const [left] = (await listPartitions(sql)).filter(({ isDetaching }) => isDetaching);
    if (!left) throw new Error("Nothing was left.");
    await dropPartition(sql, left);
    expect(await namesOf(sql, "delivery")).toEqual([]);
    await sql.script(`ALTER TABLE message DETACH PARTITION message_first`);
    await dropDetached(sql);
    expect(
      await sql.query(
        "SELECT 1 FROM pg_class WHERE relname IN ('message_first', 'delivery_first')",
      ),
    ).toEqual([]);
    expect(await sql.query("SELECT 1 FROM pg_class WHERE relname = 'update_first'")).toHaveLength(
      1,
    );
  });
});
