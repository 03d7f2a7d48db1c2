import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { testMember } from "@/lib/auth/testing";
import type { Reach } from "@/lib/compose/reach";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { changeService } from "@/lib/directory/service/change";
import { capsOf } from "@/lib/dispatch/caps";
import { readApprovals } from "@/lib/results/read-approval";
import { readCampaign } from "@/lib/results/read-campaign";
import { eventsOf } from "@/lib/verb/testing";
import { askApproval } from "./ask";
import { duplicateCampaign } from "./change";
import { decideApproval } from "./decide";
import { readPlan } from "./read-plan";
import { sendDue } from "./run";
import { saveCampaign } from "./save";
import { scheduleCampaign } from "./schedule";
import { releaseSend, sendCampaign, undoSend } from "./send";
import { sendApproved } from "./send-approved";
import { body, draft, fillList, inAnHour, newDraft, people, reach, testShop } from "./testing";
import type { TestShop } from "./testing";

const job = { actor: { kind: "job" as const, name: "test" } };
const marked = JSON.stringify({ reach: { ...reach, necessary: true } });
const plain = JSON.stringify({ reach });

describe("campaigns that are marked as necessary", () => {
  let sql: Database;
  let shop: TestShop;
  let admin: { actor: ReturnType<typeof testMember> };
  /** Who marks a message wrote it last, and cannot approve it. */
  let other: typeof admin;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
    admin = { actor: testMember({ [shop.serviceId]: { role: "admin" } }) };
    other = { actor: testMember({ [shop.serviceId]: { role: "admin" } }) };
    for (const { actor } of [admin, other])
      await sql.query(
        "INSERT INTO member (id, email, name, password_hash) VALUES ($1::uuid, $1::text || '@a.example', 'Ada', '')",
        [actor.id],
      );
    await changeService(job, {
      serviceId: shop.serviceId,
      part: "caps",
      frequencyCaps: [{ messages: 1, span: 24, unit: "hours" }],
    });
    // Until the memory of the process is dropped.
    await vi.waitUntil(async () => (await capsOf([shop.serviceId])).size > 0, { timeout: 10_000 });
  });
  afterAll(() => sql.close());

  const necessary = { ...reach, necessary: true };
  const refused = "This message cannot be marked as necessary: only an admin or an owner";
  /** A draft that an admin has marked. */
  const markedDraft = async () => {
    const id = await newDraft(shop, { draft: plain });
    const campaign = { ...draft, id, revision: 1, draft: marked };
    expect(await saveCampaign(admin, { campaign })).toMatchObject({ kind: "saved" });
    return id;
  };
  const capOrders = (campaignId: string) =>
    sql.query<{ capOrderId: string | null; orderId: string; necessary: boolean }>(
      `SELECT m.cap_order_id AS "capOrderId", o.id AS "orderId", o.necessary FROM message m JOIN campaign_order o ON o.campaign_id = m.campaign_id WHERE m.campaign_id = $1`,
      [campaignId],
    );

  it("are marked by admins alone, in every way", async () => {
    await expect(newDraft(shop, { draft: marked })).rejects.toThrow(refused);
    await expect(
      sendCampaign(shop.maya, { request: body, nonce: newId(), reach: necessary }),
    ).rejects.toThrow(refused);
    // Nor does a draft get the mark by the way.
    await expect(
      sendCampaign(shop.maya, {
        request: body,
        nonce: newId(),
        reach,
        campaign: { ...draft, draft: marked },
      }),
    ).rejects.toThrow(refused);
    const id = await newDraft(shop, { draft: plain });
    await expect(
      scheduleCampaign(shop.maya, {
        id,
        revision: 1,
        startsAt: inAnHour(),
        timezone: "Europe/Berlin",
        request: body,
        reach: necessary,
      }),
    ).rejects.toThrow(refused);
    await expect(
      askApproval(shop.maya, {
        request: body,
        campaign: { ...draft, id, revision: 1, draft: marked },
        reach: necessary,
      }),
    ).rejects.toThrow(refused);
  });

  it("can be edited and sent by others once an admin has marked them, and are not counted", async () => {
    const id = await markedDraft();
    const changed = JSON.stringify({ ...(JSON.parse(marked) as object), shared: { title: "T" } });
    const campaign = { ...draft, id, revision: 2, draft: changed };
    expect(await saveCampaign(shop.maya, { campaign })).toMatchObject({ revision: 3 });
    await sendCampaign(shop.maya, {
      request: body,
      nonce: newId(),
      reach: necessary,
      campaign: { ...campaign, revision: 3 },
    });
    await releaseSend(shop.maya, { id });
    await sendDue();
    expect(await capOrders(id)).toEqual([
      { capOrderId: null, orderId: expect.any(String) as string, necessary: true },
    ]);
    expect(await readCampaign(shop.maya, { id })).toMatchObject({ necessary: true });
    const events = await eventsOf(sql, shop.serviceId, "campaign.send");
    expect(events.at(-1)?.snapshot).toMatchObject({ necessary: true });
  });

  it("are counted otherwise, by their order", async () => {
    const { campaignId } = await sendCampaign(shop.maya, { request: body, nonce: newId(), reach });
    await releaseSend(shop.maya, { id: campaignId });
    await sendDue();
    const [message] = await capOrders(campaignId);
    expect(message).toMatchObject({ capOrderId: message?.orderId, necessary: false });
    const events = await eventsOf(sql, shop.serviceId, "campaign.send");
    expect(events.at(-1)?.snapshot).not.toHaveProperty("necessary");
  });

  it("are the same draft again after an undo, and no other send under the same nonce", async () => {
    const id = await markedDraft();
    const nonce = newId();
    const input = {
      request: body,
      nonce,
      reach: necessary,
      campaign: { ...draft, id, revision: 2, draft: marked },
    };
    await sendCampaign(shop.maya, input);
    await expect(sendCampaign(shop.maya, { ...input, reach })).rejects.toThrow(
      "Another version of this draft was sent already",
    );
    await undoSend(shop.maya, { id });
    const [row] = await sql.query<{ draft: string }>("SELECT draft FROM campaign WHERE id = $1", [
      id,
    ]);
    expect(JSON.parse(row?.draft ?? "")).toMatchObject({ reach: { necessary: true } });
  });

  it("leave the mark behind in a copy", async () => {
    const copyId = await duplicateCampaign(shop.maya, { id: await markedDraft() });
    const [copy] = await sql.query<{ draft: string }>("SELECT draft FROM campaign WHERE id = $1", [
      copyId,
    ]);
    expect(JSON.parse(copy?.draft ?? "")).toEqual({ reach });
  });

  it("say in their plan whom the caps leave out, or that they do not apply", async () => {
    await sql.query(
      `INSERT INTO frequency_count (service_id, userid, orders, last_at)
       SELECT $1, 'customer-' || n, jsonb_build_object($2::text, floor(extract(epoch FROM now()) * 1000) - 3600000), now() FROM generate_series(0, 6) n`,
      [shop.serviceId, newId()],
    );
    const audienceId = await fillList(shop, "Everybody", people(10));
    const rules = [{ messages: 1, span: 24, unit: "hours" }];
    const planOf = async (request: string, to: Reach) =>
      (await readPlan(shop.maya, { request, reach: { ...to, moreAppids: [...to.moreAppids] } }))
        .caps;
    const toList = { ...reach, audienceId };
    expect(await planOf(body, toList)).toEqual({ rules, exempt: false, users: 7 });
    expect(await planOf(body, { ...toList, necessary: true })).toEqual({
      rules,
      exempt: true,
      users: 0,
    });
    const typed = body.replace('["u"]', '["customer-1", "customer-2", "customer-9"]');
    expect(await planOf(typed, reach)).toEqual({ rules, exempt: false, users: 2 });
  });

  it("are bound by their approval", async () => {
    await changeService(job, {
      serviceId: shop.serviceId,
      part: "approval",
      approvalAbove: 0,
      approvalScheduled: true,
      approvalHours: 72,
    });
    const id = await markedDraft();
    await askApproval(shop.maya, {
      request: body,
      campaign: { ...draft, id, revision: 2, draft: marked },
      reach: necessary,
    });
    const { latest } = await readApprovals(other, { id });
    expect(latest?.subject.necessary).toBe(true);
    await decideApproval(other, {
      id: latest?.id ?? "",
      sha256: latest?.sha256 ?? "",
      approve: true,
    });
    // Without the mark it is another send.
    await expect(
      sendCampaign(shop.maya, {
        request: body,
        nonce: newId(),
        reach,
        campaign: { ...draft, id, revision: 3, draft: marked },
      }),
    ).rejects.toThrow("It is no longer marked as necessary since the approval");
    const again = await markedDraft();
    await askApproval(shop.maya, {
      request: body,
      campaign: { ...draft, id: again, revision: 2, draft: marked },
      reach: necessary,
      at: { startsAt: inAnHour(), timezone: "Europe/Berlin" },
    });
    const { latest: later } = await readApprovals(other, { id: again });
    await decideApproval(other, {
      id: later?.id ?? "",
      sha256: later?.sha256 ?? "",
      approve: true,
    });
    await sendApproved(shop.maya, { id: again });
    await sql.query(
      "UPDATE campaign_order SET due_at = now() - interval '1 minute' WHERE campaign_id = $1",
      [again],
    );
    await sendDue();
    expect(await capOrders(again)).toMatchObject([{ capOrderId: null, necessary: true }]);
  });
});
