import { afterAll, beforeAll, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase, storeCampaign } from "@/lib/database/testing";
import { erasePerson, type ErasureProgress } from "./erase";
import { foundAnywhere, personEverywhere } from "./testing";

const as = { actor: testOwner() };
let sql: Database;
beforeAll(async () => {
  sql = await openTestDatabase();
});
afterAll(() => sql.close());

async function erase(serviceId: string, userid: string): Promise<ErasureProgress> {
  for (;;) {
    const erased = await erasePerson(as, { serviceId, userid, confirmation: userid });
    if (erased.done || erased.waiting !== null) return erased;
  }
}

it("the removal of a person’s data waits for the next run of a campaign that was sent", async () => {
  const stored = await personEverywhere(sql, "recurring-1");
  const requests = () =>
    sql.query("SELECT request FROM campaign_order WHERE campaign_id = $1", [stored.sent]);
  await sql.query(
    `INSERT INTO campaign_order (id, campaign_id, service_id, nonce, request, plan, requests, recipients, state)
     SELECT gen_random_uuid(), o.campaign_id, o.service_id, 'a further run', o.request, o.plan, 1, 1, 'scheduled' FROM campaign_order o WHERE o.campaign_id = $1`,
    [stored.sent],
  );
  const before = await requests();
  expect(await erase(stored.service, "recurring-1")).toMatchObject({
    done: false,
    waiting: { campaigns: 1 },
  });
  expect(await requests()).toEqual(before);
  await sql.query("UPDATE campaign_order SET state = 'unscheduled' WHERE nonce = 'a further run'");
  expect(await erase(stored.service, "recurring-1")).toMatchObject({ done: true });
  expect(await foundAnywhere(sql, stored.traces)).toEqual([]);
});

it.each([
  ["is paused", { state: "paused" }],
  ["was approved", { state: "scheduled", approval_id: newId() }],
  ["sends a placeholder as written", { plan: { shop: { asWritten: ["name"] } } }],
])(
  "the removal of a person’s data waits for a campaign to their list that %s",
  async (how, order) => {
    const userid = how.replaceAll(" ", "-");
    const stored = await personEverywhere(sql, userid);
    const { orderId } = await storeCampaign(sql, {
      serviceId: stored.service,
      order: { state: "scheduled", audience_id: stored.list, ...order },
    });
    expect(await erase(stored.service, userid)).toMatchObject({
      done: false,
      waiting: { campaigns: 1 },
    });
    await sql.query("UPDATE campaign_order SET state = 'sent' WHERE id = $1", [orderId]);
    expect(await erase(stored.service, userid)).toMatchObject({ done: true });
    expect(await foundAnywhere(sql, stored.traces)).toEqual([]);
  },
);
