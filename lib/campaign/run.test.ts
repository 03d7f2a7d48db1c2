import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { findCampaign } from "@/lib/results/campaign-list";
import { campaignOrders } from "@/lib/results/campaign-orders";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { changeCampaign, duplicateCampaign, unscheduleCampaign } from "./change";
import { sendDue } from "./run";
import { scheduleCampaign } from "./schedule";
import { stopCampaign } from "./steer";
import { body, inAnHour, newDraft, reach, testShop, type TestShop } from "./testing";

describe("scheduled campaigns", () => {
  let sql: Database;
  let shop: TestShop;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  });
  afterAll(() => sql.close());

  const newCampaign = () => newDraft(shop);
  const campaignOf = (id: string) => findCampaign(shop.maya, { id });
  const due = (id: string) =>
    sql.query(
      "UPDATE campaign_order SET due_at = now() - interval '1 second' WHERE campaign_id = $1",
      [id],
    );
  const schedule = (id: string, more: object = {}) =>
    scheduleCampaign(shop.maya, {
      id,
      revision: 1,
      startsAt: inAnHour(),
      timezone: "UTC",
      request: body,
      reach,
      ...more,
    });

  it("are sent once at their time by any number of workers", async () => {
    const id = await newCampaign();
    const startsAt = inAnHour();
    await schedule(id, { startsAt, timezone: "Asia/Kolkata" });
    await sendDue();
    expect((await campaignOf(id)).state).toBe("scheduled");
    await due(id);
    await Promise.all([sendDue(), sendDue(), sendDue()]);
    expect(await campaignOf(id)).toMatchObject({
      state: "sent",
      problem: null,
      answered: 1,
      startsAt,
      timezone: "Asia/Kolkata",
    });
    const [messages] = await sql.query<{ n: number }>("SELECT count(*)::int AS n FROM message");
    expect(messages?.n).toBe(1);
    expect(await eventsOf(sql, shop.serviceId, "campaign.schedule")).toEqual([
      {
        actorId: shop.maya.actor.id,
        action: "campaign.schedule",
        actorKind: "member",
        entityId: id,
        snapshot: {
          name: "Spring",
          startsAt,
          timezone: "Asia/Kolkata",
          requests: 1,
          recipients: 1,
          audience: null,
        },
      },
    ]);
  });

  it("are refused when they cannot work, and report what failed at their time", async () => {
    const id = await newCampaign();
    await expect(schedule(id, { startsAt: "2020-01-01T00:00:00Z" })).rejects.toThrow(RefusedError);
    for (const timezone of ["+05:00", "Europe/Nowhere", "UTC\u0000", "", "x".repeat(200)])
      await expect(schedule(id, { timezone })).rejects.toThrow(/time ?zone/);
    await expect(schedule(id, { startsAt: "9999-12-31T00:00:00Z" })).rejects.toThrow("ten years");
    await expect(schedule(id, { revision: 7 })).rejects.toThrow(
      "Maya saved another version of this draft, so nothing was scheduled.",
    );
    const input = { id, revision: 1, startsAt: inAnHour(), timezone: "UTC", request: body, reach };
    await expect(scheduleCampaign(shop.viewer, input)).rejects.toThrow(ForbiddenError);
    await expect(scheduleCampaign(shop.writer, input)).rejects.toThrow("who may send");
    await expect(scheduleCampaign(shop.stranger, input)).rejects.toThrow(NotFoundError);
    const soon = new Date(Date.now() + 60_000).toISOString();
    await expect(
      schedule(id, { request: body.replace("{", `{"expiry":"${soon}",`) }),
    ).rejects.toMatchObject({
      problems: [{ rule: "expiry.passed" }],
    });
    await expect(
      schedule(id, { request: body.replace('"shop"', '"elsewhere"') }),
    ).rejects.toMatchObject({
      problems: [{ rule: "appid.unknown" }],
    });
    await schedule(id);
    // What was right when it was scheduled need not be at its time.
    await sql.query(
      "UPDATE campaign_order SET request = replace(request, 'Hello', repeat('x', 5000)) WHERE campaign_id = $1",
      [id],
    );
    await due(id);
    await sendDue();
    const failed = {
      state: "failed",
      problem: "request JSON parameter size exceeded 4 KB",
      transid: null,
    };
    expect(await campaignOf(id)).toMatchObject(failed);
    // Archived and brought back it is what it was; its copy can be mended and sent.
    await changeCampaign(shop.maya, { id, change: { kind: "archive" } });
    await changeCampaign(shop.maya, { id, change: { kind: "restore" } });
    expect(await campaignOf(id)).toMatchObject(failed);
    const copy = await duplicateCampaign(shop.maya, { id });
    await schedule(copy);
    await due(copy);
    await sendDue();
    expect(await campaignOf(copy)).toMatchObject({ state: "sent", problem: null });
  });

  it("are drafts again when they are undone in time", async () => {
    const id = await newCampaign();
    await schedule(id);
    await expect(unscheduleCampaign(shop.writer, { id })).rejects.toThrow(ForbiddenError);
    await expect(unscheduleCampaign(shop.stranger, { id })).rejects.toThrow(NotFoundError);
    await unscheduleCampaign(shop.maya, { id });
    await sendDue();
    expect(await campaignOf(id)).toMatchObject({ state: "draft", startsAt: null });
    expect(await eventsOf(sql, shop.serviceId, "campaign.unschedule")).toMatchObject([
      { entityId: id, snapshot: { name: "Spring" } },
    ]);
    await expect(unscheduleCampaign(shop.maya, { id })).rejects.toThrow(RefusedError);
    expect(await campaignOf(id)).toMatchObject({ requests: 1, answered: 0, recipients: null });
    expect(await campaignOrders(shop.maya, { id })).toMatchObject([{ state: "unscheduled" }]);
    await expect(stopCampaign(shop.maya, { id })).rejects.toThrow(RefusedError);
    expect(await eventsOf(sql, shop.serviceId, "campaign.stop")).toEqual([]);
  });
});
