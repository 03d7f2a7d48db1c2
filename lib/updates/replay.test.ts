import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testMember } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { updateTally } from "@/lib/results/update-tally";
import { eventsOf } from "@/lib/verb/testing";
import { forgetEndpoints } from "./endpoints";
import { enqueueUpdates } from "./enqueue";
import { countMissing, makeUpdatesDue, replayUpdates } from "./replay";
import { resumeWebhook } from "./resume-webhook";
import { testService, testSource, testWebhook, updatesOf } from "./testing";

describe("replaying", () => {
  let sql: Database;
  let serviceId: string;
  beforeAll(async () => {
    sql = await openTestDatabase();
  }, 120_000);
  afterAll(() => sql.close(), 60_000);
  beforeEach(async () => {
    serviceId = await testService(sql, { notifyurl: "https://a.example/x" });
  });

  const states = async () => (await updatesOf(sql, serviceId)).map(({ state }) => state);

  it("makes parked updates of a time span due again, with all their retries", async () => {
    await enqueueUpdates(sql, [
      testSource(serviceId, "submitted"),
      testSource(serviceId, "submitted"),
      testSource(serviceId, "submitted"),
    ]);
    await sql.query(
      `UPDATE "update" SET state = 'parked', next_at = NULL, attempts = 11, last_error = 'x' WHERE service_id = $1`,
      [serviceId],
    );
    const [, second] = await updatesOf(sql, serviceId);
    await sql.query(`UPDATE "update" SET created_at = now() - interval '2 days' WHERE id = $1`, [
      second?.id,
    ]);
    const now = Date.now();
    expect(
      await makeUpdatesDue(sql, serviceId, {
        from: new Date(now - 3_600_000),
        to: new Date(now + 3_600_000),
      }),
    ).toBe(2);
    expect(
      (await updatesOf(sql, serviceId)).map(({ state, attempts, lastError }) => [
        state,
        attempts,
        lastError,
      ]),
    ).toEqual([
      ["pending", 0, null],
      ["parked", 11, "x"],
      ["pending", 0, null],
    ]);
  });

  it("sends single ones again in any state, but not those that are under way", async () => {
    await enqueueUpdates(sql, [
      testSource(serviceId, "submitted"),
      testSource(serviceId, "submitted"),
    ]);
    const [one, two] = await updatesOf(sql, serviceId);
    await sql.query(`UPDATE "update" SET state = 'sent', next_at = NULL WHERE id = $1`, [one?.id]);
    await sql.query(`UPDATE "update" SET lease_token = $2 WHERE id = $1`, [two?.id, newId()]);
    expect(
      await makeUpdatesDue(sql, serviceId, { ids: [one?.id ?? "", two?.id ?? "", "no id"] }),
    ).toBe(1);
    expect(await states()).toEqual(["pending", "pending"]);
  });

  it("makes what is missing of a message, e.g. for a webhook that came later", async () => {
    const messageId = newId();
    const at = "2026-02-07T14:52:10.281Z";
    await sql.query(
      `INSERT INTO message (id, service_id, app_id, request, effective_hash, pushref, accepted_at) VALUES ($1, $2, $2, ''::bytea, ''::bytea, 'ref', now())`,
      [messageId, serviceId],
    );
    const delivery = (state: string, code: string, times: Record<string, string>) => {
      const columns = [
        "message_id",
        "id",
        "service_id",
        "app_id",
        "target",
        "kind",
        "destination",
        "destination_type",
        "pushid",
        "state",
        "code",
        "queued_at",
        "updated_at",
        "button",
      ];
      const values = [
        messageId,
        newId(),
        serviceId,
        serviceId,
        newId(),
        "ios",
        "user-1",
        "userid",
        "token",
        state,
        code,
        at,
        at,
        "YES",
      ];
      const all = [...columns, ...Object.keys(times)];
      return sql.query(
        `INSERT INTO delivery (${all.join(", ")}) VALUES (${all.map((_, index) => `$${index + 1}`).join(", ")})`,
        [...values, ...Object.values(times)],
      );
    };
    await delivery("read", "7502", { submitted_at: at, delivered_at: at, read_at: at });
    await delivery("failed", "7513", { ended_at: at });
    await delivery("queued", "", {});
    const [ofMessage, ofService] = [{ serviceId, transid: messageId }, { serviceId }];
    for (const where of [ofMessage, ofService]) {
      expect(await countMissing(sql, where, 10)).toEqual({ count: 4, more: false });
      expect(await countMissing(sql, where, 3)).toEqual({ count: 3, more: true });
    }
    expect(await makeUpdatesDue(sql, serviceId, { transid: messageId, most: 1 })).toBe(1);
    await sql.query(`UPDATE "update" SET state = 'parked', next_at = NULL WHERE service_id = $1`, [
      serviceId,
    ]);
    for (const where of [ofMessage, ofService])
      expect(await countMissing(sql, where, 10)).toEqual({ count: 4, more: false });
    expect(await countMissing(sql, ofService, 1)).toEqual({ count: 1, more: true });
    // Those that were given up come first.
    expect(await makeUpdatesDue(sql, serviceId, { missing: true, most: 1 })).toBe(1);
    expect(await updateTally(sql, messageId)).toEqual({ pending: 1, sent: 0, parked: 0 });
    expect(await makeUpdatesDue(sql, serviceId, { missing: true, most: 2 })).toBe(2);
    expect(await makeUpdatesDue(sql, serviceId, { transid: messageId })).toBe(1);
    expect(await makeUpdatesDue(sql, serviceId, { transid: messageId })).toBe(0);
    expect(await countMissing(sql, ofService, 10)).toEqual({ count: 0, more: false });
    await testWebhook(sql, serviceId, "https://b.example/hook", ["read", "failed"]);
    forgetEndpoints();
    expect(await makeUpdatesDue(sql, serviceId, { transid: messageId })).toBe(2);
    expect(await updateTally(sql, messageId)).toEqual({ pending: 6, sent: 0, parked: 0 });
    const bodies = await sql.query<{ body: Uint8Array }>(
      `SELECT body FROM "update" WHERE message_id = $1 AND kind IN ('read', 'failed') AND receiver <> 'notifyurl' ORDER BY kind`,
      [messageId],
    );
    const infos = bodies.map(
      ({ body }) =>
        (
          JSON.parse(Buffer.from(body).toString()) as {
            deliveryInfoNotification: { deliveryInfo: object };
          }
        ).deliveryInfoNotification.deliveryInfo,
    );
    expect(infos).toMatchObject([
      { code: "7513", deliveryStatus: "Failed" },
      {
        code: "7502",
        deliveryStatus: "Read",
        interaction: { Button_Pressed: "YES", pushref: "ref" },
      },
    ]);
  });

  describe("of more updates than a slice has", () => {
    const most = 10_000;
    const park = (count: number) =>
      sql.query(
        `INSERT INTO "update" (message_id, id, delivery_id, service_id, kind, receiver, url, origin, body, state, attempts, created_at)
         SELECT overlay(gen_random_uuid()::text PLACING '0190' FROM 1 FOR 4)::uuid, gen_random_uuid(), gen_random_uuid(), $1, 'submitted', 'notifyurl', 'https://a.example/x', 'https://a.example', ''::bytea, 'parked', 11,
           '2026-02-07T00:00:00Z'::timestamptz + n * interval '1 second' FROM generate_series(1, $2::int) n`,
        [serviceId, count],
      );
    const span = { from: new Date("2026-02-07T00:00:00Z"), to: new Date("2026-02-09T00:00:00Z") };
    const actor = () => testMember({ [serviceId]: { role: "admin" } });
    const pending = () =>
      sql.query<{ n: number; newest: Date | null }>(
        `SELECT count(*)::int AS n, max(created_at) AS newest FROM "update" WHERE service_id = $1 AND state = 'pending'`,
        [serviceId],
      );
    /** The most rows that one statement changed from "parked", while something was done. */
    const largestSlice = async (run: () => Promise<unknown>) => {
      await sql.script(`CREATE TABLE slice_size (n int);
        CREATE FUNCTION note_slice() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO slice_size SELECT count(*) FROM changed; RETURN NULL; END $$;
        CREATE TRIGGER note_slice AFTER UPDATE ON "update" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_slice();`);
      try {
        await run();
        const [row] = await sql.query<{ n: number }>(
          "SELECT coalesce(max(n), 0)::int AS n FROM slice_size",
        );
        return row?.n ?? 0;
      } finally {
        await sql.script(
          `DROP TRIGGER note_slice ON "update"; DROP FUNCTION note_slice; DROP TABLE slice_size`,
        );
      }
    };

    it("works in slices, the oldest first, and goes on when it is called again", async () => {
      await park(most + 2_500);
      const replay = () =>
        replayUpdates(
          { actor: actor() },
          { serviceId, from: span.from.toISOString(), to: span.to.toISOString() },
        );
      let sent = 0;
      expect(await largestSlice(async () => (sent = await replay()))).toBeLessThanOrEqual(1_000);
      expect(sent).toBe(most);
      expect(await pending()).toEqual([
        { n: most, newest: new Date(span.from.getTime() + most * 1_000) },
      ]);
      expect(await replay()).toBe(2_500);
      expect(await replay()).toBe(0);
      // One event for each call that sent something, of what was counted beforehand.
      expect((await eventsOf(sql, serviceId)).map(({ snapshot }) => snapshot)).toEqual([
        { count: most },
        { count: 2_500 },
      ]);
    });

    it("sends each update once when several replays overlap", async () => {
      await park(2_200);
      const sent = await Promise.all(
        Array.from({ length: 4 }, () => makeUpdatesDue(sql, serviceId, span)),
      );
      expect(sent.reduce((all, one) => all + one, 0)).toBe(2_200);
    });

    it("is the same for a webhook that is switched on", async () => {
      await park(2_200);
      const id = await testWebhook(sql, serviceId, "https://a.example/hook", ["submitted"]);
      await sql.query(`UPDATE "update" SET receiver = $2 WHERE service_id = $1`, [serviceId, id]);
      await sql.query("UPDATE webhook SET disabled_at = now() WHERE id = $1", [id]);
      const largest = await largestSlice(async () => {
        expect(await resumeWebhook({ actor: actor() }, { id })).toBe(2_200);
        await expect.poll(async () => (await pending())[0]?.n, { timeout: 60_000 }).toBe(2_200);
      });
      expect(largest).toBeLessThanOrEqual(1_000);
    });
  });

  it("reaches nothing of another service", async () => {
    await enqueueUpdates(sql, [testSource(serviceId, "submitted")]);
    await sql.query(`UPDATE "update" SET state = 'parked', next_at = NULL WHERE service_id = $1`, [
      serviceId,
    ]);
    const [row] = await updatesOf(sql, serviceId);
    const [message] = await sql.query<{ id: string }>(
      `SELECT message_id AS id FROM "update" WHERE service_id = $1`,
      [serviceId],
    );
    const other = await testService(sql);
    for (const what of [
      { ids: [row?.id ?? ""] },
      { transid: message?.id ?? "" },
      { from: new Date(0), to: new Date(Date.now() + 3_600_000) },
      { missing: true as const, most: 10 },
    ])
      expect(await makeUpdatesDue(sql, other, what)).toBe(0);
    expect(await countMissing(sql, { serviceId: other, transid: message?.id }, 10)).toEqual({
      count: 0,
      more: false,
    });
    expect(await states()).toEqual(["parked"]);
  });
});
