import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import { testMember } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { testApp } from "@/lib/directory/app/testing";
import { createService } from "@/lib/directory/service/create";
import { publishTemplate } from "@/lib/directory/template/testing";
import { composedOf } from "@/lib/inputs/compose";
import type { PushRequestInput } from "@/lib/interface/request";
import { findCampaign as readCampaign } from "@/lib/results/campaign-list";
import { eventsOf } from "@/lib/verb/testing";
import { stopCampaign } from "./change";
import { planCampaign, type Order } from "./plan";
import { sendDue, startCampaigns } from "./run";
import { scheduleCampaign } from "./schedule";
import { sendMessage } from "./send";
import {
  body,
  draft,
  inAnHour,
  fillList,
  messagesOfCampaign,
  newDraft,
  orderNow,
  people,
  testShop,
  usersOf,
  type TestShop,
} from "./testing";

const order = (text = body): Order => ({
  pattern: composedOf(text),
  audienceId: null,
  moreAppids: [],
});

describe("campaigns of many requests", () => {
  let sql: Database;
  let shop: TestShop;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  });
  afterAll(() => sql.close());

  const made = () => newDraft(shop);
  const due = (id: string) =>
    sql.query("UPDATE campaign SET due_at = now() - interval '1 second' WHERE id = $1", [id]);
  const findCampaign = (id: string) => readCampaign(shop.maya, { id });
  const plan = (wanted: Order) =>
    planCampaign({ ...shop.maya, serviceId: shop.serviceId }, wanted, Date.now());
  const orderCampaign = async (
    { pattern: { body: request }, ...reach }: Order,
    nonce: string,
    campaign: typeof draft | { id: string; revision: number },
  ) => {
    const { heldMs: _, ...sent } = await orderNow(shop, {
      request,
      reach,
      nonce,
      campaign: { ...draft, ...campaign },
    });
    return sent;
  };

  const filled = (name: string, recipients: Parameters<typeof fillList>[2]) =>
    fillList(shop, name, recipients);
  const messagesOf = (id: string) => messagesOfCampaign(sql, id);
  const publish = async (template: Omit<Parameters<typeof publishTemplate>[1], "appId">) => {
    const [app] = await sql.query<{ id: string }>("SELECT id FROM app WHERE appid = 'shop'");
    await publishTemplate(
      { actor: { kind: "job", name: "test" } },
      { appId: app?.id ?? "", ...template },
    );
  };
  it("sends to a whole list, on two apps, each recipient once on each, and counts what was answered", async () => {
    const audienceId = await filled("Everybody", people(3_000));
    const wanted: Order = { ...order(), audienceId, moreAppids: ["kiosk"] };
    const planned = await plan(wanted);
    expect(planned).toMatchObject({
      recipients: 3_000,
      appids: ["shop", "kiosk"],
      audience: "Everybody",
      problems: [],
      unfit: [],
    });
    const id = await made();
    const ordered = await orderCampaign(wanted, "n1", { ...draft, id, revision: 1 });
    expect(ordered).toEqual({ campaignId: id, requests: planned.requests, recipients: 3_000 });
    // The second half of a double click, and a second try after a line that broke.
    expect(await orderCampaign(wanted, "n1", { ...draft, id, revision: 1 })).toEqual(ordered);
    expect(await eventsOf(sql, shop.serviceId, "campaign.send")).toMatchObject([
      {
        entityId: id,
        snapshot: {
          appids: ["shop", "kiosk"],
          requests: planned.requests,
          recipients: 3_000,
          audience: "Everybody",
        },
      },
    ]);
    await Promise.all([sendDue(), sendDue()]);
    expect(await findCampaign(id)).toMatchObject({
      state: "sent",
      answered: planned.requests,
      refused: 0,
      problem: null,
    });
    const messages = await messagesOf(id);
    expect(messages).toHaveLength(planned.requests);
    for (const appid of ["shop", "kiosk"])
      expect(usersOf(messages, appid).toSorted()).toEqual(
        people(3_000)
          .map((one) => one.id)
          .toSorted(),
      );
    for (const { request } of messages)
      expect(JSON.stringify(request).length).toBeLessThanOrEqual(4_096);
  });

  it("counts a list once for the dialog and the order behind it, and again for another message", async () => {
    const audienceId = await filled("Counted", people(50));
    const query = vi.spyOn(sql, "query");
    const counts = async (what: () => Promise<unknown>) => {
      query.mockClear();
      await what();
      // What an approval is bound to is hashed for each order.
      return query.mock.calls.filter(
        ([text]) => text.includes("string_agg") && !text.includes("sha256("),
      ).length;
    };
    const wanted = { ...order(), audienceId };
    expect(await counts(() => plan(wanted))).toBe(1);
    expect(await counts(() => orderCampaign(wanted, "n15", draft))).toBe(0);
    expect(
      await counts(() => plan({ ...wanted, pattern: composedOf(body.replace("Hello", "Bye")) })),
    ).toBe(1);
    query.mockRestore();
    await sendDue();
  });

  it("goes on where a worker died, and sends nothing twice, after a rest of any length", async () => {
    const audienceId = await filled("Again", people(6_000));
    const { campaignId, requests } = await orderCampaign({ ...order(), audienceId }, "n2", draft);
    let groups = 0;
    await sendDue(() => (groups += 1) === 1);
    const rested = await findCampaign(campaignId);
    expect(rested.state).toBe("sending");
    // One slice, however many the database takes at a time.
    expect(rested.answered).toBeGreaterThan(0);
    expect(rested.answered).toBeLessThan(requests);
    // Days later: nothing of what was accepted under a name is remembered any longer.
    await sql.query("DELETE FROM idempotency_record");
    await due(campaignId);
    await sendDue();
    expect(await findCampaign(campaignId)).toMatchObject({ state: "sent", answered: requests });
    const users = usersOf(await messagesOf(campaignId));
    expect(users).toHaveLength(6_000);
    expect(new Set(users).size).toBe(6_000);
  });

  it("stores a slice and its mark together: what a worker lost its lease over is stored by the other one alone", async () => {
    const audienceId = await filled("Contested", people(8_000));
    const { campaignId, requests } = await orderCampaign({ ...order(), audienceId }, "n12", draft);
    // All of them believe that the others are dead, again and again.
    const stealing = { on: true };
    const thief = (async () => {
      while (stealing.on) await due(campaignId);
    })();
    await Promise.all(Array.from({ length: 4 }, () => sendDue()));
    stealing.on = false;
    await thief;
    await due(campaignId);
    await sendDue();
    expect(await findCampaign(campaignId)).toMatchObject({
      state: "sent",
      answered: requests,
      refused: 0,
    });
    const users = usersOf(await messagesOf(campaignId));
    expect(users).toHaveLength(8_000);
    expect(new Set(users).size).toBe(8_000);
  });

  it("marks nothing as sent whose messages could not be stored", async () => {
    const audienceId = await filled("Unlucky", people(2_000));
    const { campaignId, requests } = await orderCampaign({ ...order(), audienceId }, "n13", draft);
    await sql.query(
      "ALTER TABLE message ADD CONSTRAINT no_more CHECK (campaign_id IS NULL) NOT VALID",
    );
    await sendDue();
    expect(await findCampaign(campaignId)).toMatchObject({
      state: "sending",
      answered: 0,
      transid: null,
    });
    await sql.query("ALTER TABLE message DROP CONSTRAINT no_more");
    await due(campaignId);
    await sendDue();
    expect(await findCampaign(campaignId)).toMatchObject({ state: "sent", answered: requests });
    expect(usersOf(await messagesOf(campaignId))).toHaveLength(2_000);
  });

  it("has counted all that was accepted when it is stopped", async () => {
    const audienceId = await filled("Stopped", people(40_000));
    const ordered = await orderCampaign({ ...order(), audienceId }, "n9", draft);
    const sending = sendDue();
    await vi.waitFor(
      async () => expect((await messagesOf(ordered.campaignId)).length).toBeGreaterThan(0),
      30_000,
    );
    await stopCampaign(shop.maya, { id: ordered.campaignId });
    await sending;
    const stopped = await findCampaign(ordered.campaignId);
    expect(stopped).toMatchObject({
      state: "sent",
      answered: (await messagesOf(ordered.campaignId)).length,
    });
    expect(stopped?.transid).not.toBeNull();
  });

  it("sends a small one while a large one is under way", async () => {
    const audienceId = await filled("Large", people(40_000));
    const stop = startCampaigns();
    const large = await orderCampaign({ ...order(), audienceId }, "n10", draft);
    const small = await orderCampaign({ ...order(), moreAppids: ["kiosk"] }, "n11", draft);
    await vi.waitFor(
      async () => expect((await findCampaign(small.campaignId))?.state).toBe("sent"),
      { timeout: 30_000 },
    );
    expect((await findCampaign(large.campaignId))?.state).toBe("sending");
    await stopCampaign(shop.maya, { id: large.campaignId });
    await stop();
  });

  it("gives each recipient the values of its own, and reports beforehand whose do not fit", async () => {
    await publish({
      templateId: "hello",
      name: "Hello",
      blocks: { android: { text: "Hello ${name}" } },
      parameters: [{ name: "name", required: true, maxLength: 5 }],
    });
    const pattern = {
      deliverychannel: "push",
      appid: "shop",
      destination: [],
      message: { template: "hello" },
    } as unknown as PushRequestInput;
    const audienceId = await filled("Named", [
      { type: "userid", id: "a", parameters: { name: "Ann", city: "Rome" } },
      { type: "userid", id: "b" },
      { type: "userid", id: "c", parameters: { name: "Christopher" } },
    ]);
    const wanted: Order = {
      pattern: composedOf(JSON.stringify(pattern)),
      audienceId,
      moreAppids: [],
    };
    const planned = await plan(wanted);
    expect(planned.unfit).toEqual([
      { parameter: "name", why: "missing", recipients: 1, first: ["b"] },
      { parameter: "name", why: "too long", recipients: 1 },
    ]);
    await expect(orderCampaign(wanted, "n4", draft)).rejects.toThrow(
      "1 recipient of “Named” has no value for name",
    );
    const mended = await filled("Mended", [
      { type: "userid", id: "a", parameters: { name: "Ann", city: "Rome" } },
      { type: "userid", id: "b" },
    ]);
    const withFallback = {
      ...wanted,
      audienceId: mended,
      pattern: composedOf(
        JSON.stringify({ ...pattern, message: { template: "hello", parameters: { name: "you" } } }),
      ),
    };
    const ordered = await orderCampaign(withFallback, "n5", draft);
    await sendDue();
    expect(
      (await messagesOf(ordered.campaignId)).map(({ request }) => [
        request.destination,
        request.message?.parameters,
      ]),
    ).toEqual([
      [[{ userid: ["a"] }], { name: "Ann" }],
      [[{ userid: ["b"] }], { name: "you" }],
    ]);
  });

  it("keeps its cuts although the template changes while it is under way", async () => {
    const changing = (parameters: { name: string }[]) =>
      publish({
        templateId: "changing",
        name: "Changing",
        blocks: { android: { text: "Hello" } },
        parameters,
      });
    await changing([{ name: "name" }]);
    const named = people(40).map((one, n) => ({
      ...one,
      parameters: { name: `N${n}`, city: `C${n % 2}` },
    }));
    const audienceId = await filled("Changing", named);
    const pattern = {
      deliverychannel: "push",
      appid: "shop",
      destination: [],
      message: { template: "changing" },
    } as unknown as PushRequestInput;
    const ordered = await orderCampaign(
      { pattern: composedOf(JSON.stringify(pattern)), audienceId, moreAppids: [] },
      "n8",
      draft,
    );
    expect(ordered.requests).toBe(40);
    let groups = 0;
    await sendDue(() => (groups += 1) === 1);
    await changing([{ name: "name" }, { name: "city" }]);
    await due(ordered.campaignId);
    await sendDue();
    expect(await findCampaign(ordered.campaignId)).toMatchObject({
      state: "sent",
      answered: 40,
      refused: 0,
    });
    expect(usersOf(await messagesOf(ordered.campaignId))).toEqual(named.map((one) => one.id));
  });

  it("cuts typed recipients that are too many for one request", async () => {
    const many = people(600).map((one) => one.id);
    const wanted = order(body.replace('["u"]', JSON.stringify(many)));
    const planned = await plan(wanted);
    expect(planned).toMatchObject({ recipients: 600, problems: [] });
    expect(planned.requests).toBeGreaterThan(1);
    const id = await made();
    const { pattern, ...reach } = wanted;
    await scheduleCampaign(shop.maya, {
      id,
      revision: 1,
      startsAt: inAnHour(),
      timezone: "UTC",
      request: pattern.body,
      reach,
    });
    await due(id);
    await sendDue();
    expect(await findCampaign(id)).toMatchObject({
      state: "sent",
      answered: planned.requests,
      recipients: 600,
    });
    expect(usersOf(await messagesOf(id))).toEqual(expect.arrayContaining(many));
  });

  it("says what is wrong before anything is sent", async () => {
    const audienceId = await filled("Checked", people(3));
    const problemsOf = async (wanted: Order) =>
      (await plan(wanted)).problems.map(({ rule }) => rule);
    expect(await problemsOf({ ...order(), audienceId: newId() })).toEqual([
      "destination.ids.required",
    ]);
    expect(await problemsOf({ ...order(), audienceId, moreAppids: ["nope"] })).toEqual([
      "appid.unknown",
    ]);
    expect(
      await problemsOf({ ...order(body.replace("Hello", "x".repeat(4_090))), audienceId }),
    ).toEqual(["body.size"]);
    await expect(
      orderCampaign({ ...order(body.replace('"text"', '"txt"')), audienceId }, "n6", draft),
    ).rejects.toThrow(/text/);
    const input = {
      request: body,
      reach: { audienceId, moreAppids: [] },
      nonce: "n7",
      campaign: draft,
    };
    await expect(sendMessage(shop.viewer, input)).rejects.toThrow(ForbiddenError);
  });

  it("does not find lists and apps of others", async () => {
    const other = await testShopElsewhere(sql);
    const audienceId = await filled("Ours", people(3));
    const stolen = { ...order(body.replace('"shop"', '"elsewhere"')), audienceId };
    const there = { ...other, serviceId: other.serviceId };
    expect(await planCampaign(there, stolen, Date.now())).toMatchObject({
      lost: true,
      recipients: 0,
      audience: null,
    });
    expect(
      (await planCampaign(there, { ...order(), audienceId: null }, Date.now())).problems,
    ).toMatchObject([{ rule: "appid.unknown" }]);
    expect((await plan({ ...order(), moreAppids: ["elsewhere"] })).problems).toMatchObject([
      { rule: "appid.unknown" },
    ]);
  });
});

/** Another service with an app and a marketer of its own. */
async function testShopElsewhere(sql: Database) {
  const actor = { kind: "job" as const, name: "test" };
  const { id: serviceId } = await createService(
    { actor },
    { name: "Elsewhere", sandbox: true, httpsOnly: false },
  );
  await testApp(sql, serviceId, "elsewhere");
  return { serviceId, actor: testMember({ [serviceId]: { role: "marketer" } }) };
}
