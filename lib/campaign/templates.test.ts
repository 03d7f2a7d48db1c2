import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { addRecipients, beginAudience, createAudience } from "@/lib/directory/audience/fill";
import { archiveTemplate, restoreTemplate } from "@/lib/directory/template/archive";
import { publishForTest } from "@/lib/directory/template/testing";
import { campaignsUsing } from "@/lib/directory/template/used-by";
import { composedOf } from "@/lib/inputs/compose";
import { findCampaign } from "@/lib/results/campaign-list";
import { RefusedError } from "@/lib/verb/errors";
import { duplicateCampaign, unscheduleCampaign } from "./change";
import { keepTemplatesOfDraft } from "./draft/templates";
import { takeDue } from "./order/move";
import type { Due } from "./order/progress";
import { resolve } from "./order/resolve";
import { sendDue } from "./run";
import { saveCampaign } from "./save";
import { scheduleCampaign } from "./schedule";
import { releaseSend, sendCampaign, undoSend } from "./send";
import { draft, inAnHour, newDraft, people, reach, testShop, type TestShop } from "./testing";

const job = { actor: { kind: "job" as const, name: "test" } };
const text = (template: string, more: object = {}) =>
  JSON.stringify({
    deliverychannel: "push",
    appid: "shop",
    destination: [{ userid: ["u"] }],
    message: { template, ...more },
  });
const draftOf = (request: string, moreAppids: string[] = []) =>
  JSON.stringify({
    request: JSON.parse(request) as unknown,
    reach: { audienceId: null, moreAppids },
  });

