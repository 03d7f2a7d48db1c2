import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { storeTestUser } from "@/lib/directory/user/testing";
import type { Rule } from "@/lib/segment/rule";
import { testDesk, type TestDesk } from "./approval/testing";
import { inAnHour, messagesOfCampaign, storeSegment, toSegment, usersOf } from "./testing";

describe("the approval of a send to a segment", () => {
  let sql: Database;
  let desk: TestDesk;
  const gold: Rule = { field: "attribute.plan", op: "is", value: "gold" };

  beforeAll(async () => {
    sql = await openTestDatabase();
    desk = await testDesk(sql);
    await user("ada");
  });
  afterAll(() => sql.close());

  const user = (userid: string) =>
    storeTestUser(sql, { serviceId: desk.shop.serviceId, userid, plan: "gold" });
  const segmentOf = () => storeSegment(sql, desk.shop, gold);
  const change = (id: string) =>
    sql.query(
      `UPDATE segment SET rule = '{"field":"attribute.plan","op":"exists"}', revision = revision + 1 WHERE id = $1`,
      [id],
    );

  it("binds its rule, and not who is in it for the moment", async () => {
    const reach = toSegment(await segmentOf());
    const id = await desk.ask({ reach });
    expect((await desk.latest(id))?.subject).toMatchObject({
      audience: null,
      segment: { rule: gold, users: 1, words: "users whose plan is “gold”" },
    });
    await user(newId());
    await desk.decide(id);
    await user(newId());
    await desk.sendAs(id, { reach });
    await desk.due(id);
    expect(await desk.stateOf(id)).toBe("sent");
    expect(usersOf(await messagesOfCampaign(sql, id))).toContain("ada");
  });

  it("is void once the segment has another rule, before and after it was given", async () => {
    const pending = await segmentOf();
    const waiting = await desk.ask({ reach: toSegment(pending) });
    await change(pending);
    await expect(desk.decide(waiting)).rejects.toThrow("Its segment was changed");
    const confirmed = await segmentOf();
    const id = await desk.approved({ reach: toSegment(confirmed) });
    await change(confirmed);
    await expect(desk.sendAs(id, { reach: toSegment(confirmed) })).rejects.toThrow(
      "Its segment was changed since the approval",
    );
    const gone = await segmentOf();
    const other = await desk.ask({ reach: toSegment(gone) });
    await sql.query("DELETE FROM segment WHERE id = $1", [gone]);
    await expect(desk.decide(other)).rejects.toThrow("Its segment was removed");
  });

  it("stands for what was scheduled with it, even if the segment is changed later", async () => {
    const segment = await segmentOf();
    const at = { startsAt: inAnHour(), timezone: "UTC" };
    const id = await desk.approved({
      reach: toSegment(segment),
      at: { ...at, followTemplate: false },
    });
    await desk.scheduleAs(id, { reach: toSegment(segment), ...at });
    await change(segment);
    await desk.due(id);
    expect(await desk.stateOf(id)).toBe("sent");
    expect(usersOf(await messagesOfCampaign(sql, id))).toContain("ada");
  });
});
