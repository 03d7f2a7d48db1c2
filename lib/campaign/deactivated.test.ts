import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { forgetCached } from "@/lib/database/cached";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { deactivateService, reactivateService } from "@/lib/directory/service/deactivate";
import { openService } from "@/lib/directory/service/open";
import { findCampaign } from "@/lib/results/campaign-list";
import { RefusedError } from "@/lib/verb/errors";
import { sendDue } from "./run";
import { scheduleCampaign } from "./schedule";
import { sendTestMessage } from "./send-test";
import {
  body,
  draft,
  fillList,
  inAnHour,
  messagesOfCampaign,
  newDraft,
  orderNow,
  people,
  reach,
  testShop,
  type TestShop,
} from "./testing";

describe("a service that is switched off", () => {
  let sql: Database;
  let shop: TestShop;
  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  });
  afterAll(() => sql.close());

  const turn = async (active: boolean) => {
    const set = active ? reactivateService : deactivateService;
    await set({ actor: testOwner() }, { serviceId: shop.serviceId });
    // Triggers notify other processes, and this test is none.
    forgetCached("service");
  };
  const due = (id: string) =>
    sql.query(
      "UPDATE campaign_order SET due_at = now() - interval '1 minute' WHERE campaign_id = $1",
      [id],
    );
  const refusal = async (refused: Promise<unknown>) => {
    const error = await refused.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RefusedError);
    return (error as RefusedError).problems[0];
  };

  it("sends nothing from the console, tests included, and schedules nothing", async () => {
    const id = await newDraft(shop);
    await turn(false);
    const inactive = { rule: "service.inactive" };
    expect(
      await refusal(orderNow(shop, { request: body, reach, nonce: "off", campaign: draft })),
    ).toMatchObject(inactive);
    const scheduled = scheduleCampaign(shop.maya, {
      id,
      revision: 1,
      startsAt: inAnHour(),
      timezone: "UTC",
      request: body,
      reach,
    });
    expect(await refusal(scheduled)).toMatchObject(inactive);
    const choice = { groups: [], devices: [], browsers: [], users: ["u"] };
    expect(
      await refusal(sendTestMessage(shop.maya, { request: body, nonce: "test", choice })),
    ).toMatchObject(inactive);
    await turn(true);
  });

  it("fails what comes due, and does not send it once it is on again", async () => {
    const id = await newDraft(shop);
    await scheduleCampaign(shop.maya, {
      id,
      revision: 1,
      startsAt: inAnHour(),
      timezone: "UTC",
      request: body,
      reach,
    });
    expect(await openService(shop.maya, { serviceId: shop.serviceId })).toMatchObject({
      scheduled: 1,
      sending: 0,
    });
    await turn(false);
    await due(id);
    await sendDue();
    expect(await findCampaign(shop.maya, { id })).toMatchObject({
      state: "failed",
      problem: "The service is inactive",
    });
    await turn(true);
    await sendDue();
    expect(await messagesOfCampaign(sql, id)).toEqual([]);
    expect(await findCampaign(shop.maya, { id })).toMatchObject({ state: "failed" });
  });

  it("stops what is on its way where it is", async () => {
    const audienceId = await fillList(shop, "Half", people(2_000));
    const { campaignId, requests } = await orderNow(shop, {
      request: body,
      reach: { audienceId, moreAppids: [] },
      nonce: "half",
      campaign: draft,
    });
    // As after a first slice that was accepted.
    await sql.query(
      "UPDATE campaign_order SET state = 'sending', answered = 1, due_at = now() - interval '1 minute' WHERE campaign_id = $1",
      [campaignId],
    );
    await turn(false);
    await sendDue();
    expect(await findCampaign(shop.maya, { id: campaignId })).toMatchObject({
      state: "failed",
      answered: requests,
      refused: requests - 1,
      problem: "The service is inactive",
    });
    expect(await messagesOfCampaign(sql, campaignId)).toEqual([]);
    await turn(true);
  });

  it("stops what a worker has under way", async () => {
    const audienceId = await fillList(shop, "Under way", people(6_000));
    const { campaignId, requests } = await orderNow(shop, {
      request: body,
      reach: { audienceId, moreAppids: [], rate: 60_000 },
      nonce: "under way",
      campaign: draft,
    });
    let turned: Promise<void> | undefined;
    // Asked between its slices.
    await sendDue(() => {
      turned ??= turn(false);
      return false;
    });
    await turned;
    const { refused, answered } = await findCampaign(shop.maya, { id: campaignId });
    expect(answered).toBe(requests);
    expect(refused).toBeGreaterThan(0);
    expect((await messagesOfCampaign(sql, campaignId)).length).toBe(requests - refused);
    await turn(true);
  });
});
