import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { findCampaign } from "@/lib/results/campaign-list";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { unscheduleCampaign } from "./change";
import { endCampaignLeases, sendDue } from "./run";
import { scheduleCampaign } from "./schedule";
import { startCampaign } from "./start";
import { stopCampaign } from "./steer";
import {
  body,
  fillList,
  inAnHour,
  messagesOfCampaign,
  newDraft,
  people,
  reach,
  testShop,
  type TestShop,
} from "./testing";

describe("campaigns that miss their time", () => {
  let sql: Database;
  let shop: TestShop;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  });
  afterAll(() => sql.close());

  const campaignOf = (id: string) => findCampaign(shop.maya, { id });
  const messagesOf = async (id: string) => (await messagesOfCampaign(sql, id)).length;
  const schedule = async (more: object = {}) => {
    const id = await newDraft(shop);
    await scheduleCampaign(shop.maya, {
      id,
      revision: 1,
      startsAt: inAnHour(),
      timezone: "UTC",
      request: body,
      reach,
      ...more,
    });
    return id;
  };
  /** Its time was so many minutes ago; nothing ran since. */
  const passed = (id: string, minutes: number) =>
    sql.query(
      `UPDATE campaign_order SET starts_at = starts_at - i.t, due_at = due_at - i.t, latest_start_at = latest_start_at - i.t
       FROM (SELECT make_interval(mins => 60 + $2::int) AS t) i WHERE campaign_id = $1`,
      [id, minutes],
    );

  it("go out while they are no later than was chosen", async () => {
    const usual = await schedule();
    await passed(usual, 59);
    const always = await schedule({ lateMinutes: null });
    await passed(always, 100_000);
    await sendDue();
    for (const id of [usual, always])
      expect(await campaignOf(id)).toMatchObject({ state: "sent", overdue: false });
  });

  it("ask instead of going out after it, at any number of workers, and go out once a member says so", async () => {
    const id = await schedule({ lateMinutes: 15 });
    await passed(id, 16);
    await Promise.all([sendDue(), sendDue()]);
    await endCampaignLeases(sql);
    await sendDue();
    expect(await campaignOf(id)).toMatchObject({ state: "scheduled", overdue: true });
    expect((await campaignOf(id)).stalled).toContain("Nothing is sent until a member decides.");
    expect(await messagesOf(id)).toBe(0);
    await expect(startCampaign(shop.writer, { id })).rejects.toThrow(ForbiddenError);
    await expect(startCampaign(shop.stranger, { id })).rejects.toThrow(NotFoundError);
    await startCampaign(shop.maya, { id });
    await expect(startCampaign(shop.maya, { id })).rejects.toThrow(RefusedError);
    await Promise.all([sendDue(), sendDue()]);
    expect(await campaignOf(id)).toMatchObject({ state: "sent", overdue: false, stalled: null });
    expect(await messagesOf(id)).toBe(1);
    expect(await eventsOf(sql, shop.serviceId, "campaign.start")).toMatchObject([
      { entityId: id, snapshot: { name: "Spring" } },
    ]);
  });

  it("are drafts that ask no longer once they are unscheduled", async () => {
    const id = await schedule();
    await passed(id, 61);
    await sendDue();
    await unscheduleCampaign(shop.maya, { id });
    expect(await campaignOf(id)).toMatchObject({ state: "draft", overdue: false });
    await expect(startCampaign(shop.maya, { id })).rejects.toThrow(RefusedError);
    await expect(stopCampaign(shop.maya, { id })).rejects.toThrow(RefusedError);
  });

  it("are not asked about once they have begun", async () => {
    const audienceId = await fillList(shop, "Begun", people(6_000));
    const id = await schedule({ reach: { audienceId, moreAppids: [] }, lateMinutes: 15 });
    await passed(id, 0);
    let groups = 0;
    await sendDue(() => (groups += 1) === 1);
    expect(await campaignOf(id)).toMatchObject({ state: "sending", overdue: false });
    await passed(id, 1_000);
    await sendDue();
    expect(await campaignOf(id)).toMatchObject({ state: "sent", overdue: false });
  });

  it("need an approval when their list grew beyond what goes out without one", async () => {
    const audienceId = await fillList(shop, "Grown", people(3));
    const id = await schedule({ reach: { audienceId, moreAppids: [] } });
    await passed(id, 61);
    await sendDue();
    await sql.query("UPDATE service SET approval_above = 2 WHERE id = $1", [shop.serviceId]);
    await expect(startCampaign(shop.maya, { id })).rejects.toThrow("needs a second person");
    expect(await campaignOf(id)).toMatchObject({ state: "scheduled", overdue: true });
    await sql.query("UPDATE service SET approval_above = NULL WHERE id = $1", [shop.serviceId]);
  });
});