describe("templates that campaigns name", () => {
  let sql: Database;
  let shop: TestShop;
  let ada: { actor: ReturnType<typeof testMember> };
  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
    ada = { actor: testMember({ [shop.serviceId]: { role: "admin" } }) };
  });
  afterAll(() => sql.close());

  /** Publishes one more version of a template of an app. Its id. */
  const publish = async (
    templateId: string,
    { appid = "shop", text: words = "Hello", parameters = [] as string[] } = {},
  ) => {
    const [app] = await sql.query<{ id: string }>("SELECT id FROM app WHERE appid = $1", [appid]);
    await publishForTest(job, {
      appId: app?.id ?? "",
      templateId,
      name: templateId,
      blocks: { android: { text: words } },
      parameters: parameters.map((name) => ({ name, required: true })),
    });
    const [row] = await sql.query<{ id: string }>(
      "SELECT id FROM template WHERE app_id = $1 AND template_id = $2",
      [app?.id, templateId],
    );
    return row?.id ?? "";
  };
  const due = (id: string) =>
    sql.query(
      "UPDATE campaign_order SET due_at = now() - interval '1 minute' WHERE campaign_id = $1",
      [id],
    );
  const users = async (id: string) =>
    (await campaignsUsing(sql, id)).map(({ id: campaign, state, version }) => [
      campaign,
      state,
      version,
    ]);
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) =>
        error instanceof RefusedError ? error.problems[0] : Promise.reject(error as Error),
    );

  it("list a campaign from its draft on, for any app, until it names another template", async () => {
    const [own, kiosks, other] = [
      await publish("known"),
      await publish("known", { appid: "kiosk" }),
      await publish("known2"),
    ];
    const id = await newDraft(shop, { draft: draftOf(text("known@1"), ["kiosk"]) });
    expect([await users(own), await users(kiosks)]).toEqual([
      [[id, "draft", 1]],
      [[id, "draft", 1]],
    ]);
    const copy = await duplicateCampaign(shop.maya, { id });
    expect(new Set((await users(own)).map(([campaign]) => campaign))).toEqual(new Set([id, copy]));
    for (const one of [
      { id, revision: 1 },
      { id: copy, revision: 1 },
    ])
      await saveCampaign(shop.maya, {
        campaign: { ...draft, ...one, draft: draftOf(text("known2")) },
      });
    expect([await users(own), await users(kiosks)]).toEqual([[], []]);
    expect(new Set((await users(other)).map(([campaign]) => campaign))).toEqual(
      new Set([id, copy]),
    );
    for (const broken of [
      "",
      "null",
      "[",
      '{"request":null}',
      '{"request":{"message":{"template":7}}}',
      '{"a":'.repeat(9_000),
      "[".repeat(9_000),
      draftOf(text("a\u0000")),
      draftOf(text("a"), ["b\ud800"]),
    ]) {
      await keepTemplatesOfDraft(sql, id, broken);
      expect(await users(other)).toHaveLength(1);
      await keepTemplatesOfDraft(sql, id, draftOf(text("known2")));
    }
  });

  it("list a draft that is older than they are", async () => {
    const draftId = await newDraft(shop, { draft: draftOf(text("later"), ["kiosk"]) });
    const [own, kiosks] = [await publish("later"), await publish("later", { appid: "kiosk" })];
    for (const id of [own, kiosks]) {
      expect(await users(id)).toEqual([[draftId, "draft", null]]);
      expect(await refusal(archiveTemplate(ada, { id }))).toMatchObject({
        message: expect.stringContaining("(draft)") as unknown,
      });
    }
  });

  it("list a campaign in any JSON spelling of their id, and none whose text only looks similar", async () => {
    const id = await publish("e");
    for (let n = 0; n < 201; n += 1)
      await newDraft(shop, {
        name: "Looks alike",
        draft: draftOf(text("other", { parameters: { e: '"template":"e"' } })),
      });
    expect(await users(id)).toEqual([]);
    const escaped =
      '{"deliverychannel":"push","appid":"shop","destination":[{"userid":["u"]}],"message":{"t\\u0065mplate":"\\u0065"}}';
    const campaign = await newDraft(shop);
    await scheduleCampaign(shop.maya, {
      id: campaign,
      revision: 1,
      request: escaped,
      reach,
      startsAt: inAnHour(),
      timezone: "UTC",
    });
    expect(await users(id)).toEqual([[campaign, "scheduled", 1]]);
    expect(await refusal(archiveTemplate(ada, { id }))).toMatchObject({
      message: expect.stringContaining("“Spring” (scheduled)") as unknown,
    });
    await unscheduleCampaign(shop.maya, { id: campaign });
    // Its draft is not what was scheduled.
    expect(await users(id)).toEqual([]);
  });

  it("of a send are its draft's again once it is undone", async () => {
    const id = await publish("held");
    const campaign = await newDraft(shop, { draft: draftOf(text("held")) });
    const storedDraft = { ...draft, id: campaign, revision: 1, draft: draftOf(text("held")) };
    const { campaignId } = await sendCampaign(shop.maya, {
      request: text("held"),
      nonce: "held",
      campaign: storedDraft,
    });
    expect(await users(id)).toEqual([[campaignId, "sending", 1]]);
    await undoSend(shop.maya, { id: campaignId });
    expect(await users(id)).toEqual([[campaignId, "draft", null]]);
  });

  it("are archived or ordered, never both", async () => {
    const id = await publish("contested");
    for (let attempt = 0; attempt < 25; attempt += 1) {
      const campaign = await newDraft(shop);
      const order = {
        id: campaign,
        revision: 1,
        request: text("contested"),
        reach,
        startsAt: inAnHour(),
        timezone: "UTC",
      };
      const [archived, scheduled] = await Promise.all([
        refusal(archiveTemplate(ada, { id })),
        refusal(scheduleCampaign(shop.maya, order)),
      ]);
      expect([archived, scheduled].filter((refused) => refused === undefined)).toHaveLength(1);
      if (scheduled === undefined) await unscheduleCampaign(shop.maya, { id: campaign });
      if (archived === undefined) await restoreTemplate(ada, { id });
    }
  });

  it("that are followed are resolved once, though two workers begin with it", async () => {
    await publish("twice", { text: "One" });
    const id = await newDraft(shop);
    const order = {
      id,
      revision: 1,
      request: text("twice"),
      reach,
      followTemplate: true,
      startsAt: inAnHour(),
      timezone: "UTC",
    };
    await scheduleCampaign(shop.maya, order);
    const claimedOrders: Due[] = [];
    for (let worker = 0; worker < 2; worker += 1) {
      // The lease of the first one runs out.
      await due(id);
      claimedOrders.push(...(await takeDue(sql, 10)).filter((one) => one.campaignId === id));
    }
    const [first, second] = claimedOrders;
    expect(first && (await resolve(first, composedOf(first.request)))).toBe(true);
    await publish("twice", { text: "Two" });
    expect(second && (await resolve(second, composedOf(second.request)))).toBe(false);
    expect(
      await sql.query(
        "SELECT r.version FROM campaign_order_template r JOIN campaign_order o ON o.id = r.order_id WHERE o.campaign_id = $1",
        [id],
      ),
    ).toEqual([{ version: 1 }]);
    await due(id);
    await sendDue();
  });

  it("that are followed are resolved once, when the campaign starts", async () => {
    const one = await publish("followed", { text: "One" });
    const list = await beginAudience(shop.maya, { appid: "shop", name: "People" });
    const recipients = people(150).map((person, n) => ({
      ...person,
      parameters: { city: `Town ${n}` },
    }));
    await addRecipients(shop.maya, { id: list, recipients });
    await createAudience(shop.maya, { id: list });
    const id = await newDraft(shop);
    const order = {
      id,
      revision: 1,
      request: text("followed"),
      reach: { ...reach, audienceId: list },
      followTemplate: true,
    };
    await scheduleCampaign(shop.maya, { ...order, startsAt: inAnHour(), timezone: "UTC" });
    expect(await users(one)).toEqual([[id, "scheduled", null]]);
    // Each recipient has a request of their own by this version.
    await publish("followed", { text: "Two in ${city}", parameters: ["city"] });
    await due(id);
    await sendDue(() => true);
    const [counted] = await sql.query<{ requests: number; answered: number }>(
      "SELECT requests, answered FROM campaign_order WHERE campaign_id = $1",
      [id],
    );
    expect(counted?.requests).toBe(150);
    expect(counted?.answered).toBeLessThan(150);
    await publish("followed", { text: "Three for ${name}", parameters: ["name"] });
    await due(id);
    await sendDue();
    const sent = await sql.query<{
      state: string;
      refused: number;
      version: number;
      messages: number;
    }>(
      `SELECT o.state, o.refused, v.version, count(*)::int AS messages FROM campaign_order o JOIN message m ON m.campaign_id = o.campaign_id
         JOIN template_version v ON v.id = m.template_version_id WHERE o.campaign_id = $1 GROUP BY 1, 2, 3`,
      [id],
    );
    expect(sent).toEqual([{ state: "sent", refused: 0, version: 2, messages: 150 }]);
  });

  it("that are followed and do not take it any more fail as a whole, with the reason", async () => {
    await publish("stricter");
    const id = await newDraft(shop);
    await scheduleCampaign(shop.maya, {
      id,
      revision: 1,
      request: text("stricter"),
      reach,
      followTemplate: true,
      startsAt: inAnHour(),
      timezone: "UTC",
    });
    await publish("stricter", { text: "Hi ${name}", parameters: ["name"] });
    await due(id);
    await sendDue();
    expect(await findCampaign(shop.maya, { id })).toMatchObject({
      state: "failed",
      problem: "Replaceable params could not be fetched.",
      answered: 0,
    });
  });

  it("of which most requests were refused make no campaign that was sent", async () => {
    await publish("refused", { text: "Hi ${name}", parameters: ["name"] });
    const { campaignId } = await sendCampaign(shop.maya, {
      request: text("refused", { parameters: { name: "Ann" } }),
      nonce: "refused",
    });
    await releaseSend(shop.maya, { id: campaignId });
    // As after a slice of which five of six were refused.
    await sql.query(
      "UPDATE campaign_order SET due_at = now() - interval '1 minute', requests = 7, answered = 6, refused = 5 WHERE campaign_id = $1",
      [campaignId],
    );
    await sendDue();
    expect((await findCampaign(shop.maya, { id: campaignId })).state).toBe("failed");
  });
});
