import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { erasePerson, type ErasureProgress } from "@/lib/directory/person/erase";
import { storeTestUser } from "@/lib/directory/user/testing";
import { campaignOrders } from "@/lib/results/campaign-orders";
import { readCampaign } from "@/lib/results/read-campaign";
import { sendDue } from "./run";
import { scheduleCampaign } from "./schedule";
import {
  body,
  fillList,
  inAnHour,
  messagesOfCampaign,
  newDraft,
  people,
  storeSegment,
  testShop,
  toSegment,
  usersOf,
  type TestShop,
} from "./testing";

describe("campaigns to recipients who are erased", () => {
  let sql: Database;
  let shop: TestShop;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  });
  afterAll(() => sql.close());

  const schedule = async (
    reach: Parameters<typeof scheduleCampaign>[1]["reach"],
    recurs: boolean,
  ) => {
    const id = await newDraft(shop);
    await scheduleCampaign(shop.maya, {
      id,
      revision: 1,
      startsAt: inAnHour(),
      timezone: "UTC",
      recurrence: recurs ? { every: "day", until: null } : null,
      request: body,
      reach,
    });
    return id;
  };
  const sendNext = async (id: string) => {
    await sql.query(
      "UPDATE campaign_order SET due_at = now() - interval '1 second' WHERE campaign_id = $1 AND state = 'scheduled'",
      [id],
    );
    await sendDue();
    await sql.query("UPDATE message SET state = 'done' WHERE campaign_id = $1", [id]);
  };
  const erase = async (userid: string): Promise<ErasureProgress> => {
    for (;;) {
      const input = { serviceId: shop.serviceId, userid, confirmation: userid };
      const erased = await erasePerson({ actor: testOwner() }, input);
      if (erased.done || erased.waiting !== null) return erased;
    }
  };
  const sentTo = async (id: string) => usersOf(await messagesOfCampaign(sql, id));

  it("go to the others at their next run, and keep no erasure waiting", async () => {
    const audienceId = await fillList(shop, "Daily", people(3));
    const id = await schedule({ audienceId, moreAppids: [] }, true);
    await sendNext(id);
    const first = await sentTo(id);
    expect(await erase("customer-1")).toMatchObject({ done: true, counts: { recipients: 1 } });
    const [next] = await campaignOrders(shop.maya, { id });
    expect(next).toMatchObject({ state: "scheduled", recipients: 2 });
    await sendNext(id);
    expect(await readCampaign(shop.maya, { id })).toMatchObject({ state: "sent", problem: null });
    expect((await sentTo(id)).slice(first.length).toSorted()).toEqual(["customer-0", "customer-2"]);
  });

  it("keep an erasure waiting while a run is being sent", async () => {
    const audienceId = await fillList(shop, "Under way", people(3));
    const id = await schedule({ audienceId, moreAppids: [] }, true);
    await sendNext(id);
    const state = (from: string, to: string) =>
      sql.query("UPDATE campaign_order SET state = $3 WHERE campaign_id = $1 AND state = $2", [
        id,
        from,
        to,
      ]);
    await state("sent", "paused");
    expect(await erase("customer-2")).toMatchObject({ done: false, waiting: { campaigns: 1 } });
    await state("paused", "sent");
    expect(await erase("customer-2")).toMatchObject({ done: true });
  });

  it("go to the others of a segment that was evaluated when it was confirmed", async () => {
    for (const userid of ["ada", "bo"])
      await storeTestUser(sql, { serviceId: shop.serviceId, userid, plan: "gold" });
    const segment = await storeSegment(sql, shop, {
      field: "attribute.plan",
      op: "is",
      value: "gold",
    });
    const id = await schedule(toSegment(segment, "confirmation"), false);
    expect(await erase("ada")).toMatchObject({ done: true });
    await sendNext(id);
    expect(await readCampaign(shop.maya, { id })).toMatchObject({ state: "sent", problem: null });
    expect(await sentTo(id)).toEqual(["bo"]);
  });
});
