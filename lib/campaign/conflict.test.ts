import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { removeRecipients } from "@/lib/directory/audience/remove-recipients";
import { publishForTest } from "@/lib/directory/template/testing";
import { ConflictError, NotFoundError } from "@/lib/verb/errors";
import { askApproval } from "./ask";
import { changeCampaign, unscheduleCampaign } from "./change";
import { saveCampaign } from "./save";
import { scheduleCampaign } from "./schedule";
import { releaseSend, sendCampaign, undoSend } from "./send";
import {
  body,
  draft,
  fillList,
  inAnHour,
  newDraft,
  orderNow,
  reach,
  testShop,
  type TestShop,
} from "./testing";

const time = expect.stringMatching(/^20.*Z$/) as string;

describe("two members at one campaign", () => {
  let sql: Database;
  let shop: TestShop;
  let ada: TestShop["maya"];
  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
    ada = { actor: testMember({ [shop.serviceId]: { role: "admin" } }) };
    await sql.query(
      "INSERT INTO member (id, email, name, password_hash) VALUES ($1, 'ada@a.example', 'Ada', '')",
      [ada.actor.id],
    );
  });
  afterAll(() => sql.close());

  const changed = (id: string) =>
    saveCampaign(ada, { campaign: { ...draft, id, revision: 1, draft: '{"by":"Ada"}' } });
  const later = { startsAt: inAnHour(), timezone: "UTC", request: body, reach };
  const schedule = (id: string, who = shop.maya, revision = 1) =>
    scheduleCampaign(who, { id, revision, ...later });
  const send = (id: string, nonce: string) =>
    sendCampaign(shop.maya, {
      request: body,
      nonce,
      reach,
      campaign: { ...draft, id, revision: 1 },
    });
  const ask = (id: string, revision = 1) =>
    askApproval(shop.maya, { request: body, reach, campaign: { ...draft, id, revision } });
  const theirs = (state: string) => ({ name: "Spring", draft: '{"by":"Ada"}', state });

  it("order no draft that the other one changed, and get the other version", async () => {
    const id = await newDraft(shop);
    await changed(id);
    const conflict = { revision: 2, by: "Ada", at: time, theirs: theirs("draft") };
    await expect(schedule(id)).rejects.toMatchObject({
      problems: [
        {
          pointer: "/campaign/revision",
          message:
            "Ada saved another version of this draft, so nothing was scheduled. Review the changes, then schedule it.",
        },
      ],
      conflict,
    });
    await expect(send(id, "stale")).rejects.toMatchObject({
      message:
        "Ada saved another version of this draft, so nothing was sent. Review the changes, then send.",
      conflict,
    });
  });

  it("order nothing that the other one has scheduled or archived, or sent a while ago", async () => {
    const id = await newDraft(shop);
    await changed(id);
    await schedule(id, ada, 2);
    // Who renames what is scheduled has not scheduled it.
    await changeCampaign(shop.maya, { id, change: { kind: "rename", name: "Spring" } });
    const conflict = { revision: 4, by: "Ada", at: time, theirs: theirs("scheduled") };
    await expect(schedule(id)).rejects.toMatchObject({
      message: "Ada scheduled this draft already, so nothing was scheduled a second time.",
      conflict,
    });
    await expect(send(id, "scheduled")).rejects.toMatchObject({
      message: "Ada scheduled this draft already, so nothing was sent.",
      conflict,
    });
    await unscheduleCampaign(ada, { id });
    await changeCampaign(ada, { id, change: { kind: "archive" } });
    await expect(schedule(id, shop.maya, 5)).rejects.toMatchObject({
      message: "Ada archived this campaign in the meantime, so nothing was scheduled now.",
      conflict: { by: "Ada", theirs: { state: "archived" } },
    });
    const sent = await newDraft(shop);
    await orderNow(
      { maya: ada },
      { request: body, nonce: "first", reach, campaign: { ...draft, id: sent, revision: 1 } },
    );
    await expect(send(sent, "second")).rejects.toMatchObject({
      message: "Ada sent this draft already, so nothing was sent a second time.",
      conflict: { by: "Ada", theirs: { state: "sending" } },
    });
  });

  it("ask for no approval of what the other one changed or archived", async () => {
    await sql.query("UPDATE service SET approval_above = 0 WHERE id = $1", [shop.serviceId]);
    const id = await newDraft(shop);
    await changed(id);
    await expect(ask(id)).rejects.toMatchObject({
      message:
        "Ada saved another version of this draft, so no approval was requested. Review the changes, then ask again.",
      conflict: { revision: 2, by: "Ada", theirs: theirs("draft") },
    });
    await changeCampaign(ada, { id, change: { kind: "archive" } });
    await expect(ask(id, 2)).rejects.toMatchObject({
      message: "Ada archived this campaign in the meantime, so no approval was requested now.",
      conflict: { revision: 3, by: "Ada", at: time, theirs: theirs("archived") },
    });
    for (const unknown of [newId(), "no id"])
      await expect(ask(unknown)).rejects.toThrow(NotFoundError);
    await sql.query("UPDATE service SET approval_above = NULL WHERE id = $1", [shop.serviceId]);
  });

  it("send nothing at once that the other one has undone", async () => {
    const { campaignId: id } = await sendCampaign(shop.maya, {
      request: body,
      nonce: "undone",
      reach,
      campaign: draft,
    });
    const { revision } = await undoSend(ada, { id });
    await expect(releaseSend(shop.maya, { id })).rejects.toMatchObject({
      message: "Ada undid this send, so nothing was sent. Press Send again to send the message.",
      conflict: { revision, by: "Ada", at: time, theirs: { state: "draft" } },
    });
  });

  it("order to no list that the other one edited, and by no version that was not previewed", async () => {
    const audienceId = await fillList(shop, "Spring list", [
      { type: "userid", id: "a" },
      { type: "userid", id: "b" },
    ]);
    const id = await newDraft(shop);
    const [list] = await sql.query<{ revision: number }>(
      "SELECT revision FROM audience WHERE id = $1",
      [audienceId],
    );
    const listRevision = list?.revision ?? 0;
    await removeRecipients(ada, { id: audienceId, recipients: [{ type: "userid", id: "a" }] });
    const toList = { ...later, reach: { ...reach, audienceId }, listRevision };
    await expect(scheduleCampaign(shop.maya, { id, revision: 1, ...toList })).rejects.toMatchObject(
      {
        message:
          "The list was changed in the meantime. Check its number of recipients, then try again.",
        conflict: { revision: listRevision + 1, by: "Ada", at: time },
      },
    );
    const [app] = await sql.query<{ id: string }>("SELECT id FROM app WHERE appid = 'shop'");
    const publish = (text: string) =>
      publishForTest(ada, {
        appId: app?.id ?? "",
        templateId: "news",
        name: "News",
        blocks: { android: { text } },
        parameters: [],
      });
    await publish("One");
    await publish("Two");
    const request = JSON.stringify({
      ...(JSON.parse(body) as object),
      channels: undefined,
      message: { template: "news" },
    });
    await expect(
      scheduleCampaign(shop.maya, { id, revision: 1, ...later, request, templateVersion: 1 }),
    ).rejects.toMatchObject({
      problems: [{ pointer: "/templateVersion" }],
      conflict: { revision: 2, by: "Ada", at: time, theirs: { version: 2 } },
    });
  });

  it("show who unscheduled or restored it before them", async () => {
    const id = await newDraft(shop);
    await schedule(id);
    await unscheduleCampaign(ada, { id });
    await expect(unscheduleCampaign(shop.maya, { id })).rejects.toMatchObject({
      message: "Ada unscheduled this campaign already. Load the page again.",
      conflict: { revision: 3, by: "Ada", at: time, theirs: { state: "draft" } },
    });
    await changeCampaign(shop.maya, { id, change: { kind: "archive" } });
    // It may have been sent before it was archived.
    await expect(unscheduleCampaign(shop.maya, { id })).rejects.toThrow(
      "The campaign was changed or sent in the meantime.",
    );
    await changeCampaign(ada, { id, change: { kind: "restore" } });
    await expect(
      changeCampaign(shop.maya, { id, change: { kind: "restore" } }),
    ).rejects.toMatchObject({
      message: "Ada changed this campaign in the meantime. Load the page again.",
      conflict: { revision: 5, by: "Ada", at: time, theirs: { state: "draft" } },
    });
    const { campaignId } = await orderNow(shop, { request: body, nonce: "begun", reach });
    const refused = await unscheduleCampaign(shop.maya, { id: campaignId }).catch(
      (error: unknown) => error,
    );
    expect(refused).not.toBeInstanceOf(ConflictError);
    expect(refused).toMatchObject({
      message: "The campaign was changed or sent in the meantime. Load the page again.",
    });
  });
});
