import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import { testMember } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { testDatabases } from "@/lib/database/testing";
import { createApp } from "@/lib/directory/app/create";
import { createService } from "@/lib/directory/service/create";
import { findCampaign, listCampaigns } from "@/lib/results/campaign-list";
import { sendDue } from "./run";
import { saveCampaign } from "./save";
import { scheduleCampaign } from "./schedule";
import { sendMessage, type Sent } from "./send";
import { eventsOf } from "@/lib/verb/testing";
import { body, draft, inAnHour, newDraft, reach, testShop, type TestShop } from "./testing";

const actor = { kind: "job" as const, name: "test" };
const transidOf = (sent: Sent) => {
  if (!("transid" in sent)) throw new Error(JSON.stringify(sent));
  return sent.transid;
};

describe.each(testDatabases())("sending from the console on $name", ({ open }) => {
  let sql: Database;
  let shop: TestShop;

  beforeAll(async () => {
    sql = await open();
    shop = await testShop(sql);
  });
  afterAll(() => sql.close());

  const kept = async (transid: string) =>
    (await listCampaigns(shop.maya, { serviceId: shop.serviceId, state: "sent" })).rows.filter((row) => row.transid === transid);
  const made = () => newDraft(shop);
  const messages = async () => (await sql.query<{ n: number }>("SELECT count(*)::int AS n FROM message"))[0]?.n ?? 0;

  it.each([
    ["is too large", { draft: "x".repeat(262_145) }, 0],
    ["holds U+0000", { draft: "a\0b" }, 0],
    ["is of an app that no database takes", { appid: "sh\0op" }, 0],
    ["has a name with U+0000", { name: "Spring\0sale" }, 0],
    ["can be kept", {}, 1],
  ])("sends whether or not the draft can be kept: it %s", async (nonce, part, count) => {
    const sent = await sendMessage(shop.maya, { request: body, nonce, reach, campaign: { ...draft, ...part } });
    expect(await kept(transidOf(sent))).toHaveLength(count);
  });

  it("is one message, one campaign and one event, however often it is sent under one name", async () => {
    const before = await messages();
    const input = { request: body, nonce: "once", reach, campaign: { ...draft, id: await made(), revision: 1, name: "As sent" } };
    const sent = await Promise.all([sendMessage(shop.maya, input), sendMessage(shop.maya, input), sendMessage(shop.maya, input)]);
    const [transid] = new Set(sent.map(transidOf));
    expect(sent.map(transidOf)).toEqual([transid, transid, transid]);
    expect(await messages()).toBe(before + 1);
    expect(await kept(transid ?? "")).toMatchObject([{ id: input.campaign.id, name: "As sent", state: "sent" }]);
    expect((await eventsOf(sql, shop.serviceId, "campaign.send")).filter(({ entityId }) => entityId === transid)).toEqual([
      {
        actorId: shop.maya.actor.id,
        action: "campaign.send",
        actorKind: "member",
        entityId: transid,
        snapshot: { appids: ["shop"], requests: 1, recipients: 1, audience: null },
      },
    ]);
    expect(await saveCampaign(shop.maya, { campaign: { ...draft, id: input.campaign.id, revision: 2 } })).toEqual({
      kind: "gone",
      state: "sent",
    });
  });

  it("leaves a draft that somebody went on with as it is, and keeps what was sent beside it", async () => {
    const id = await made();
    await saveCampaign(shop.maya, { campaign: { ...draft, id, revision: 1, name: "Their words" } });
    const campaign = { ...draft, id, revision: 1, name: "My words" };
    const sent = await sendMessage(shop.maya, { request: body, nonce: "beside", reach, campaign });
    expect(await findCampaign(shop.maya, { id })).toMatchObject({ state: "draft", name: "Their words" });
    expect(await kept(transidOf(sent))).toMatchObject([{ name: "My words" }]);
  });

  it("accepts nothing, keeps nothing and writes no event when what belongs to it cannot be written", async () => {
    const before = [await messages(), (await eventsOf(sql, shop.serviceId, "campaign.send")).length];
    await sql.query("ALTER TABLE campaign ADD CONSTRAINT no_more CHECK (name <> 'Unlucky')");
    const input = { request: body, nonce: "unlucky", reach, campaign: { ...draft, name: "Unlucky" } };
    await expect(sendMessage(shop.maya, input)).rejects.toThrow("no_more");
    expect([await messages(), (await eventsOf(sql, shop.serviceId, "campaign.send")).length]).toEqual(before);
    await sql.query("ALTER TABLE campaign DROP CONSTRAINT no_more");
    expect(transidOf(await sendMessage(shop.maya, input))).toBeTruthy();
  });

  it("needs the right to send, and says in the interface's words what is wrong", async () => {
    const input = { request: body, nonce: "rights", reach };
    await expect(sendMessage(shop.viewer, input)).rejects.toThrow(ForbiddenError);
    await expect(sendMessage(shop.writer, input)).rejects.toThrow("This needs a marketer who may send");
    const problemsOf = async (who: typeof shop.maya, request: string) =>
      sendMessage(who, { ...input, request }).then(
        () => [],
        (error: unknown) => (error as { problems: { rule: string }[] }).problems.map(({ rule }) => rule),
      );
    expect(await problemsOf(shop.maya, body.replace('"shop"', '"nope"'))).toEqual(["appid.unknown"]);
    expect(await problemsOf(shop.stranger, body)).toEqual(["appid.unknown"]);
    expect(await problemsOf(shop.maya, body.replace(`"text"`, `"txt"`))).toContain("android.text.required");
  });

  it("touches nobody else's drafts and apps, whatever the draft that comes along names", async () => {
    const other = await createService({ actor }, { name: "Elsewhere", sandbox: true, httpsOnly: false });
    await createApp({ actor }, { serviceId: other.id, appid: "elsewhere", name: "Elsewhere" });
    const theirs = { actor: testMember({ [other.id]: { role: "marketer" } }) };
    const saved = await saveCampaign(theirs, { campaign: { ...draft, appid: "elsewhere", name: "Theirs" } });
    const id = saved.kind === "saved" ? saved.id : "";
    const campaign = { ...draft, id, revision: 1, appid: "elsewhere", name: "Taken over" };
    await sendMessage(shop.maya, { request: body, nonce: "theirs", reach, campaign });
    const many = body.replace('["u"]', JSON.stringify(Array.from({ length: 600 }, (_, n) => `customer-${n}`)));
    const ordered = await sendMessage(shop.maya, { request: many, nonce: "theirs, many", reach, campaign });
    expect(await findCampaign(theirs, { id })).toMatchObject({ name: "Theirs", state: "draft" });
    expect((await listCampaigns(theirs, { serviceId: other.id })).rows).toHaveLength(1);
    expect("campaignId" in ordered && (await findCampaign(shop.maya, { id: ordered.campaignId })).appName).toBe("shop");
  });

  it("accepts the very bytes it was given, now and at a later time", async () => {
    // Nothing here outlives being read and written again.
    const tags = String.raw`{"a":1.10,"b":"\u00e9\/","10":1E5,"9":-0}`;
    const request = `{ "channels":{"push":{"android":{"text":"Hello","extras":{"customtags":${tags}}}}}, "deliverychannel":"push",\n"appid":"shop","destination":[{"userid":["u"]}]}`;
    const stored = async (transid: string | undefined) => {
      const rows = await sql.query<{ request: Uint8Array }>("SELECT request FROM message WHERE id = $1", [transid]);
      return Buffer.from(rows[0]?.request ?? []).toString("utf8");
    };
    expect(await stored(transidOf(await sendMessage(shop.maya, { request, nonce: "exact", reach })))).toBe(request);

    const id = await made();
    await scheduleCampaign(shop.maya, { id, revision: 1, startsAt: inAnHour(), timezone: "UTC", request, reach });
    await sql.query("UPDATE campaign SET due_at = now() WHERE id = $1", [id]);
    await sendDue();
    const [row] = await sql.query<{ transid: string }>("SELECT transid FROM campaign WHERE id = $1", [id]);
    expect(await stored(row?.transid)).toBe(request);
  });
});
