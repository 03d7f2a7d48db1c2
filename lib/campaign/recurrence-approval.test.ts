import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { readCampaign } from "@/lib/results/read-campaign";
import { testDesk, type TestDesk } from "./approval/testing";
import { sendApproved } from "./send-approved";
import { fillList, inAnHour, people } from "./testing";

describe("recurring campaigns that need a second person", () => {
  let sql: Database;
  let desk: TestDesk;

  beforeAll(async () => {
    sql = await openTestDatabase();
    desk = await testDesk(sql);
  });
  afterAll(() => sql.close());

  const at = () => ({
    startsAt: inAnHour(),
    timezone: "UTC",
    recurrence: { every: "day" as const, until: null },
  });

  it("are approved once for all runs", async () => {
    const id = await desk.approved({ at: at() });
    await sendApproved(desk.shop.maya, { id });
    for (const sent of [1, 2, 3]) {
      await desk.due(id);
      expect(await desk.sent(id)).toBe(sent);
    }
    expect(await desk.stateOf(id)).toBe("sent");
  });

  it("are approved also where their first run is days after the chosen time", async () => {
    const startsAt = inAnHour();
    const later = new Date(Date.parse(startsAt) + 2 * 86_400_000).getUTCDay() || 7;
    const recurrence = { every: "week" as const, days: [later], until: null };
    const id = await desk.approved({ at: { startsAt, timezone: "UTC", recurrence } });
    await sendApproved(desk.shop.maya, { id });
    await desk.due(id);
    expect(await desk.sent(id)).toBe(1);
  });

  it("send nothing more once their list is another one than was approved", async () => {
    const audienceId = await fillList(desk.shop, "Approved", people(2));
    const id = await desk.approved({ at: at(), reach: { audienceId, moreAppids: [] } });
    await sendApproved(desk.shop.maya, { id });
    await desk.due(id);
    expect(await desk.sent(id)).toBe(1);
    await sql.query("UPDATE audience SET revision = revision + 1 WHERE id = $1", [audienceId]);
    await desk.due(id);
    expect(await desk.sent(id)).toBe(1);
    const { state, stalled } = await readCampaign(desk.shop.maya, { id });
    expect(state).toBe("scheduled");
    expect(stalled).toContain("Its recipients were changed since the approval");
  });
});
