import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import { testMember } from "@/lib/auth/testing";
import { config } from "@/lib/config/config";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { createApp } from "@/lib/directory/app/create";
import { createService } from "@/lib/directory/service/create";
import { findCampaign, listCampaigns } from "@/lib/results/campaign-list";
import { readSendFate } from "@/lib/results/send-fate";
import { NotFoundError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { endCampaignLeases } from "./progress";
import { sendDue } from "./run";
import { saveCampaign } from "./save";
import { scheduleCampaign } from "./schedule";
import { releaseSend, sendMessage, undoSend } from "./send";
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

  const made = () => newDraft(shop);
  const messages = async () =>
    (await sql.query<{ n: number }>("SELECT count(*)::int AS n FROM message"))[0]?.n ?? 0;
  const held = async (id: string) => (await readSendFate(shop.maya, { id })).heldMs;
  const events = async (action: "campaign.send" | "campaign.undo", id: string) =>
    (await eventsOf(sql, shop.serviceId, action)).filter(({ entityId }) => entityId === id);

  it.each([
    ["is too large", { draft: "x".repeat(262_145) }, ""],
    ["holds U+0000", { draft: "a\0b" }, ""],
    ["is of an app that no database takes", { appid: "sh\0op" }, "{}"],
    ["has a name with U+0000", { name: "Spring\0sale" }, "{}"],
    ["can be kept", {}, "{}"],
  ])("sends whether or not the draft can be kept: it %s", async (nonce, part, keptDraft) => {
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
    expect(row).toMatchObject({ draft: keptDraft });
  });

  it("is one campaign, one message and one event, however often it is sent under one name", async () => {
    const before = await messages();
    const input = {
      request: body,
      nonce: "once",
      reach,
      campaign: { ...draft, id: await made(), revision: 1, name: "As sent" },
    };
    const sent = await Promise.all([
      sendMessage(shop.maya, input),
      sendMessage(shop.maya, input),
      sendMessage(shop.maya, input),
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
      heldMs: null,
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

  it("waits ten seconds by the clock of the database, and then goes out by itself", async () => {
    const before = await messages();
    const { campaignId: id, heldMs } = await sendMessage(shop.maya, {
      request: body,
      nonce: "held",
      reach,
      campaign: draft,
    });
    // Of one transaction, which has one time.
    expect(Math.round(heldMs / 1_000)).toBe(10);
    // An hour longer, so that no machine is too slow for what follows. A worker that starts anew
    // has no other idea of it.
    await sql.query(
      "UPDATE campaign SET held_until = held_until + interval '1 hour', due_at = due_at + interval '1 hour' WHERE id = $1",
      [id],
    );
    await endCampaignLeases(sql);
    await sendDue();
    expect(await held(id)).toBeGreaterThan(0);
    expect(await messages()).toBe(before);
    await sql.query(
      `UPDATE campaign SET held_until = held_until - interval '1 hour 10 seconds', due_at = due_at - interval '1 hour 10 seconds'
       WHERE id = $1`,
      [id],
    );
    await sendDue();
    expect(await readSendFate(shop.maya, { id })).toMatchObject({
      state: "sent",
      heldMs: 0,
      problem: null,
    });
    expect(await messages()).toBe(before + 1);
    await expect(undoSend(shop.maya, { id })).rejects.toThrow("too late");
  });

  it("goes out at once when the undo window is 0 seconds", async () => {
    const before = await messages();
    const { UNDO_SECONDS: usual } = config();
    config().UNDO_SECONDS = 0;
    try {
      const { campaignId: id, heldMs } = await sendMessage(shop.maya, {
        request: body,
        nonce: "at once",
        reach,
        campaign: draft,
      });
      expect(heldMs).toBe(0);
      await expect(undoSend(shop.maya, { id })).rejects.toThrow("too late");
    } finally {
      config().UNDO_SECONDS = usual;
    }
    await sendDue();
    expect(await messages()).toBe(before + 1);
  });

  it("is a draft again when it is undone, and a late retry sends nothing", async () => {
    const before = await messages();
    const id = await made();
    const input = {
      request: body,
      nonce: "taken back",
      reach,
      campaign: { ...draft, id, revision: 1, name: "Taken back" },
    };
    await sendMessage(shop.maya, input);
    await expect(undoSend(shop.viewer, { id })).rejects.toThrow(ForbiddenError);
    await expect(undoSend(shop.stranger, { id })).rejects.toThrow(NotFoundError);
    const { revision } = await undoSend(shop.maya, { id });
    await expect(undoSend(shop.maya, { id })).rejects.toThrow("too late");
    await expect(sendMessage(shop.maya, input)).rejects.toThrow(
      "This send was undone. Press Send again",
    );
    await expect(releaseSend(shop.maya, { id })).rejects.toThrow(
      "Maya undid this send, so nothing was sent",
    );
    await sendDue();
    expect(await findCampaign(shop.maya, { id })).toMatchObject({
      state: "draft",
      name: "Taken back",
      revision,
      transid: null,
    });
    expect(await messages()).toBe(before);
    expect(await events("campaign.undo", id)).toMatchObject([{ snapshot: { name: "Taken back" } }]);
    expect(await saveCampaign(shop.maya, { campaign: { ...draft, id, revision } })).toMatchObject({
      kind: "saved",
    });
    expect(
      await sendNow(sql, shop, {
        ...input,
        nonce: "again",
        campaign: { ...input.campaign, revision: revision + 1 },
      }),
    ).toBeTruthy();
  });

  it("is either sent or undone, never both, whichever comes first", async () => {
    for (let round = 0; round < 20; round++) {
      const before = await messages();
      const { campaignId: id } = await sendMessage(shop.maya, {
        request: body,
        nonce: `race ${round}`,
        reach,
        campaign: draft,
      });
      const done = (call: Promise<unknown>) =>
        call.then(
          () => true,
          () => false,
        );
      const [undone, released] = await Promise.all([
        done(undoSend(shop.maya, { id })),
        done(releaseSend(shop.maya, { id })).then(async (well) => {
          await sendDue();
          return well;
        }),
      ]);
      // Nobody is told that it goes out when it does not.
      expect(released).toBe(!undone);
      // One that has left already goes out all the same.
      if (!undone) await releaseSend(shop.maya, { id });
      await sendDue();
      expect((await findCampaign(shop.maya, { id })).state).toBe(undone ? "draft" : "sent");
      expect(await messages()).toBe(undone ? before : before + 1);
    }
  });

  it("sends no older version of a draft that was edited since, and none of one that was sent", async () => {
    const id = await made();
    const before = await messages();
    await saveCampaign(shop.maya, { campaign: { ...draft, id, revision: 1, name: "Their words" } });
    const campaign = { ...draft, id, revision: 1, name: "My words" };
    await expect(
      sendMessage(shop.maya, { request: body, nonce: "older", reach, campaign }),
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
      sendMessage(shop.maya, { request: body, nonce: "once more", reach, campaign }),
    ).rejects.toThrow("already");
    // From another tab, which opened the draft under the same nonce.
    const other = JSON.stringify({ ...(JSON.parse(body) as object), correlationid: "other" });
    for (const input of [
      { request: other, reach },
      { request: body, reach: { ...reach, moreAppids: ["another"] } },
    ])
      await expect(
        sendMessage(shop.maya, { ...input, nonce: "newest", campaign }),
      ).rejects.toMatchObject({
        problems: [
          { pointer: "/nonce", message: expect.stringContaining("sent already") as string },
        ],
      });
    expect(
      await sendMessage(shop.maya, { request: body, nonce: "newest", reach, campaign }),
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
    await expect(sendMessage(shop.maya, input)).rejects.toThrow("no_more");
    expect(await count()).toEqual(before);
    await sql.query("ALTER TABLE campaign DROP CONSTRAINT no_more");
    expect(await sendNow(sql, shop, input)).toBeTruthy();
  });

  it("needs the right to send, and says in the interface's words what is wrong", async () => {
    const input = { request: body, nonce: "rights", reach };
    await expect(sendMessage(shop.viewer, input)).rejects.toThrow(ForbiddenError);
    await expect(sendMessage(shop.writer, input)).rejects.toThrow(
      "This needs a marketer who may send",
    );
    const problemsOf = async (who: typeof shop.maya, request: string) =>
      sendMessage(who, { ...input, request }).then(
        () => [],
        (error: unknown) =>
          (error as { problems: { rule: string }[] }).problems.map(({ rule }) => rule),
      );
    expect(await problemsOf(shop.maya, body.replace('"shop"', '"nope"'))).toEqual([
      "appid.unknown",
    ]);
    expect(await problemsOf(shop.stranger, body)).toEqual(["appid.unknown"]);
    expect(await problemsOf(shop.maya, body.replace(`"text"`, `"txt"`))).toContain(
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
    await sendMessage(shop.maya, { request: body, nonce: "theirs", reach, campaign });
    const many = body.replace(
      '["u"]',
      JSON.stringify(Array.from({ length: 600 }, (_, n) => `customer-${n}`)),
    );
    const ordered = await sendMessage(shop.maya, {
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

    const id = await made();
    await scheduleCampaign(shop.maya, {
      id,
      revision: 1,
      startsAt: inAnHour(),
      timezone: "UTC",
      request,
      reach,
    });
    await sql.query("UPDATE campaign SET due_at = now() - interval '1 minute' WHERE id = $1", [id]);
    await sendDue();
    const [row] = await sql.query<{ transid: string }>(
      "SELECT transid FROM campaign WHERE id = $1",
      [id],
    );
    expect(await stored(row?.transid)).toBe(request);
  });
});
