import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember } from "@/lib/auth/testing";
import { fillList, people, testShop, type TestShop } from "@/lib/campaign/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase, storeCampaign } from "@/lib/database/testing";
import { quotaAMinute } from "@/lib/plan/collisions";
import { findCollisions, type Collision } from "./find-collisions";

const hour = 3_600_000;
/** Each test has a day of its own. */
const dayOf = (day: number) => Date.now() + day * 24 * hour;
const typed = (...ids: string[]) => JSON.stringify({ destination: [{ userid: ids }] });

describe("campaigns that meet", () => {
  let sql: Database;
  let shop: TestShop;
  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  const store = async (name: string, at: number, order: Record<string, unknown>) => {
    const { serviceId } = shop;
    const [app] = await sql.query<{ id: string }>("SELECT id FROM app WHERE appid = 'shop'");
    await storeCampaign(sql, {
      serviceId,
      appId: app?.id ?? null,
      name,
      order: { state: "scheduled", starts_at: new Date(at), ...order },
    });
  };
  const on = (day: number) =>
    findCollisions(
      { actor: testMember({ [shop.serviceId]: { role: "viewer" } }) },
      {
        serviceId: shop.serviceId,
        from: new Date(dayOf(day) - hour).toISOString(),
        until: new Date(dayOf(day) + 3 * hour).toISOString(),
      },
    );
  const brief = (collisions: Collision[]) =>
    collisions.map(({ campaigns, ...rest }) => ({
      ...rest,
      names: campaigns.map(({ name }) => name),
    }));

  it("go to the same list within an hour", async () => {
    const list = await fillList(shop, "Same", people(3));
    await store("A", dayOf(1), { audience_id: list, recipients: 3 });
    await store("B", dayOf(1) + hour / 2, { audience_id: list, recipients: 3 });
    await store("C", dayOf(1) + 2 * hour, { audience_id: list, recipients: 3 });
    expect(brief(await on(1))).toEqual([
      { kind: "recipients", names: ["A", "B"], recipients: 3, exact: true },
    ]);
  });

  it("go to two lists that share recipients, and not where they share none", async () => {
    const some = await fillList(shop, "Some", people(40));
    const few = await fillList(shop, "Few", people(7));
    const others = await fillList(shop, "Others", [{ type: "userid", id: "elsewhere" }]);
    await store("Some", dayOf(2), { audience_id: some, recipients: 40 });
    await store("Few", dayOf(2) + 1, { audience_id: few, recipients: 7 });
    await store("Others", dayOf(2) + 2, { audience_id: others, recipients: 1 });
    expect(brief(await on(2))).toEqual([
      { kind: "recipients", names: ["Some", "Few"], recipients: 7, exact: true },
    ]);
  });

  it("share about a part of large lists, by a sample", async () => {
    const all = await fillList(shop, "All", people(2_000));
    const half = await fillList(shop, "Half", [
      ...people(1_000),
      ...Array.from({ length: 1_000 }, (_, n) => ({ type: "userid" as const, id: `other-${n}` })),
    ]);
    await store("All", dayOf(3), { audience_id: all, recipients: 2_000 });
    await store("Half", dayOf(3), { audience_id: half, recipients: 2_000 });
    const [collision] = await on(3);
    expect(collision).toMatchObject({ kind: "recipients", exact: false });
    expect(collision?.recipients).toBeGreaterThan(900);
    expect(collision?.recipients).toBeLessThan(1_100);
  });

  it("share recipients of a request with a list, and with another request", async () => {
    const list = await fillList(shop, "Typed", people(5));
    await store("List", dayOf(4), { audience_id: list, recipients: 5 });
    await store("Request", dayOf(4) + 1, { request: typed("customer-1", "customer-9", "x") });
    await store("Again", dayOf(4) + 2, { request: typed("customer-9", "y") });
    expect(brief(await on(4))).toEqual([
      { kind: "recipients", names: ["List", "Request"], recipients: 1, exact: true },
      { kind: "recipients", names: ["Request", "Again"], recipients: 1, exact: true },
    ]);
  });

  it("follow those that began a little while ago, also what is paused or was stopped", async () => {
    for (const [index, state] of ["sent", "paused", "stopped", "failed"].entries())
      await store(state, 0, {
        state,
        starts_at: null,
        started_at: new Date(Date.now() - hour / 4 + index),
        request: typed("maya"),
      });
    await store("Soon", Date.now() + hour / 4, { request: typed("maya") });
    expect(brief(await on(0))).toMatchObject([
      { kind: "recipients", names: ["sent", "Soon"] },
      { kind: "recipients", names: ["paused", "Soon"] },
      { kind: "recipients", names: ["stopped", "Soon"] },
    ]);
  });

  it("go to the same segment, and are not compared with another one that is not evaluated", async () => {
    const [gold, silver] = [newId(), newId()];
    const request = typed("ignored");
    await store("Gold", dayOf(6), { segment_id: gold, recipients: 9, request });
    await store("Gold again", dayOf(6), { segment_id: gold, recipients: 8, request });
    await store("Silver", dayOf(6), { segment_id: silver, recipients: 9, request });
    expect(brief(await on(6))).toMatchObject([{ recipients: 8, exact: false }]);
  });

  it("use up the quota of a Firebase project together", async () => {
    const many = { recipients: quotaAMinute, request: "{}" };
    await store("Large", dayOf(5), many);
    await store("Larger", dayOf(5) + 30_000, many);
    expect(brief(await on(5))).toMatchObject([
      { kind: "quota", names: ["Large", "Larger"], recipients: 2 * quotaAMinute },
    ]);
  });

  it("are not looked for in another service", async () => {
    const { stranger } = shop;
    const input = {
      serviceId: shop.serviceId,
      from: new Date().toISOString(),
      until: new Date(Date.now() + hour).toISOString(),
    };
    await expect(findCollisions(stranger, input)).rejects.toThrow("does not exist");
  });
});
