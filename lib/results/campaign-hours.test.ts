import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { testService } from "@/lib/updates/testing";
import { hoursOf } from "./campaign-hours";
import { fillRollups } from "./testing";

describe("hours of a campaign", () => {
  let sql: Database;
  let serviceId: string;
  let transid: string;
  const campaignId = newId();
  beforeAll(async () => {
    sql = await openTestDatabase();
    serviceId = await testService(sql, {});
    transid = newId();
    await sql.query(
      `INSERT INTO message (id, service_id, app_id, campaign_id, request, effective_hash, accepted_at) VALUES ($1, $2, $2, $3, ''::bytea, ''::bytea, now())`,
      [transid, serviceId, campaignId],
    );
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  const deliver = async (delivered: string | null, read: string | null) => {
    const id = newId();
    await sql.query(
      `INSERT INTO delivery (message_id, id, service_id, app_id, target, kind, destination, destination_type, pushid, delivered_at, read_at, queued_at, updated_at)
       VALUES ($1, $2, $3, $3, $4, 'android', 'u', 'userid', 't', $5::timestamptz, $6::timestamptz, now(), now())`,
      [transid, id, serviceId, id, delivered, read],
    );
    await fillRollups(sql);
  };

  it("are none before a device reports, then one after the other without a gap, 48 at most", async () => {
    await deliver(null, null);
    expect(await hoursOf(sql, campaignId)).toEqual([]);
    await deliver("2026-11-20T10:59:59.999Z", "2026-11-20T12:00:00Z");
    await deliver("2026-11-20T10:05:00Z", null);
    // A receipt of having been read alone says that it arrived, too.
    await deliver(null, "2026-11-20T12:30:00Z");
    expect(await hoursOf(sql, campaignId)).toEqual([
      { at: "2026-11-20T10:00:00.000Z", delivered: 2, read: 0 },
      { at: "2026-11-20T11:00:00.000Z", delivered: 0, read: 0 },
      { at: "2026-11-20T12:00:00.000Z", delivered: 1, read: 2 },
    ]);
    await deliver("2026-11-20T10:05:00Z", "2026-12-01T09:00:00Z");
    const hours = await hoursOf(sql, campaignId);
    expect([
      hours.length,
      hours[0]?.delivered,
      hours.reduce((sum, { read }) => sum + read, 0),
    ]).toEqual([48, 3, 2]);
  });
});
