import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { findCampaign } from "@/lib/results/campaign-list";
import { campaignOrders } from "@/lib/results/campaign-orders";
import { hasSent } from "@/lib/results/has-sent";
import { changeCampaign, duplicateCampaign, unscheduleCampaign } from "./change";
import { readPlan } from "./read-plan";
import { sendDue } from "./run";
import { saveCampaign } from "./save";
import { scheduleCampaign } from "./schedule";
import { sendCampaign, undoSend } from "./send";
import {
  body,
  draft,
  inAnHour,
  newDraft,
  orderNow,
  reach,
  sendNow,
  testShop,
  type TestShop,
} from "./testing";

describe("the orders of a campaign", () => {
  let sql: Database;
  let shop: TestShop;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  });
  afterAll(() => sql.close());

  const orders = (id: string) => campaignOrders(shop.maya, { id });
  const stateOf = async (id: string) => (await findCampaign(shop.maya, { id })).state;
  const change = (id: string, kind: "archive" | "restore") =>
    changeCampaign(shop.maya, { id, change: { kind } });
  const schedule = async (id: string, startsAt = inAnHour()) => {
    const { revision } = await findCampaign(shop.maya, { id });
    const order = { id, revision, startsAt, timezone: "Asia/Kolkata", request: body, reach };
    await scheduleCampaign(shop.maya, order);
    return startsAt;
  };

  it("are all listed, the latest first, with who confirmed them and what became of them", async () => {
    const id = await newDraft(shop);
    expect(await orders(id)).toEqual([]);
    const startsAt = await schedule(id);
    await unscheduleCampaign(shop.maya, { id });
    const { revision } = await findCampaign(shop.maya, { id });
    await sendNow(sql, shop, {
      request: body,
      nonce: "listed",
      reach,
      campaign: { ...draft, id, revision },
    });
    const time = expect.stringMatching(/Z$/) as string;
    expect(await orders(id)).toMatchObject([
      { state: "sent", orderedBy: "Maya", orderedAt: time, startsAt: null, startedAt: time },
      { state: "unscheduled", orderedBy: "Maya", orderedAt: time, startsAt, startedAt: null },
    ]);
    expect((await orders(id))[0]).toMatchObject({
      recipients: 1,
      requests: 1,
      answered: 1,
      refused: 0,
    });
  });

  it("leave a draft that can be edited and scheduled again once they are unscheduled", async () => {
    const id = await newDraft(shop);
    await schedule(id);
    await unscheduleCampaign(shop.maya, { id });
    const { revision } = await findCampaign(shop.maya, { id });
    expect(await saveCampaign(shop.maya, { campaign: { ...draft, id, revision } })).toMatchObject({
      kind: "saved",
    });
    const startsAt = await schedule(id);
    expect(await findCampaign(shop.maya, { id })).toMatchObject({ state: "scheduled", startsAt });
    expect((await orders(id)).map(({ state }) => state)).toEqual(["scheduled", "unscheduled"]);
  });

  it("are removed by undoing a send, with a late retry of a send without a draft refused", async () => {
    const input = { request: body, nonce: "undone", reach };
    const { campaignId: id } = await sendCampaign(shop.maya, input);
    await undoSend(shop.maya, { id });
    expect(await orders(id)).toEqual([]);
    await expect(sendCampaign(shop.maya, input)).rejects.toThrow("This send was undone.");
    // It stays undone when the draft is sent under another nonce.
    const { revision } = await findCampaign(shop.maya, { id });
    await sendNow(sql, shop, {
      ...input,
      nonce: "sent instead",
      campaign: { ...draft, id, revision },
    });
    await expect(sendCampaign(shop.maya, input)).rejects.toThrow("This send was undone.");
    expect((await orders(id)).map(({ state }) => state)).toEqual(["sent"]);
  });

  it("are one for any number of tries at once with one nonce", async () => {
    const input = { request: body, nonce: "at once", reach };
    const tries = await Promise.all([1, 2, 3, 4].map(() => sendCampaign(shop.maya, input)));
    expect(new Set(tries.map(({ campaignId }) => campaignId)).size).toBe(1);
    expect(await orders(tries[0]?.campaignId ?? "")).toHaveLength(1);
  });

  it("stay as they are while their campaign is archived, and are its state once it is restored", async () => {
    const sent = (await orderNow(shop, { request: body, nonce: "archived", reach })).campaignId;
    await sendDue();
    const failed = (await orderNow(shop, { request: body, nonce: "failed", reach })).campaignId;
    await sql.query(
      "UPDATE campaign_order SET state = 'failed', problem = NULL WHERE campaign_id = $1",
      [failed],
    );
    const unsent = await newDraft(shop);
    for (const [id, state] of [
      [sent, "sent"],
      // Nothing but its order says so.
      [failed, "failed"],
      [unsent, "draft"],
    ] as const) {
      await change(id, "archive");
      expect(await stateOf(id)).toBe("archived");
      expect((await orders(id)).map((order) => order.state)).toEqual(
        state === "draft" ? [] : [state],
      );
      await change(id, "restore");
      expect(await stateOf(id)).toBe(state);
    }
    const scheduled = await newDraft(shop);
    await schedule(scheduled);
    await expect(change(scheduled, "archive")).rejects.toThrow("Unschedule it first");
  });

  it("are none of a copy", async () => {
    const { campaignId: id } = await orderNow(shop, { request: body, nonce: "copied", reach });
    const copy = await duplicateCampaign(shop.maya, { id });
    expect(await orders(copy)).toEqual([]);
    expect(await findCampaign(shop.maya, { id: copy })).toMatchObject({
      state: "draft",
      orderedBy: null,
      recipients: null,
    });
  });

  it("count as sent before when archived, but not when they failed", async () => {
    const { serviceId } = shop;
    const lastSent = async (text: string) =>
      (await readPlan(shop.maya, { request: body.replace("Hello", text), reach })).lastSent;
    const order = async (text: string, state: string) => {
      const request = body.replace("Hello", text);
      const { campaignId } = await orderNow(shop, { request, nonce: text, reach });
      await sql.query(
        "UPDATE campaign_order SET state = $2, due_at = NULL WHERE campaign_id = $1",
        [campaignId, state],
      );
      await change(campaignId, "archive");
    };
    await order("Arrived", "sent");
    await order("Refused", "failed");
    expect(await lastSent("Arrived")).toMatchObject({ by: "Maya", recipients: 1 });
    expect(await lastSent("Refused")).toBeNull();
    await sql.query("UPDATE campaign SET archived_at = now()");
    expect(await hasSent(shop.maya, { serviceId })).toBe(true);
    await sql.query("DELETE FROM campaign_order WHERE state <> 'unscheduled'");
    expect(await hasSent(shop.maya, { serviceId })).toBe(false);
  });
});
