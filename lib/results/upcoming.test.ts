import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase, storeCampaign } from "@/lib/database/testing";
import { testService } from "@/lib/updates/testing";
import { listUpcoming } from "./upcoming";

describe("campaigns that go out next", () => {
  let sql: Database;
  let serviceId: string;
  beforeAll(async () => {
    sql = await openTestDatabase();
    serviceId = await testService(sql, {});
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  it("are the soonest of all, whichever changed last", async () => {
    // The further away its time, the later it changed.
    const scheduled = (name: string, hours: number, order: object) =>
      storeCampaign(sql, {
        serviceId,
        appId: serviceId,
        name,
        updatedAt: new Date(Date.now() + hours * 1_000),
        order: {
          state: "scheduled",
          starts_at: new Date(Date.now() + hours * 3_600_000),
          ...order,
        },
      });
    for (let n = 1; n <= 60; n += 1) await scheduled(`In ${n} hours`, n, {});
    await scheduled("Draft again", 0, { state: "unscheduled" });
    await sql.query("UPDATE campaign SET order_id = NULL WHERE name = 'Draft again'");
    await scheduled("Held back", -1, { stalled: "It waits." });
    const upcoming = await listUpcoming(
      { actor: testMember({ [serviceId]: { role: "viewer" } }) },
      { serviceId, limit: 3 },
    );
    expect(upcoming.map(({ name }) => name)).toEqual(["Held back", "In 1 hours", "In 2 hours"]);
    expect(upcoming[0]).toMatchObject({
      stalled: "It waits.",
      startsAt: expect.stringMatching(/Z$/) as string,
    });
  });
});
