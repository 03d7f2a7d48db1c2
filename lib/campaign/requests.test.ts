import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import { testMember } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { testApp } from "@/lib/directory/app/testing";
import { createService } from "@/lib/directory/service/create";
import { composedOf } from "@/lib/inputs/compose";
import type { PushRequestInput } from "@/lib/interface/request";
import { findCampaign as readCampaign } from "@/lib/results/campaign-list";
import { eventsOf } from "@/lib/verb/testing";
import { planCampaign, type Order } from "./order/plan";
import { sendDue, startCampaigns } from "./run";
import { scheduleCampaign } from "./schedule";
import { sendCampaign } from "./send";
import { stopCampaign } from "./steer";
import {
  body,
  draft,
  inAnHour,
  fillList,
  messagesOfCampaign,
  newDraft,
  orderCampaign,
  orderOf,
  planOrder,
  publishInShop,
  people,
  testShop,
  usersOf,
  type TestShop,
} from "./testing";

describe("campaigns of many requests", () => {
  let sql: Database;
  let shop: TestShop;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  });
  afterAll(() => sql.close());

  const due = (id: string) =>
    sql.query(
      "UPDATE campaign_order SET due_at = now() - interval '1 second' WHERE campaign_id = $1",
      [id],
    );
  const findCampaign = (id: string) => readCampaign(shop.maya, { id });
  const messagesOf = (id: string) => messagesOfCampaign(sql, id);

  it("sends to a whole list on two apps, once to each recipient on each", async () => {
    const audienceId = await fillList(shop, "Everybody", people(3_000));
    const order: Order = { ...orderOf(), audienceId, moreAppids: ["kiosk"] };
    const planned = await planOrder(shop, order);
    expect(planned).toMatchObject({
      recipients: 3_000,
      appids: ["shop", "kiosk"],
      audience: "Everybody",
      problems: [],
      unfit: [],
    });
    const id = await newDraft(shop);
    const ordered = await orderCampaign(shop, order, "n1", { ...draft, id, revision: 1 });
    expect(ordered).toEqual({ campaignId: id, requests: planned.requests, recipients: 3_000 });
    // The second half of a double click, and a second try after a line that broke.
    expect(await orderCampaign(shop, order, "n1", { ...draft, id, revision: 1 })).toEqual(ordered);
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

  it("counts a list once for the dialog and its order", async () => {
    const audienceId = await fillList(shop, "Counted", people(50));
    const query = vi.spyOn(sql, "query");
    const counts = async (what: () => Promise<unknown>) => {
      query.mockClear();
      await what();
      // What an approval is bound to is hashed for each order.
      return query.mock.calls.filter(
        ([text]) => text.includes("string_agg") && !text.includes("sha256("),
      ).length;
    };
    const order = { ...orderOf(), audienceId };
    expect(await counts(() => planOrder(shop, order))).toBe(1);
    expect(await counts(() => orderCampaign(shop, order, "n15", draft))).toBe(0);
    expect(
      await counts(() =>
        planOrder(shop, { ...order, pattern: composedOf(body.replace("Hello", "Bye")) }),
      ),
    ).toBe(1);
    query.mockRestore();
    await sendDue();
  });

  it("sends a small one while a large one is under way", async () => {
    const audienceId = await fillList(shop, "Large", people(40_000));
    const stop = startCampaigns();
    const large = await orderCampaign(shop, { ...orderOf(), audienceId }, "n10", draft);
    const small = await orderCampaign(shop, { ...orderOf(), moreAppids: ["kiosk"] }, "n11", draft);
    await vi.waitFor(
      async () => expect((await findCampaign(small.campaignId))?.state).toBe("sent"),
      { timeout: 30_000 },
    );
    expect((await findCampaign(large.campaignId))?.state).toBe("sending");
    await stopCampaign(shop.maya, { id: large.campaignId });
    await stop();
  });

  it("gives each recipient the values of its own, and reports beforehand whose do not fit", async () => {
    await publishInShop(sql, {
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
    const audienceId = await fillList(shop, "Named", [
      { type: "userid", id: "a", parameters: { name: "Ann", city: "Rome" } },
      { type: "userid", id: "b" },
      { type: "userid", id: "c", parameters: { name: "Christopher" } },
    ]);
    const order: Order = {
      pattern: composedOf(JSON.stringify(pattern)),
      audienceId,
      moreAppids: [],
    };
    const planned = await planOrder(shop, order);
    expect(planned.unfit).toEqual([
      { parameter: "name", why: "missing", recipients: 1, first: ["b"] },
      { parameter: "name", why: "too long", recipients: 1 },
    ]);
    await expect(orderCampaign(shop, order, "n4", draft)).rejects.toThrow(
      "1 recipient of “Named” has no value for name",
    );
    const mended = await fillList(shop, "Mended", [
      { type: "userid", id: "a", parameters: { name: "Ann", city: "Rome" } },
      { type: "userid", id: "b" },
    ]);
    const withFallback = {
      ...order,
      audienceId: mended,
      pattern: composedOf(
        JSON.stringify({ ...pattern, message: { template: "hello", parameters: { name: "you" } } }),
      ),
    };
    const ordered = await orderCampaign(shop, withFallback, "n5", draft);
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

  it("cuts typed recipients that are too many for one request", async () => {
    const many = people(600).map((one) => one.id);
    const order = orderOf(body.replace('["u"]', JSON.stringify(many)));
    const planned = await planOrder(shop, order);
    expect(planned).toMatchObject({ recipients: 600, problems: [] });
    expect(planned.requests).toBeGreaterThan(1);
    const id = await newDraft(shop);
    const { pattern, ...reach } = order;
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
    const audienceId = await fillList(shop, "Checked", people(3));
    const problemRules = async (order: Order) =>
      (await planOrder(shop, order)).problems.map(({ rule }) => rule);
    expect(await problemRules({ ...orderOf(), audienceId: newId() })).toEqual([
      "destination.ids.required",
    ]);
    expect(await problemRules({ ...orderOf(), audienceId, moreAppids: ["nope"] })).toEqual([
      "appid.unknown",
    ]);
    expect(
      await problemRules({ ...orderOf(body.replace("Hello", "x".repeat(4_090))), audienceId }),
    ).toEqual(["body.size"]);
    await expect(
      orderCampaign(shop, { ...orderOf(body.replace('"text"', '"txt"')), audienceId }, "n6", draft),
    ).rejects.toThrow(/text/);
    const input = {
      request: body,
      reach: { audienceId, moreAppids: [] },
      nonce: "n7",
      campaign: draft,
    };
    await expect(sendCampaign(shop.viewer, input)).rejects.toThrow(ForbiddenError);
  });

  it("does not find lists and apps of others", async () => {
    const other = await testShopElsewhere(sql);
    const audienceId = await fillList(shop, "Ours", people(3));
    const stolen = { ...orderOf(body.replace('"shop"', '"elsewhere"')), audienceId };
    const elsewhere = { ...other, serviceId: other.serviceId };
    expect(await planCampaign(elsewhere, stolen, Date.now())).toMatchObject({
      lost: true,
      recipients: 0,
      audience: null,
    });
    expect(
      (await planCampaign(elsewhere, { ...orderOf(), audienceId: null }, Date.now())).problems,
    ).toMatchObject([{ rule: "appid.unknown" }]);
    expect(
      (await planOrder(shop, { ...orderOf(), moreAppids: ["elsewhere"] })).problems,
    ).toMatchObject([{ rule: "appid.unknown" }]);
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
