import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { setDatabase, type Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { composedOf } from "@/lib/inputs/compose";
import type { PushRequestInput } from "@/lib/interface/request";
import { findCampaign as readCampaign } from "@/lib/results/campaign-list";
import { sendDue } from "./run";
import { stopCampaign } from "./steer";
import {
  draft,
  fillList,
  messagesOfCampaign,
  orderCampaign,
  orderOf,
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

  it("goes on where a worker died, and sends nothing twice", async () => {
    const audienceId = await fillList(shop, "Again", people(6_000));
    const { campaignId, requests } = await orderCampaign(
      shop,
      { ...orderOf(), audienceId },
      "n2",
      draft,
    );
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

  it("reads a list from where it is, in each of its apps", async () => {
    const recipients = people(240).map((one, n) => ({ ...one, parameters: { name: `N${n}` } }));
    const audienceId = await fillList(shop, "From where it is", recipients);
    const text = JSON.stringify({
      deliverychannel: "push",
      appid: "shop",
      destination: [],
      channels: { push: { android: { text: "Hello ${name}" } } },
    });
    const order = { pattern: composedOf(text), audienceId, moreAppids: ["kiosk"] };
    const { campaignId, requests } = await orderCampaign(shop, order, "n14", draft);
    expect(requests).toBe(480);
    const begun: unknown[] = [];
    setDatabase({
      ...sql,
      query: (statement, values) => {
        if (statement.includes("AND position >= $2 ORDER BY position")) begun.push(values?.[1]);
        return sql.query(statement, values);
      },
    });
    for (let turn = 0; turn < 6; turn += 1) {
      let groups = 0;
      await sendDue(() => (groups += 1) === 1);
      await due(campaignId);
    }
    await sendDue();
    setDatabase(sql);
    // Slices of a hundred recipients; the last one of an app begins the next.
    expect(begun).toEqual([0, 100, 200, 0, 60, 160]);
    expect(await findCampaign(campaignId)).toMatchObject({ state: "sent", answered: 480 });
    const messages = await messagesOf(campaignId);
    for (const appid of ["shop", "kiosk"])
      expect(usersOf(messages, appid)).toEqual(recipients.map(({ id }) => id));
  });

  it("goes on with what was stored before it had a place", async () => {
    const recipients = people(240).map((one, n) => ({ ...one, parameters: { name: `N${n}` } }));
    const audienceId = await fillList(shop, "Without a place", recipients);
    const text = JSON.stringify({
      deliverychannel: "push",
      appid: "shop",
      destination: [],
      channels: { push: { android: { text: "Hello ${name}" } } },
    });
    const order = { pattern: composedOf(text), audienceId, moreAppids: [] };
    const { campaignId } = await orderCampaign(shop, order, "n15", draft);
    let groups = 0;
    await sendDue(() => (groups += 1) === 1);
    await sql.query(
      "UPDATE campaign_order SET next_app = NULL, next_recipient = NULL WHERE campaign_id = $1",
      [campaignId],
    );
    await due(campaignId);
    await sendDue();
    expect(await findCampaign(campaignId)).toMatchObject({ state: "sent", answered: 240 });
    expect(usersOf(await messagesOf(campaignId))).toEqual(recipients.map(({ id }) => id));
  });

  it("stores a slice and its mark together", async () => {
    const audienceId = await fillList(shop, "Contested", people(8_000));
    const { campaignId, requests } = await orderCampaign(
      shop,
      { ...orderOf(), audienceId },
      "n12",
      draft,
    );
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
    const audienceId = await fillList(shop, "Unlucky", people(2_000));
    const { campaignId, requests } = await orderCampaign(
      shop,
      { ...orderOf(), audienceId },
      "n13",
      draft,
    );
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
    const audienceId = await fillList(shop, "Stopped", people(40_000));
    const ordered = await orderCampaign(shop, { ...orderOf(), audienceId }, "n9", draft);
    const sending = sendDue();
    await vi.waitFor(
      async () => expect((await messagesOf(ordered.campaignId)).length).toBeGreaterThan(0),
      30_000,
    );
    await stopCampaign(shop.maya, { id: ordered.campaignId });
    await sending;
    const stopped = await findCampaign(ordered.campaignId);
    expect(stopped).toMatchObject({
      state: "stopped",
      answered: (await messagesOf(ordered.campaignId)).length,
    });
    expect(stopped?.transid).not.toBeNull();
  });

  it("keeps its cuts although the template changes while it is under way", async () => {
    const changing = (parameters: { name: string }[]) =>
      publishInShop(sql, {
        templateId: "changing",
        name: "Changing",
        blocks: { android: { text: "Hello" } },
        parameters,
      });
    await changing([{ name: "name" }]);
    const named = people(240).map((one, n) => ({
      ...one,
      parameters: { name: `N${n}`, city: `C${n % 2}` },
    }));
    const audienceId = await fillList(shop, "Changing", named);
    const pattern = {
      deliverychannel: "push",
      appid: "shop",
      destination: [],
      message: { template: "changing" },
    } as unknown as PushRequestInput;
    const ordered = await orderCampaign(
      shop,
      { pattern: composedOf(JSON.stringify(pattern)), audienceId, moreAppids: [] },
      "n8",
      draft,
    );
    expect(ordered.requests).toBe(240);
    let groups = 0;
    await sendDue(() => (groups += 1) === 1);
    await changing([{ name: "name" }, { name: "city" }]);
    await due(ordered.campaignId);
    await sendDue();
    expect(await findCampaign(ordered.campaignId)).toMatchObject({
      state: "sent",
      answered: 240,
      refused: 0,
    });
    expect(usersOf(await messagesOf(ordered.campaignId))).toEqual(named.map((one) => one.id));
  });
});
