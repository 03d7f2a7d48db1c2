import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testMember } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database, Sql } from "@/lib/database/sql";
import { lockWaited, openTestDatabase } from "@/lib/database/testing";
import { writeEvent } from "@/lib/verb/audit";
import { chainOf, eventOf, putChain, withoutTriggers, type EventRow } from "./testing";
import { readHead, verifyAuditLog } from "./verify";

const write = (database: Database, name: string, serviceId: string | null = null) =>
  database.transaction((tx) =>
    writeEvent(tx, {
      actor: testMember({}),
      action: "audience.remove",
      serviceId,
      entity: newId(),
      payload: { name },
      address: "192.0.2.1",
    }),
  );

describe("the audit log", () => {
  let database: Database;
  beforeAll(async () => (database = await openTestDatabase()), 120_000);
  afterAll(() => database.close());
  beforeEach(async () => {
    await withoutTriggers(database, () => database.script("DELETE FROM audit_event"));
    await database.script("UPDATE audit_head SET seq = 0, hash = decode(repeat('00', 32), 'hex')");
  });

  it("chains what is written, with any content", async () => {
    expect(await verifyAuditLog(database)).toMatchObject({ events: 0, wrong: 0 });
    for (const name of ["Spring", "", " 1 2 - ", "Été 👍", '"\\\n'])
      await write(database, name, newId());
    expect(await verifyAuditLog(database)).toMatchObject({
      events: 5,
      wrong: 0,
      findings: [],
      head: await readHead(database),
    });
  });

  it("makes one chain of what many write at once, and of none that was undone", async () => {
    const failing = database.transaction(async (tx) => {
      await writeEvent(tx, {
        actor: testMember({}),
        action: "audience.remove",
        serviceId: null,
        entity: "x",
        payload: { name: "" },
        address: null,
      });
      throw new Error("no");
    });
    await Promise.all([
      ...Array.from({ length: 40 }, (_, n) => write(database, `${n}`)),
      failing.catch(() => undefined),
    ]);
    expect(await verifyAuditLog(database)).toMatchObject({
      events: 40,
      wrong: 0,
      head: { seq: 40 },
    });
  });

  it("waits for its head last", async () => {
    const id = newId();
    await database.query("INSERT INTO service (id, name) VALUES ($1, 'S')", [id]);
    const change = (tx: Sql) =>
      tx.query("UPDATE service SET name = name || 'x' WHERE id = $1", [id]);
    const event = (tx: Sql) =>
      writeEvent(tx, {
        actor: testMember({}),
        action: "audience.remove",
        serviceId: null,
        entity: "x",
        payload: { name: "" },
        address: null,
      });
    // This one holds what the others wait for, and writes its event while they wait with theirs.
    const { others } = await database.transaction(async (tx) => {
      await change(tx);
      const waiting = Array.from({ length: 3 }, () =>
        database.transaction(async (other) => {
          await event(other);
          await change(other);
        }),
      );
      await lockWaited(database);
      await event(tx);
      return { others: waiting };
    });
    await Promise.all(others);
    expect(await verifyAuditLog(database)).toMatchObject({ events: 4, wrong: 0 });
  });

  it("is only added to", async () => {
    await write(database, "Spring");
    for (const statement of [
      "UPDATE audit_event SET snapshot = '{}'",
      "UPDATE audit_event SET seq = 7",
      "DELETE FROM audit_event",
      "TRUNCATE audit_event",
    ])
      await expect(database.script(statement)).rejects.toThrow("The audit log is only added to");
    // A place of one's own choice is none.
    await database.query(
      `INSERT INTO audit_event (id, actor_kind, actor_id, action, entity_id, seq, hash) VALUES ($1, 'job', 'x', 'audience.remove', 'x', 99, ''::bytea)`,
      [newId()],
    );
    const twice = database.transaction(async (tx) => {
      await write({ ...database, transaction: (run) => run(tx) }, "Autumn");
      await tx.query(
        "UPDATE audit_event SET seq = 50, hash = audit_hash(audit_event) WHERE seq IS NULL",
      );
    });
    await expect(twice).rejects.toThrow("The audit log is only added to");
    expect(await verifyAuditLog(database)).toMatchObject({ events: 2, wrong: 0, head: { seq: 2 } });
  });

  it("knows no event without its head", async () => {
    const [head] = await database.query<{ seq: number; hash: Uint8Array }>(
      "DELETE FROM audit_head RETURNING seq::float8 AS seq, hash",
    );
    await expect(write(database, "Spring")).rejects.toThrow("query returned no rows");
    await database.query("INSERT INTO audit_head (seq, hash) VALUES ($1, $2)", [
      head?.seq,
      head?.hash,
    ]);
    expect(await verifyAuditLog(database)).toMatchObject({ events: 0, wrong: 0 });
  });

  const longChain = chainOf(12_001);
  it("is read in parts, as it was written, and goes on from there", async () => {
    await putChain(database, longChain);
    expect(await verifyAuditLog(database)).toMatchObject({
      events: 12_001,
      wrong: 0,
      head: { seq: 12_001, hash: longChain.at(-1)?.hash },
    });
    await write(database, "Spring");
    const earlier = longChain[6_000] as EventRow;
    expect(await verifyAuditLog(database, earlier)).toMatchObject({ events: 12_002, wrong: 0 });
    expect((await verifyAuditLog(database, { ...earlier, hash: "00" })).findings).toMatchObject([
      { fault: "head" },
    ]);
    expect(eventOf(earlier).text.startsWith("6001 ")).toBe(true);
  }, 60_000);

  it.each<[string, string]>([
    ["a text", "UPDATE audit_event SET snapshot = '{}' WHERE seq = 5000"],
    [
      "a microsecond",
      "ALTER TABLE audit_event ALTER COLUMN at TYPE timestamptz(6); UPDATE audit_event SET at = at + interval '1 microsecond' WHERE seq = 10",
    ],
    ["a time that is none", "UPDATE audit_event SET at = 'infinity' WHERE seq = 10"],
    ["an address", "UPDATE audit_event SET address = '' WHERE seq = 2"],
    [
      "what every event has",
      "ALTER TABLE audit_event ALTER COLUMN action DROP NOT NULL; UPDATE audit_event SET action = NULL WHERE seq = 9",
    ],
    ["one that is gone", "DELETE FROM audit_event WHERE seq = 4999"],
    ["the end", "DELETE FROM audit_event WHERE seq > 11000"],
    ["the beginning", "DELETE FROM audit_event WHERE seq <= 5000"],
    ["a place", "UPDATE audit_event SET seq = NULL WHERE seq = 12001"],
    [
      "a fork where a part ends",
      `ALTER TABLE audit_event DROP CONSTRAINT IF EXISTS audit_event_seq_key; DROP INDEX IF EXISTS audit_event_seq_key; DROP INDEX audit_event_prev_hash_key;
       INSERT INTO audit_event (id, at, actor_kind, actor_id, service_id, action, entity_id, snapshot, address, hash, prev_hash, seq) SELECT 'ffffffff-ffff-7fff-bfff-ffffffffffff', at, actor_kind, actor_id, service_id, action, entity_id, snapshot, address, hash, prev_hash, seq
       FROM audit_event WHERE seq = 5000`,
    ],
    ["the head", "UPDATE audit_head SET seq = 12000"],
    ["the head's hash", "UPDATE audit_head SET hash = ''"],
  ])(
    "finds a change by the owner of the database: %s",
    async (_, statement) => {
      await putChain(database, longChain);
      const undone = database.transaction(async (tx) => {
        await tx.script(`ALTER TABLE audit_event DISABLE TRIGGER USER; ${statement}`);
        const within: Database = {
          ...database,
          transaction: (run) => run({ ...tx, script: async () => undefined }),
        };
        expect(await verifyAuditLog(within)).not.toMatchObject({ wrong: 0 });
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
    },
    60_000,
  );
});
