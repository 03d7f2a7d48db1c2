import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { scheduleCampaign } from "./schedule";
import { body, inAnHour, newDraft, reach, testShop, type TestShop } from "./testing";

const dayMs = 86_400_000;
let sql: Database;
let shop: TestShop;
beforeAll(async () => {
  sql = await openTestDatabase();
  shop = await testShop(sql);
});
afterAll(() => sql.close());

it("campaigns that recur are refused where the message expires before one of their runs", async () => {
  const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
  const schedule = async (until: string | null) =>
    scheduleCampaign(shop.maya, {
      id: await newDraft(shop),
      revision: 1,
      startsAt: inAnHour(),
      timezone: "UTC",
      recurrence: { every: "day", until },
      request: body.replace("{", `{"expiry":"${at(3)}",`),
      reach,
    });
  await expect(schedule(null)).rejects.toThrow(/expires before its run on \d{4}-\d\d-\d\d/);
  await schedule(at(2).slice(0, 10));
});
