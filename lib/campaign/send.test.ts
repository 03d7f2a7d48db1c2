import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import { testMember } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { createApp } from "@/lib/directory/app/create";
import { createService } from "@/lib/directory/service/create";
import { findCampaign, listCampaigns } from "@/lib/results/campaign-list";
import { eventsOf } from "@/lib/verb/testing";
import { sendDue } from "./run";
import { saveCampaign } from "./save";
import { scheduleCampaign } from "./schedule";
import { sendCampaign } from "./send";
import {
  body,
  draft,
  inAnHour,
  newDraft,
  reach,
  sendNow,
  testShop,
  type TestShop,
} from "./testing";

const actor = { kind: "job" as const, name: "test" };
describe("sending from the console", () => {
  let sql: Database;
  let shop: TestShop;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  });
  afterAll(() => sql.close());

  const newCampaign = () => newDraft(shop);
  const messages = async () =>
    (await sql.query<{ n: number }>("SELECT count(*)::int AS n FROM message"))[0]?.n ?? 0;
  const events = async (action: "campaign.send" | "send.undo", id: string) =>
    (await eventsOf(sql, shop.serviceId, action)).filter(({ entityId }) => entityId === id);

  it.each([
    ["is too large", { draft: "x".repeat(262_145) }, ""],
    ["holds U+0000", { draft: "a\0b" }, ""],
    ["is of an app that no database takes", { appid: "sh\0op" }, "{}"],
    ["has a name with U+0000", { name: "Spring\0sale" }, "{}"],
    ["can be stored", {}, "{}"],
  ])("sends whether or not the draft can be stored: it %s", async (nonce, part, storedDraft) => {
    const transid = await sendNow(sql, shop, {
      request: body,
      nonce,
      reach,
      campaign: { ...draft, ...part },
    });
    const [row] = await sql.query<{ draft: string; campaignId: string }>(
      `SELECT c.draft, m.campaign_id AS "campaignId" FROM message m JOIN campaign c ON c.id = m.campaign_id WHERE m.id = $1`,
      [transid],
    );
    expect(row).toMatchObject({ draft: storedDraft });
  });

  it("is one campaign, one message and one event under one name", async () => {
    const before = await messages();
    const input = {
      request: body,
      nonce: "once",
      reach,
      campaign: { ...draft, id: await newCampaign(), revision: 1, name: "As sent" },
    };
    const sent = await Promise.all([
      sendCampaign(shop.maya, input),
      sendCampaign(shop.maya, input),
      sendCampaign(shop.maya, input),
    ]);
    expect(sent.map(({ campaignId }) => campaignId)).toEqual(
      Array.from({ length: 3 }, () => input.campaign.id),
    );
    const transid = await sendNow(sql, shop, input);
    expect(await messages()).toBe(before + 1);
    expect(await findCampaign(shop.maya, { id: input.campaign.id })).toMatchObject({
      transid,
      name: "As sent",
      state: "sent",
      recipients: 1,
      undoMs: null,
    });
    expect(await events("campaign.send", input.campaign.id)).toEqual([
      {
        actorId: shop.maya.actor.id,
        action: "campaign.send",
        actorKind: "member",
        entityId: input.campaign.id,
        snapshot: { appids: ["shop"], requests: 1, recipients: 1, audience: null },
      },
    ]);
    expect(
      await saveCampaign(shop.maya, { campaign: { ...draft, id: input.campaign.id, revision: 2 } }),
    ).toEqual({
      kind: "gone",
      state: "sent",
    });
  });

  it("sends no older version of a draft that was edited since, and none of one that was sent", async () => {
    const id = await newCampaign();
    const before = await messages();
    await saveCampaign(shop.maya, { campaign: { ...draft, id, revision: 1, name: "Their words" } });
    const campaign = { ...draft, id, revision: 1, name: "My words" };
    await expect(
      sendCampaign(shop.maya, { request: body, nonce: "older", reach, campaign }),
    ).rejects.toMatchObject({
      problems: [
        {
          pointer: "/campaign/revision",
          message: expect.stringContaining("Maya saved another version") as string,
        },
      ],
    });
    expect(await findCampaign(shop.maya, { id })).toMatchObject({
      state: "draft",
      name: "Their words",
    });
    await sendNow(sql, shop, {
      request: body,
      nonce: "newest",
      reach,
      campaign: { ...campaign, revision: 2 },
    });
    await expect(
      sendCampaign(shop.maya, { request: body, nonce: "once more", reach, campaign }),
    ).rejects.toThrow("already");
    // From another tab, which opened the draft under the same nonce.
    const other = JSON.stringify({ ...(JSON.parse(body) as object), correlationid: "other" });
    for (const input of [
      { request: other, reach },
      { request: body, reach: { ...reach, moreAppids: ["another"] } },
    ])
      await expect(
        sendCampaign(shop.maya, { ...input, nonce: "newest", campaign }),
      ).rejects.toMatchObject({
        problems: [
          { pointer: "/nonce", message: expect.stringContaining("sent already") as string },
        ],
      });
    expect(
      await sendCampaign(shop.maya, { request: body, nonce: "newest", reach, campaign }),
    ).toBeTruthy();
    expect(await messages()).toBe(before + 1);
  });

  it("orders nothing and writes no event when what belongs to it cannot be written", async () => {
    const count = async () => [
      await messages(),
      (await eventsOf(sql, shop.serviceId, "campaign.send")).length,
    ];
    const before = await count();
    await sql.query("ALTER TABLE campaign ADD CONSTRAINT no_more CHECK (name <> 'Unlucky')");
    const input = {
      request: body,
      nonce: "unlucky",
      reach,
      campaign: { ...draft, name: "Unlucky" },
    };
    await expect(sendCampaign(shop.maya, input)).rejects.toThrow("no_more");
    expect(await count()).toEqual(before);
    await sql.query("ALTER TABLE campaign DROP CONSTRAINT no_more");
    expect(await sendNow(sql, shop, input)).toBeTruthy();
  });

  it("needs the right to send, and says in the interface's words what is wrong", async () => {
    const input = { request: body, nonce: "rights", reach };
    await expect(sendCampaign(shop.viewer, input)).rejects.toThrow(ForbiddenError);
    await expect(sendCampaign(shop.writer, input)).rejects.toThrow(
      "This needs a marketer who may send",
    );
    const problemRules = async (who: typeof shop.maya, request: string) =>
      sendCampaign(who, { ...input, request }).then(
        () => [],
        (error: unknown) =>
          (error as { problems: { rule: string }[] }).problems.map(({ rule }) => rule),
      );
    expect(await problemRules(shop.maya, body.replace('"shop"', '"nope"'))).toEqual([
      "appid.unknown",
    ]);
    expect(await problemRules(shop.stranger, body)).toEqual(["appid.unknown"]);
    expect(await problemRules(shop.maya, body.replace(`"text"`, `"txt"`))).toContain(
      "android.text.required",
    );
  });

  it("changes no draft or app of others, for any draft that comes along", async () => {
    const other = await createService(
      { actor },
      { name: "Elsewhere", sandbox: true, httpsOnly: false },
    );
    await createApp({ actor }, { serviceId: other.id, appid: "elsewhere", name: "Elsewhere" });
    const theirs = { actor: testMember({ [other.id]: { role: "marketer" } }) };
    const saved = await saveCampaign(theirs, {
      campaign: { ...draft, appid: "elsewhere", name: "Theirs" },
    });
    const id = saved.kind === "saved" ? saved.id : "";
    const campaign = { ...draft, id, revision: 1, appid: "elsewhere", name: "Taken over" };
    await sendCampaign(shop.maya, { request: body, nonce: "theirs", reach, campaign });
    const many = body.replace(
      '["u"]',
      JSON.stringify(Array.from({ length: 600 }, (_, n) => `customer-${n}`)),
    );
    const ordered = await sendCampaign(shop.maya, {
      request: many,
      nonce: "theirs, many",
      reach,
      campaign,
    });
    expect(await findCampaign(theirs, { id })).toMatchObject({ name: "Theirs", state: "draft" });
    expect((await listCampaigns(theirs, { serviceId: other.id })).rows).toHaveLength(1);
    expect((await findCampaign(shop.maya, { id: ordered.campaignId })).appName).toBe("shop");
  });

  it("accepts the very bytes it was given, now and at a later time", async () => {
    // Nothing here outlives being read and written again.
    const tags = String.raw`{"a":1.10,"b":"\u00e9\/","10":1E5,"9":-0}`;
    const request = `{ "channels":{"push":{"android":{"text":"Hello","extras":{"customtags":${tags}}}}}, "deliverychannel":"push",\n"appid":"shop","destination":[{"userid":["u"]}]}`;
    const stored = async (transid: string | undefined) => {
      const rows = await sql.query<{ request: Uint8Array }>(
        "SELECT request FROM message WHERE id = $1",
        [transid],
      );
      return Buffer.from(rows[0]?.request ?? []).toString("utf8");
    };
    expect(await stored(await sendNow(sql, shop, { request, nonce: "exact", reach }))).toBe(
      request,
    );

    const id = await newCampaign();
    await scheduleCampaign(shop.maya, {
      id,
      revision: 1,
      startsAt: inAnHour(),
      timezone: "UTC",
      request,
      reach,
    });
    await sql.query(
      "UPDATE campaign_order SET due_at = now() - interval '1 minute' WHERE campaign_id = $1",
      [id],
    );
    await sendDue();
    const [row] = await sql.query<{ transid: string }>(
      "SELECT transid FROM campaign_order WHERE campaign_id = $1",
      [id],
    );
    expect(await stored(row?.transid)).toBe(request);
  });
});
