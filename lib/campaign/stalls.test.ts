import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { forgetCached } from "@/lib/database/cached";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { findCampaign as readCampaign } from "@/lib/results/campaign-list";
import { untilNextDue } from "./order/progress";
import { sendDue } from "./run";
import { stopCampaign, stoppedProblem } from "./steer";
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

describe("campaigns that have to wait", () => {
  let sql: Database;
  let shop: TestShop;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  });
  afterAll(() => sql.close());

  const due = (id: string) =>
    sql.query(
      "UPDATE campaign_order SET due_at = now() - interval '1 second' WHERE campaign_id = $1",
      [id],
    );
  const findCampaign = (id: string) => readCampaign(shop.maya, { id });
  const orderTo = (audienceId: string, nonce: string) =>
    orderNow(shop, {
      request: body,
      reach: { audienceId, moreAppids: [] },
      nonce,
      campaign: draft,
    });

  it("waits for the rate of its service, and makes no request more when it is stopped", async () => {
    const audienceId = await fillList(shop, "Slow", people(2_000));
    await sql.query("UPDATE service SET ids_per_second = 400");
    forgetCached("service");
    const ordered = await orderTo(audienceId, "n3");
    const sending = sendDue();
    const resting = await vi.waitFor(
      async () => {
        const campaign = await findCampaign(ordered.campaignId);
        expect(campaign.stalled).toContain("rate limit");
        return campaign;
      },
      { timeout: 30_000, interval: 50 },
    );
    expect(resting.state).toBe("sending");
    expect(resting.answered).toBeLessThan(ordered.requests);
    await stopCampaign(shop.maya, { id: ordered.campaignId });
    await sending;
    const stopped = await findCampaign(ordered.campaignId);
    expect(stopped).toMatchObject({
      answered: (await messagesOfCampaign(sql, ordered.campaignId)).length,
      problem: stoppedProblem,
      stalled: null,
      state: "stopped",
    });
    await sql.query("UPDATE service SET ids_per_second = NULL");
    forgetCached("service");
  });

  it("are looked for when the next one is due", async () => {
    expect(await untilNextDue(sql, 2_000)).toBe(2_000);
    const audienceId = await fillList(shop, "Due soon", people(3));
    const { campaignId } = await orderTo(audienceId, "n17");
    const pause = async () => untilNextDue(sql, 2_000);
    await due(campaignId);
    expect(await pause()).toBe(20);
    await sendDue();
    expect(await pause()).toBe(2_000);
  });

  it("goes on by itself at the rate of its service, in one walk through its list", async () => {
    const audienceId = await fillList(shop, "At its rate", people(1_000));
    await sql.query("UPDATE service SET ids_per_second = 1000");
    forgetCached("service");
    const ordered = await orderTo(audienceId, "n15");
    await sendDue();
    expect(await findCampaign(ordered.campaignId)).toMatchObject({
      state: "sent",
      answered: ordered.requests,
      refused: 0,
      stalled: null,
    });
    expect(usersOf(await messagesOfCampaign(sql, ordered.campaignId))).toHaveLength(1_000);
    await sql.query("UPDATE service SET ids_per_second = NULL");
    forgetCached("service");
  });

  it("says why it does not go on when its slices cannot be stored, and goes on once they can", async () => {
    const audienceId = await fillList(shop, "Stalled", people(200));
    const ordered = await orderTo(audienceId, "n16");
    await sql.query("ALTER TABLE message ADD CONSTRAINT no_more CHECK (false) NOT VALID");
    await sendDue();
    const stalled = await findCampaign(ordered.campaignId);
    expect(stalled).toMatchObject({ state: "sending", answered: 0 });
    expect(stalled.stalled).toMatch(
      /log id [0-9a-f-]{36}\)\. Clarion tries again every 30 seconds/,
    );
    await sql.query("ALTER TABLE message DROP CONSTRAINT no_more");
    await due(ordered.campaignId);
    await sendDue();
    expect(await findCampaign(ordered.campaignId)).toMatchObject({
      state: "sent",
      answered: ordered.requests,
      stalled: null,
    });
  });
});
