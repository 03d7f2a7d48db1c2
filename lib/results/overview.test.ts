import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember } from "@/lib/auth/testing";
import { firstIdAt, newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase, storeCampaign } from "@/lib/database/testing";
import { testService } from "@/lib/updates/testing";
import { needsAttention } from "./needs-attention";
import { overview } from "./overview";
import { fillRollups } from "./testing";

const hourMs = 3_600_000;

describe("Home", () => {
  let sql: Database;
  let serviceId: string;
  const as = () => ({ actor: testMember({ [serviceId]: { role: "admin" } }) });
  const midnight = Math.floor(Date.now() / (24 * hourMs)) * 24 * hourMs;
  beforeAll(async () => {
    sql = await openTestDatabase();
    serviceId = await testService(sql, {});
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  /** A message of that moment with a delivery in each of these states. */
  async function send(
    at: number,
    states: readonly string[],
    { campaignId = null, source = "api" }: MessageOptions = {},
  ): Promise<void> {
    // Of that millisecond, and no other's id.
    const transid = firstIdAt(at).slice(0, 14) + newId().slice(14);
    await sql.query(
      `INSERT INTO message (id, service_id, app_id, request, effective_hash, accepted_at, source, campaign_id)
       VALUES ($1, $2, $2, ''::bytea, ''::bytea, $3, $4, $5)`,
      [transid, serviceId, new Date(at), source, campaignId],
    );
    for (const state of states) {
      const id = newId();
      await sql.query(
        `INSERT INTO delivery (message_id, id, service_id, app_id, target, kind, destination, destination_type, pushid, state, queued_at, updated_at)
         VALUES ($1, $2, $3, $3, $4, 'android', 'u', 'userid', 't', $5, $6, $6)`,
        [transid, id, serviceId, id, state, new Date(at)],
      );
    }
    await fillRollups(sql);
  }
  interface MessageOptions {
    campaignId?: string | null;
    source?: string;
  }

  it("looks back 24 hours, 7 days or 30 days, in hours, parts of 6 hours, or days", async () => {
    await send(midnight, ["read", "failed"]);
    await send(midnight - 3 * 24 * hourMs, ["delivered", "expired"]);
    await send(midnight - 20 * 24 * hourMs, ["submitted"]);
    await send(midnight - 40 * 24 * hourMs, ["delivered"]);
    await send(midnight, ["delivered"], { source: "test" });
    const read = async (range: "24h" | "7d" | "30d") => {
      const { total, bars } = await overview(as(), { serviceId, range });
      const last = Date.parse(bars.at(-1)?.at ?? "");
      return {
        total,
        bars: bars.length,
        barHours: (last - Date.parse(bars.at(-2)?.at ?? "")) / hourMs,
        drawn: bars.reduce(
          (sum, bar) => sum + bar.read + bar.failed + bar.delivered + bar.submitted,
          0,
        ),
      };
    };
    const none = {
      queued: 0,
      submitted: 0,
      delivered: 0,
      read: 0,
      failed: 0,
      expired: 0,
      capped: 0,
    };
    expect(await read("24h")).toEqual({
      total: { ...none, read: 1, failed: 1, messages: 1 },
      bars: 24,
      barHours: 1,
      drawn: 2,
    });
    expect(await read("7d")).toMatchObject({
      total: { read: 1, failed: 1, delivered: 1, expired: 1, messages: 2 },
      bars: 28,
      barHours: 6,
      drawn: 4,
    });
    expect(await read("30d")).toMatchObject({
      total: { submitted: 1, messages: 3 },
      bars: 30,
      barHours: 24,
      drawn: 5,
    });
  });

  it("names campaigns of the last 7 days that were mostly lost, and counts parked updates", async () => {
    expect(await needsAttention(as(), { serviceId })).toEqual({ parked: 0, failedCampaigns: [] });
    const campaign = async (name: string, days: number, states: readonly string[]) => {
      const at = Date.now() - days * 24 * hourMs;
      const updatedAt = new Date(at);
      const order = { state: "sent", started_at: updatedAt };
      const stored = { serviceId, appId: serviceId, name, updatedAt, order };
      const { id: campaignId } = await storeCampaign(sql, stored);
      await send(at, states, { campaignId });
    };
    await campaign("Lost", 1, ["failed", "expired", "read"]);
    await campaign("Half", 1, ["failed", "read"]);
    await campaign("Long ago", 8, ["failed"]);
    await campaign("To nobody", 1, []);
    const { failedCampaigns } = await needsAttention(as(), { serviceId });
    expect(failedCampaigns).toMatchObject([{ name: "Lost", lost: 2, total: 3 }]);
    await sql.query(
      `INSERT INTO "update" (id, service_id, message_id, delivery_id, kind, receiver, origin, url, body, state, created_at)
       SELECT $1, $2, message_id, id, 'delivered', 'notifyurl', 'https://shop.example', 'https://shop.example/updates', ''::bytea, 'parked', now() FROM delivery LIMIT 1`,
      [newId(), serviceId],
    );
    expect(await needsAttention(as(), { serviceId })).toMatchObject({ parked: 1 });
  });
});
