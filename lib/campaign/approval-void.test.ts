import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { editRecipient } from "@/lib/directory/audience/edit-recipient";
import { extendAudience } from "@/lib/directory/audience/extend";
import { removeAudience } from "@/lib/directory/audience/remove";
import { removeRecipients } from "@/lib/directory/audience/remove-recipients";
import { findCampaign } from "@/lib/results/campaign-list";
import { readApprovals } from "@/lib/results/read-approval";
import { templated, testDesk, type TestDesk } from "./approval/testing";
import { askApproval, withdrawApproval } from "./ask";
import { changeCampaign, duplicateCampaign, unscheduleCampaign } from "./change";
import { saveCampaign } from "./save";
import { sendApproved } from "./send-approved";
import { body, fillList, inAnHour, people, reach } from "./testing";

const customer = (id: string, parameters: Record<string, string> = {}) => ({
  type: "userid" as const,
  id,
  parameters,
});

describe("an approval is void", () => {
  let sql: Database;
  let desk: TestDesk;

  beforeAll(async () => {
    sql = await openTestDatabase();
    desk = await testDesk(sql);
  });
  afterAll(() => sql.close());

  it.each([
    ["the content", { request: body.replace("Hello", "Hullo") }, "Its content was changed"],
    ["one space of it", { request: `${body} ` }, "Its content was changed"],
    ["the apps", { reach: { ...reach, moreAppids: ["kiosk"] } }, "Its apps were changed"],
    ["the language", { reach: { ...reach, language: "de" } }, "Its language was changed"],
  ])(
    "lose their approval by sending something else in its place: %s",
    async (_, part, difference) => {
      const id = await desk.approved();
      await expect(desk.sendAs(id, part)).rejects.toThrow(
        `${difference} since the approval, so it is no longer valid.`,
      );
      expect(await desk.latest(id)).toMatchObject({ state: "void", reason: `${difference}.` });
      await expect(desk.sendAs(id)).rejects.toThrow("Ask for approval first");
      await expect(sendApproved(desk.shop.maya, { id })).rejects.toThrow("not approved");
      expect(await desk.stateOf(id)).toBe("draft");
    },
  );

  it("lose it by a time in place of at once, another time, and another list", async () => {
    const id = await desk.approved();
    await expect(desk.scheduleAs(id)).rejects.toThrow("Its time was changed since the approval");
    const startsAt = inAnHour();
    const scheduled = await desk.approved({ at: { startsAt, timezone: "UTC" } });
    await expect(
      desk.scheduleAs(scheduled, {
        startsAt: new Date(Date.parse(startsAt) + 1_000).toISOString(),
      }),
    ).rejects.toThrow("Its time was changed");
    const zone = await desk.approved({ at: { startsAt, timezone: "UTC" } });
    await expect(desk.scheduleAs(zone, { startsAt, timezone: "Europe/Berlin" })).rejects.toThrow(
      "Its time was changed",
    );
    const atOnce = await desk.approved({ at: { startsAt, timezone: "UTC" } });
    await expect(desk.sendAs(atOnce)).rejects.toThrow("Its time was changed");
    const [one, two] = [
      await fillList(desk.shop, "One", people(2)),
      await fillList(desk.shop, "Two", people(2)),
    ];
    const listed = await desk.approved({ reach: { ...reach, audienceId: one } });
    await expect(desk.sendAs(listed, { reach: { ...reach, audienceId: two } })).rejects.toThrow(
      "Its recipients were changed",
    );
    const tampered = await desk.approved({ reach: { ...reach, audienceId: one } });
    await sql.query(
      `UPDATE audience_recipient SET parameters = '{"name":"Eve"}' WHERE audience_id = $1 AND position = 0`,
      [one],
    );
    await expect(sendApproved(desk.shop.maya, { id: tampered })).rejects.toThrow(
      "Its recipients were changed",
    );
    const removed = await desk.approved({ reach: { ...reach, audienceId: two } });
    await removeAudience(desk.shop.maya, { id: two });
    await expect(sendApproved(desk.shop.maya, { id: removed })).rejects.toThrow(
      "any one of [userid",
    );
    expect(await desk.sent(removed)).toBe(0);
  });

  it("lose it with their content, not with their name", async () => {
    const id = await desk.approved();
    await saveCampaign(desk.shop.maya, {
      campaign: { ...(await desk.now(id)), name: "Another name" },
    });
    await changeCampaign(desk.shop.maya, { id, change: { kind: "rename", name: "A third one" } });
    expect((await desk.latest(id))?.state).toBe("approved");
    // The same member in another tab, with an edit that the one that sends has not seen.
    await saveCampaign(desk.shop.maya, {
      campaign: { ...(await desk.now(id)), draft: '{"edited":true}' },
    });
    expect(await desk.latest(id)).toMatchObject({
      state: "void",
      reason: "The draft was changed.",
    });
    await expect(sendApproved(desk.shop.maya, { id })).rejects.toThrow("not approved");
    const waiting = await desk.ask();
    await saveCampaign(desk.shop.writer, {
      campaign: { ...(await desk.now(waiting)), draft: '{"edited":true}' },
    });
    await expect(desk.decide(waiting)).rejects.toThrow("in the meantime");
    const archived = await desk.approved();
    await changeCampaign(desk.shop.maya, { id: archived, change: { kind: "archive" } });
    await changeCampaign(desk.shop.maya, { id: archived, change: { kind: "restore" } });
    await expect(desk.sendAs(archived)).rejects.toThrow("Ask for approval first");
    const withdrawn = await desk.approved();
    await withdrawApproval(desk.shop.maya, { id: withdrawn });
    await expect(withdrawApproval(desk.shop.maya, { id: withdrawn })).rejects.toThrow(
      "no open request to withdraw",
    );
    await expect(desk.sendAs(withdrawn)).rejects.toThrow("Ask for approval first");
    const copied = await duplicateCampaign(desk.shop.maya, { id: await desk.approved() });
    await expect(desk.sendAs(copied)).rejects.toThrow("Ask for approval first");
  });

  it("lose it by time, and by being asked for once more", async () => {
    const id = await desk.approved();
    await sql.query(
      "UPDATE approval SET expires_at = now() - interval '1 second' WHERE campaign_id = $1",
      [id],
    );
    expect((await desk.latest(id))?.state).toBe("expired");
    expect(await findCampaign(desk.shop.maya, { id })).toMatchObject({ approval: "expired" });
    await expect(sendApproved(desk.shop.maya, { id })).rejects.toThrow("The approval has expired.");
    await expect(desk.sendAs(id)).rejects.toThrow("Ask for approval first");
    const again = await desk.approved();
    await askApproval(desk.shop.maya, { request: body, reach, campaign: await desk.now(again) });
    await expect(sendApproved(desk.shop.maya, { id: again })).rejects.toThrow("not approved");
    expect((await readApprovals(desk.shop.maya, { id: again })).before).toMatchObject({
      state: "void",
    });
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    [
      "somebody added",
      (id) => extendAudience(desk.shop.maya, { id, recipients: [customer("new")] }),
    ],
    [
      "other values",
      (id) =>
        editRecipient(desk.shop.maya, { id, recipient: customer("customer-0", { name: "Eve" }) }),
    ],
    [
      "somebody removed",
      (id) => removeRecipients(desk.shop.maya, { id, recipients: [customer("customer-1")] }),
    ],
  ])(
    "lose it by an edit of the list, before and after they were scheduled: %s",
    async (what, edit) => {
      const list = await fillList(desk.shop, `Edited: ${what}`, people(2));
      const to = { reach: { ...reach, audienceId: list } };
      const startsAt = inAnHour();
      const immediateId = await desk.approved(to);
      const scheduled = await desk.approved({ ...to, at: { startsAt, timezone: "UTC" } });
      await desk.scheduleAs(scheduled, { ...to, startsAt });
      await edit(list);
      await expect(sendApproved(desk.shop.maya, { id: immediateId })).rejects.toThrow(
        "Its recipients were changed",
      );
      await desk.due(scheduled);
      expect(await desk.latest(scheduled)).toMatchObject({
        state: "void",
        reason: "Its recipients were changed.",
      });
      expect(await desk.stateOf(scheduled)).toBe("scheduled");
      expect([await desk.sent(immediateId), await desk.sent(scheduled)]).toEqual([0, 0]);
    },
  );

  it("lose it by a publication, before and after it was approved", async () => {
    const waiting = await desk.ask({ request: templated });
    await desk.publish();
    await expect(desk.decide(waiting)).rejects.toThrow(
      `Version ${desk.version()} of its template was published after version ${desk.version() - 1}`,
    );
    expect((await desk.latest(waiting))?.state).toBe("void");
    const id = await desk.approved({ request: templated });
    await desk.publish();
    await expect(sendApproved(desk.shop.maya, { id })).rejects.toThrow(
      `Version ${desk.version()} of its template was published after version ${desk.version() - 1} since the approval`,
    );
    const pinned = await desk.approved({ request: templated.replace("news", "news@1") });
    await desk.publish();
    expect(await sendApproved(desk.shop.maya, { id: pinned })).toMatchObject({
      campaignId: pinned,
    });
  });

  it("at their time are what was approved, or wait and say why", async () => {
    const at = { startsAt: inAnHour(), timezone: "UTC" };
    const pinnedId = await desk.approved({ request: templated, at });
    const followed = await desk.approved({
      request: templated,
      at: { ...at, followTemplate: true },
    });
    const same = await desk.approved({ request: templated, at: { ...at, followTemplate: true } });
    for (const id of [pinnedId, followed, same]) await sendApproved(desk.shop.maya, { id });
    await desk.due(same);
    expect(await desk.sent(same)).toBe(1);
    await desk.publish();
    await desk.due(followed);
    await desk.due(followed);
    expect(await desk.sent(followed)).toBe(0);
    const why = `Version ${desk.version()} of its template was published after version ${desk.version() - 1}`;
    expect(await findCampaign(desk.shop.maya, { id: followed })).toMatchObject({
      state: "scheduled",
      stalled: expect.stringContaining(why) as string,
    });
    expect(await desk.latest(followed)).toMatchObject({ state: "void", reason: `${why}.` });
    await desk.due(pinnedId);
    expect(await desk.sent(pinnedId)).toBe(1);
    await unscheduleCampaign(desk.shop.maya, { id: followed });
    expect(await findCampaign(desk.shop.maya, { id: followed })).toMatchObject({
      state: "draft",
      stalled: null,
    });
  });

  it.each([
    ["its request", "request = replace(request, 'Hello', 'Hullo')"],
    ["its time", "starts_at = starts_at + interval '1 minute'"],
    ["its language", "language = 'de'"],
    ["its apps", "more_appids = '{kiosk}'"],
    ["its plan", `plan = jsonb_set(plan, '{shop,parameters}', '["name"]')`],
    ["its approval", "approval_id = gen_random_uuid()"],
  ])(
    "that were scheduled do not go out where %s is another one in the database",
    async (_, set) => {
      const id = await desk.approved({ at: { startsAt: inAnHour(), timezone: "UTC" } });
      await sendApproved(desk.shop.maya, { id });
      await sql.query(`UPDATE campaign_order SET ${set} WHERE campaign_id = $1`, [id]);
      await desk.due(id);
      expect(await desk.sent(id)).toBe(0);
      expect((await findCampaign(desk.shop.maya, { id })).stalled).toContain("nothing was sent");
    },
  );

  it("cannot be approved and edited, or sent and edited, at once", async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const id = await desk.ask();
      const campaign = { ...(await desk.now(id)), draft: `{"round":${attempt}}` };
      await Promise.allSettled([desk.decide(id), saveCampaign(desk.shop.maya, { campaign })]);
      expect((await desk.latest(id))?.state).toBe("void");
      const ready = await desk.approved();
      const edited = { ...(await desk.now(ready)), draft: `{"round":${attempt}}` };
      const [order, edit] = await Promise.all([
        sendApproved(desk.shop.maya, { id: ready }).then(
          () => true,
          () => false,
        ),
        saveCampaign(desk.shop.maya, { campaign: edited }),
      ]);
      expect(order).toBe(edit.kind !== "saved");
    }
  });
});
