import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase, storeCampaign } from "@/lib/database/testing";
import { testService } from "@/lib/updates/testing";
import { compareCampaign } from "./compare-campaign";
import { zero } from "./counts";
import { fillRollups } from "./testing";

const hourMs = 3_600_000;

describe("the campaigns before one", () => {
  let sql: Database;
  let serviceId: string;
  let other: string;
  const as = () => ({ actor: testMember({ [serviceId]: { role: "viewer" } }) });
  beforeAll(async () => {
    sql = await openTestDatabase();
    [serviceId, other] = [await testService(sql, {}), await testService(sql, {})];
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  /** A campaign that went out so many hours ago. */
  async function campaign(
    hoursAgo: number,
    states: readonly string[],
    { of = serviceId, state = "sent", archived = false } = {},
  ) {
    const transid = newId();
    const at = new Date(Date.now() - hoursAgo * hourMs);
    const order = { state, recipients: states.length, started_at: at, transid };
    const stored = { serviceId: of, appId: of, archived, updatedAt: at, order };
    const { id } = await storeCampaign(sql, stored);
    await sql.query(
      `INSERT INTO message (id, service_id, app_id, campaign_id, request, effective_hash, accepted_at, source) VALUES ($1, $2, $2, $3, ''::bytea, ''::bytea, $4, 'console')`,
      [transid, of, id, at],
    );
    for (const one of states) {
      const delivery = newId();
      await sql.query(
        `INSERT INTO delivery (message_id, id, service_id, app_id, target, kind, destination, destination_type, pushid, state, code, description, queued_at, updated_at)
         VALUES ($1, $2, $3, $3, $4, 'android', 'u', 'userid', 't', $5, '0', '', $6, $6)`,
        [transid, delivery, of, delivery, one, at],
      );
    }
    await fillRollups(sql);
    return id;
  }

  it("are the last ten of its service that were sent, together", async () => {
    const first = await campaign(100, ["read"]);
    expect(await compareCampaign(as(), { id: first })).toEqual({ campaigns: 0, counts: zero });
    for (let hours = 30; hours > 20; hours -= 1) await campaign(hours, ["read", "failed"]);
    await campaign(15, ["delivered"], { of: other });
    await campaign(14, ["delivered"], { state: "sending" });
    await campaign(13, ["delivered"], { archived: true });
    await campaign(12, ["delivered"], { archived: true, state: "failed" });
    const last = await campaign(10, ["submitted"]);
    await campaign(1, ["expired"]);
    // The first one, and the oldest of ten, are beyond the last ten.
    expect(await compareCampaign(as(), { id: last })).toEqual({
      campaigns: 10,
      counts: { ...zero, read: 9, failed: 9, delivered: 1 },
    });
  });

  it("are campaigns, of which one that recurs counts once, and not itself", async () => {
    const service = await testService(sql, {});
    const viewer = { actor: testMember({ [service]: { role: "viewer" } }) };
    const daily = await campaign(50, ["read"], { of: service });
    const last = await campaign(10, ["submitted"], { of: service });
    for (const id of [daily, last])
      await sql.query(
        `INSERT INTO campaign_order (id, campaign_id, service_id, nonce, request, plan, requests, recipients, state, started_at)
         SELECT gen_random_uuid(), campaign_id, service_id, nonce || n, request, plan, requests, recipients, state, started_at - n * interval '1 day' FROM campaign_order, generate_series(1, 3) n WHERE campaign_id = $1`,
        [id],
      );
    expect(await compareCampaign(viewer, { id: last })).toMatchObject({
      campaigns: 1,
      counts: { read: 1, submitted: 0 },
    });
  });
});
