import { afterAll, beforeAll, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { erasePerson } from "./erase";
import { foundAnywhere, personEverywhere } from "./testing";

const as = { actor: testOwner() };
let sql: Database;
beforeAll(async () => {
  sql = await openTestDatabase();
});
afterAll(() => sql.close());

it("the removal of a person’s data waits for the next run of a campaign that was sent", async () => {
  const stored = await personEverywhere(sql, "recurring-1");
  const erase = async () => {
    const input = { serviceId: stored.service, userid: "recurring-1" };
    for (;;) {
      const erased = await erasePerson(as, { ...input, confirmation: input.userid });
      if (erased.done || erased.waiting !== null) return erased;
    }
  };
  const requests = () =>
    sql.query("SELECT request FROM campaign_order WHERE campaign_id = $1", [stored.sent]);
  await sql.query(
    `INSERT INTO campaign_order (id, campaign_id, service_id, nonce, request, plan, requests, recipients, state)
     SELECT gen_random_uuid(), o.campaign_id, o.service_id, 'a further run', o.request, o.plan, 1, 1, 'scheduled' FROM campaign_order o WHERE o.campaign_id = $1`,
    [stored.sent],
  );
  const before = await requests();
  expect(await erase()).toMatchObject({ done: false, waiting: { campaigns: 1 } });
  expect(await requests()).toEqual(before);
  await sql.query("UPDATE campaign_order SET state = 'unscheduled' WHERE nonce = 'a further run'");
  expect(await erase()).toMatchObject({ done: true });
  expect(await foundAnywhere(sql, stored.traces)).toEqual([]);
});
