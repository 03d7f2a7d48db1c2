import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { lagSeconds, messagesAtOnce } from "@/lib/plan/rate";
import { findCampaign } from "@/lib/results/campaign-list";
import { RefusedError } from "@/lib/verb/errors";
import { readPlan } from "./read-plan";
import { sendDue } from "./run";
import {
  body,
  draft,
  fillList,
  messagesOfCampaign,
  orderNow,
  people,
  testShop,
  usersOf,
  type TestShop,
} from "./testing";

describe("campaigns with a rate", () => {
  let sql: Database;
  let shop: TestShop;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
    await sql.query("CREATE TABLE slice_log (order_id uuid, at timestamptz, requests int)");
    await sql.query(`CREATE FUNCTION log_slice() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO slice_log VALUES (NEW.id, statement_timestamp(), NEW.answered - OLD.answered); RETURN NULL; END $$`);
    await sql.query(
      "CREATE TRIGGER log_slice AFTER UPDATE OF answered ON campaign_order FOR EACH ROW WHEN (NEW.answered > OLD.answered) EXECUTE FUNCTION log_slice()",
    );
  });
  afterAll(() => sql.close());

  const orderAt = (rate: number, audienceId: string, nonce: string) =>
    orderNow(shop, {
      request: body,
      reach: { audienceId, moreAppids: [], rate },
      nonce,
      campaign: draft,
    });
  const due = (id: string) =>
    sql.query(
      "UPDATE campaign_order SET due_at = now() - interval '1 second' WHERE campaign_id = $1",
      [id],
    );
  // The next statement of an order begins after its pause: times of statements are as far apart.
  /** No stretch of time has more than its rate, what a delay makes up for, and one slice. */
  const expectPaced = async (id: string, rate: number) => {
    const slices = await sql.query<{ at: number; recipients: number }>(
      `SELECT extract(epoch FROM s.at)::float8 AS at, s.requests * $2::int AS recipients
       FROM slice_log s JOIN campaign_order o ON o.id = s.order_id WHERE o.campaign_id = $1 ORDER BY s.at`,
      [id, messagesAtOnce(rate)],
    );
    for (const [first, { at: from }] of slices.entries()) {
      let sum = 0;
      for (const { at, recipients } of slices.slice(first)) {
        sum += recipients;
        expect(sum).toBeLessThanOrEqual(
          // Times of an order are stored to a millisecond.
          ((at - from + lagSeconds + 0.01) * rate) / 60 + messagesAtOnce(rate),
        );
      }
    }
    return slices.length;
  };

  it("never accept more than their rate in any stretch of time, with several workers", async () => {
    const audienceId = await fillList(shop, "Paced", people(480));
    const { campaignId, requests } = await orderAt(12_000, audienceId, "r1");
    expect(requests).toBe(4);
    await Promise.all([sendDue(), sendDue(), sendDue()]);
    expect(await findCampaign(shop.maya, { id: campaignId })).toMatchObject({
      state: "sent",
      answered: 4,
      stalled: null,
    });
    expect(await expectPaced(campaignId, 12_000)).toBe(4);
    expect(usersOf(await messagesOfCampaign(sql, campaignId))).toHaveLength(480);
  });

  it("make up for no pause when another worker goes on", async () => {
    const audienceId = await fillList(shop, "Paced on", people(60));
    const { campaignId } = await orderAt(1_200, audienceId, "r2");
    let groups = 0;
    await sendDue(() => (groups += 1) === 1);
    // The worker is gone for an hour.
    await sql.query(
      "UPDATE campaign_order SET paced_at = paced_at - interval '1 hour' WHERE campaign_id = $1",
      [campaignId],
    );
    await sql.query("UPDATE slice_log SET at = at - interval '1 hour'");
    await due(campaignId);
    await sendDue();
    expect(await findCampaign(shop.maya, { id: campaignId })).toMatchObject({ state: "sent" });
    await expectPaced(campaignId, 1_200);
    expect(new Set(usersOf(await messagesOfCampaign(sql, campaignId))).size).toBe(60);
  });

  it("leave their worker while the next message has to wait, and are due then", async () => {
    const audienceId = await fillList(shop, "Slowly", people(3));
    const { campaignId } = await orderAt(2, audienceId, "r3");
    await sendDue();
    const [row] = await sql.query<{ answered: number; ms: number; stalled: string | null }>(
      "SELECT answered, (extract(epoch FROM due_at - paced_at) * 1000)::float8 AS ms, stalled FROM campaign_order WHERE campaign_id = $1",
      [campaignId],
    );
    expect(row).toMatchObject({ answered: 1, stalled: null });
    expect(Math.abs(row?.ms ?? Infinity)).toBeLessThan(1_000);
  });

  it("wait a minute at most after a clock that was days ahead was put right", async () => {
    const audienceId = await fillList(shop, "Ahead", people(3));
    const { campaignId } = await orderAt(2, audienceId, "ahead");
    await sendDue();
    await sql.query(
      "UPDATE campaign_order SET paced_at = paced_at + interval '3 days' WHERE campaign_id = $1",
      [campaignId],
    );
    await due(campaignId);
    await sendDue();
    const [row] = await sql.query<{ answered: number; seconds: number }>(
      "SELECT answered, extract(epoch FROM due_at - now())::float8 AS seconds FROM campaign_order WHERE campaign_id = $1",
      [campaignId],
    );
    expect(row?.answered).toBe(1);
    expect(row?.seconds).toBeLessThan(61);
  });

  it("say in their plan how long they take, in all of their apps", async () => {
    const audienceId = await fillList(shop, "Plan", people(600));
    const plan = (moreAppids: string[], rate?: number) =>
      readPlan(shop.maya, { request: body, reach: { audienceId, moreAppids, rate } });
    expect(await plan([])).toMatchObject({ seconds: null });
    expect(await plan([], 600)).toMatchObject({ seconds: 60 });
    expect(await plan(["kiosk"], 600)).toMatchObject({ seconds: 120 });
    for (const rate of [0, 0.5, 1_000_001])
      await expect(plan([], rate)).rejects.toBeInstanceOf(RefusedError);
  });

  it("send the very text that was composed where one request takes all recipients", async () => {
    const request = body.replace("{", "{  ");
    const { campaignId, requests } = await orderNow(shop, {
      request,
      reach: { audienceId: null, moreAppids: [], rate: 100 },
      nonce: "r4",
      campaign: draft,
    });
    await sendDue();
    const messages = await sql.query<{ text: string }>(
      "SELECT convert_from(request, 'UTF8') AS text FROM message WHERE campaign_id = $1",
      [campaignId],
    );
    expect(requests).toBe(1);
    expect(messages).toEqual([{ text: request }]);
  });
});
