import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import { testMember } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { testApp } from "@/lib/directory/app/testing";
import { createService } from "@/lib/directory/service/create";
import { findCampaign } from "@/lib/results/campaign-list";
import { NotFoundError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { nonce, testDesk, type TestDesk } from "./approval/testing";
import { askApproval } from "./ask";
import { unscheduleCampaign } from "./change";
import { decideApproval } from "./decide";
import { readPlan } from "./read-plan";
import { saveCampaign } from "./save";
import { releaseSend, sendCampaign, undoSend } from "./send";
import { sendApproved } from "./send-approved";
import { body, draft, inAnHour, newDraft, reach } from "./testing";

describe("sends that need a second person", () => {
  let sql: Database;
  let desk: TestDesk;

  beforeAll(async () => {
    sql = await openTestDatabase();
    desk = await testDesk(sql);
  });
  afterAll(() => sql.close());

  it("are announced beforehand, and refused by every verb that orders until they are approved", async () => {
    expect((await readPlan(desk.shop.maya, { request: body, reach })).approval).toEqual({
      send: true,
      schedule: true,
    });
    const id = await newDraft(desk.shop);
    await expect(desk.sendAs(id)).rejects.toThrow(
      "Ask for approval first: a send to more than 0 recipients needs a second person.",
    );
    await expect(
      sendCampaign(desk.shop.maya, { request: body, nonce: nonce(), reach }),
    ).rejects.toThrow("Ask for approval first");
    await expect(
      sendCampaign(desk.shop.maya, { request: body, nonce: nonce(), reach, campaign: draft }),
    ).rejects.toThrow("Ask for approval first");
    await expect(desk.scheduleAs(id)).rejects.toThrow(
      "Ask for approval first: every scheduled send of this service needs a second person.",
    );
    await expect(sendApproved(desk.shop.maya, { id })).rejects.toThrow("not approved");
    expect(await findCampaign(desk.shop.maya, { id })).toMatchObject({
      state: "draft",
      revision: 1,
      approval: null,
    });
  });

  it("are requested in the service of the draft's app alone, and store no draft elsewhere", async () => {
    const job = { actor: { kind: "job" as const, name: "test" } };
    const { id } = await createService(job, { name: "Other", sandbox: true, httpsOnly: false });
    await testApp(sql, id, "elsewhere");
    const actor = testMember({
      [desk.shop.serviceId]: { role: "marketer" },
      [id]: { role: "marketer" },
    });
    const campaign = { ...draft, appid: "elsewhere" };
    await expect(askApproval({ actor }, { request: body, reach, campaign })).rejects.toMatchObject({
      problems: [
        {
          pointer: "/campaign/appid",
          message: "Choose an app under Audience to save this draft.",
        },
      ],
    });
    expect(await sql.query("SELECT 1 FROM campaign WHERE service_id = $1", [id])).toEqual([]);
  });

  it("wait for another member's approval, and go out once", async () => {
    const id = await desk.ask({ note: " Before noon, please " });
    expect(await findCampaign(desk.shop.maya, { id })).toMatchObject({
      state: "draft",
      approval: "waiting",
    });
    expect(await desk.latest(id)).toMatchObject({
      state: "waiting",
      note: "Before noon, please",
      askedBy: "Maya",
      subject: { request: body, recipients: 1, at: null },
    });
    await expect(desk.sendAs(id)).rejects.toThrow("This message is still waiting for approval.");
    await expect(sendApproved(desk.shop.maya, { id })).rejects.toThrow("not approved");
    await desk.decide(id);
    expect(await desk.latest(id)).toMatchObject({ state: "approved", decidedBy: "ada@a.example" });
    const order = await sendApproved(desk.shop.maya, { id });
    expect(order).toMatchObject({ campaignId: id, recipients: 1 });
    await expect(sendApproved(desk.shop.maya, { id })).rejects.toThrow("not approved");
    await releaseSend(desk.shop.maya, { id });
    await desk.due(id);
    expect(await desk.sent(id)).toBe(1);
    expect(await desk.stateOf(id)).toBe("sent");
    expect((await desk.latest(id))?.state).toBe("used");
    const snapshot = {
      name: "Spring",
      recipients: 1,
      startsAt: null,
      sha256: (await desk.latest(id))?.sha256,
    };
    expect(
      (await eventsOf(sql, desk.shop.serviceId, "approval.ask")).find(
        ({ entityId }) => entityId === id,
      )?.snapshot,
    ).toEqual(snapshot);
    expect(
      (await eventsOf(sql, desk.shop.serviceId, "approval.decide")).find(
        ({ entityId }) => entityId === id,
      ),
    ).toMatchObject({
      actorId: desk.admin.actor.id,
      snapshot: { ...snapshot, approved: true },
    });
  });

  it("can be sent from the composer as well, as exactly what was approved, by one of several at once", async () => {
    const id = await desk.approved();
    const campaign = await desk.now(id);
    const tries = await Promise.allSettled(
      [1, 2, 3]
        .map(() => sendCampaign(desk.shop.maya, { request: body, nonce: nonce(), reach, campaign }))
        .concat([sendCampaign(desk.admin, { request: body, nonce: nonce(), reach, campaign })]),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await releaseSend(desk.shop.maya, { id });
    await desk.due(id);
    expect(await desk.sent(id)).toBe(1);
  });

  it("are approved only by another member with the right", async () => {
    const own = await newDraft(desk.shop);
    await askApproval(desk.admin, {
      request: body,
      reach,
      campaign: { ...draft, id: own, revision: 1, draft: '{"request":{}}' },
    });
    await expect(desk.decide(own, desk.admin)).rejects.toThrow("You asked for this approval");
    await expect(desk.decide(own, desk.admin, false)).rejects.toThrow(
      "You asked for this approval",
    );
    const saved = await saveCampaign(desk.admin, {
      campaign: { ...draft, id: await newDraft(desk.shop), revision: 1, draft: '{"by":"admin"}' },
    });
    const savedDraft = saved.kind === "saved" ? saved : { id: "", revision: 0 };
    await askApproval(desk.shop.maya, {
      request: body,
      reach,
      campaign: { ...draft, ...savedDraft, draft: '{"by":"admin"}' },
    });
    await expect(desk.decide(savedDraft.id, desk.admin)).rejects.toThrow("You wrote this message");
    await expect(desk.decide(savedDraft.id, desk.shop.maya)).rejects.toThrow(ForbiddenError);
    await expect(desk.decide(savedDraft.id, desk.shop.viewer)).rejects.toThrow(ForbiddenError);
    await expect(desk.decide(savedDraft.id, desk.shop.stranger)).rejects.toThrow(NotFoundError);
    await expect(desk.ask({}, desk.shop.writer)).rejects.toThrow(ForbiddenError);
    await desk.decide(savedDraft.id, desk.other);
    expect((await desk.latest(savedDraft.id))?.state).toBe("approved");
  });

  it("are decided once, of what was looked at", async () => {
    const id = await desk.ask();
    const approval = await desk.latest(id);
    const input = { id: approval?.id ?? "", sha256: approval?.sha256 ?? "", approve: true };
    await expect(decideApproval(desk.admin, { ...input, sha256: "0".repeat(64) })).rejects.toThrow(
      "in the meantime",
    );
    const tries = await Promise.allSettled([
      decideApproval(desk.admin, input),
      decideApproval(desk.other, input),
      decideApproval(desk.other, { ...input, approve: false }),
    ]);
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const declined = await desk.ask();
    await desk.decide(declined, desk.admin, false);
    expect(await desk.latest(declined)).toMatchObject({ state: "declined", reason: "Too early" });
    await expect(sendApproved(desk.shop.maya, { id: declined })).rejects.toThrow("not approved");
    await expect(desk.sendAs(declined)).rejects.toThrow("Ask for approval first");
  });

  it("are spent when the send is undone or unscheduled", async () => {
    const id = await desk.approved();
    await sendApproved(desk.shop.maya, { id });
    await undoSend(desk.shop.maya, { id });
    await expect(desk.sendAs(id)).rejects.toThrow("Ask for approval first");
    const startsAt = inAnHour();
    const scheduled = await desk.approved({ at: { startsAt, timezone: "UTC" } });
    expect(await sendApproved(desk.shop.maya, { id: scheduled })).toBeNull();
    expect(await desk.stateOf(scheduled)).toBe("scheduled");
    await unscheduleCampaign(desk.shop.maya, { id: scheduled });
    await expect(desk.scheduleAs(scheduled, { startsAt })).rejects.toThrow(
      "Ask for approval first",
    );
    await saveCampaign(desk.shop.maya, {
      campaign: { ...(await desk.now(scheduled)), draft: '{"edited":true}' },
    });
    await expect(desk.scheduleAs(scheduled, { startsAt })).rejects.toThrow(
      "Ask for approval first",
    );
  });

  it("need no approval outside the rules of the service", async () => {
    await desk.rules({ approvalAbove: 1, approvalScheduled: false });
    expect(await desk.sendAs(await newDraft(desk.shop))).toMatchObject({ recipients: 1 });
    await desk.scheduleAs(await newDraft(desk.shop));
    await expect(desk.ask()).rejects.toThrow("needs no approval");
    const two = body.replace('["u"]', '["u","v"]');
    await expect(desk.sendAs(await newDraft(desk.shop), { request: two })).rejects.toThrow(
      "more than 1 recipient needs",
    );
    await desk.rules({ approvalScheduled: true });
    expect(await desk.sendAs(await newDraft(desk.shop), { request: two })).toMatchObject({
      recipients: 2,
    });
    await expect(desk.scheduleAs(await newDraft(desk.shop))).rejects.toThrow(
      "every scheduled send",
    );
    await desk.rules({ approvalScheduled: false });
    await desk.scheduleAs(await newDraft(desk.shop));
    const changes = await eventsOf(sql, desk.shop.serviceId, "service.change");
    expect(changes.map(({ snapshot }) => snapshot)).toContainEqual({
      before: { approvalScheduled: true },
      after: { approvalScheduled: false },
    });
  });
});
