import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/database/id";
import type { Database, Sql } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { countMissing, makeUpdatesDue } from "./replay";
import { addSliceSender, enqueueFirstUpdates } from "./slice";
import { testService, testSource } from "./testing";

describe("missing updates of a service with more messages than one search reads", () => {
  let sql: Database;
  let serviceId: string;

  /** Messages with deliveries that were submitted, in the order of their ids. */
  const fill = async (service: string, messages: number, deliveries: number) => {
    await sql.query(
      `INSERT INTO message (id, service_id, app_id, request, effective_hash, accepted_at, part)
       SELECT ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, $1, ''::bytea, ''::bytea, now(), true FROM generate_series(1, $2::int) n`,
      [service, messages],
    );
    await sql.query(
      `INSERT INTO delivery (message_id, id, service_id, app_id, target, kind, destination, destination_type, pushid, state, queued_at, updated_at, submitted_at)
       SELECT m.id, ('01910000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, $1, n::text, 'ios', 'user-1', 'userid', 'token', 'submitted', now(), now(), now()
       FROM message m, generate_series(1, $2::int) n WHERE m.service_id = $1`,
      [service, deliveries],
    );
  };

  beforeAll(async () => {
    sql = await openTestDatabase();
    serviceId = await testService(sql, { notifyurl: "https://a.example/x" });
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  it("are found to the last by searches that go on where the one before ended", async () => {
    await fill(serviceId, 1_001, 1);
    const first = await countMissing(sql, { serviceId }, 10_000);
    expect(first).toMatchObject({ count: 1_000, more: true });
    expect(await makeUpdatesDue(sql, serviceId, { missing: true, most: 10_000 })).toBe(1_000);
    // From the newest again, the oldest message would never come into sight.
    expect(await countMissing(sql, { serviceId, after: first.next }, 10_000)).toEqual({
      count: 1,
      more: false,
    });
    expect(
      await makeUpdatesDue(sql, serviceId, { missing: true, after: first.next, most: 10_000 }),
    ).toBe(1);
    expect(await countMissing(sql, { serviceId, after: first.next }, 10_000)).toEqual({
      count: 0,
      more: false,
    });
  });

  it("are searched on within a message, and from the same place when they are more than fit in one go", async () => {
    const other = await testService(sql, { notifyurl: "https://a.example/x" });
    await sql.query(`DELETE FROM "update"`, []);
    await sql.query("DELETE FROM delivery", []);
    await sql.query("DELETE FROM message", []);
    await fill(other, 1, 20_005);
    const where = { serviceId: other };
    expect(await countMissing(sql, where, 10)).toEqual({ count: 10, more: true });
    const first = await countMissing(sql, where, 30_000);
    expect(first).toMatchObject({ count: 20_000, more: true });
    expect(await countMissing(sql, { ...where, after: first.next }, 30_000)).toEqual({
      count: 5,
      more: false,
    });
  }, 60_000);

  it("are not those that are sent before they are stored", async () => {
    const other = await testService(sql, { notifyurl: "https://a.example/x" });
    await sql.query("DELETE FROM delivery", []);
    await sql.query("DELETE FROM message", []);
    await fill(other, 1, 3);
    const [delivery] = await sql.query<{ messageId: string; deliveryId: string }>(
      `SELECT message_id AS "messageId", id AS "deliveryId" FROM delivery ORDER BY id LIMIT 1`,
      [],
    );
    const leave = addSliceSender({
      leaseMs: 30_000,
      hasRoomFor: () => true,
      begin: () => undefined,
    });
    await enqueueFirstUpdates(sql, [testSource(other, "submitted", delivery)]);
    leave();
    expect(await countMissing(sql, { serviceId: other }, 10)).toEqual({ count: 2, more: false });
    expect(await makeUpdatesDue(sql, other, { missing: true, most: 10 })).toBe(2);
    await sql.query("DELETE FROM update_slice", []);
    expect(await countMissing(sql, { serviceId: other }, 10)).toEqual({ count: 1, more: false });
  });

  it("are looked for in messages that an index has in their order", async () => {
    const other = newId();
    await sql.query(
      `INSERT INTO message (id, service_id, app_id, request, effective_hash, accepted_at, part)
       SELECT overlay(gen_random_uuid()::text PLACING '0190' FROM 1 FOR 4)::uuid, $1, $1, ''::bytea, ''::bytea, now(), true FROM generate_series(1, 20000)`,
      [other],
    );
    await sql.query("ANALYZE message", []);
    const plans: string[] = [];
    const explained: Sql = {
      ...sql,
      query: async (text, values) => {
        if (!text.includes("FROM message")) return [];
        const rows = await sql.query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`, values);
        plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
        return [];
      },
    };
    await countMissing(explained, { serviceId: newId() }, 10);
    expect(plans).toEqual([expect.stringMatching(/message_\w*service/)]);
    expect(plans[0]).not.toMatch(/Sort|Seq Scan/);
  });
});
