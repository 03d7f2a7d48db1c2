import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { removeAttribute } from "@/lib/directory/attribute/remove";
import { extendAudience } from "@/lib/directory/audience/extend";
import { findAudience, listAudiences, openAudience } from "@/lib/directory/audience/list";
import { removeAudience } from "@/lib/directory/audience/remove";
import { storeTestUser } from "@/lib/directory/user/testing";
import { endings } from "@/lib/dispatch/endings";
import { findCampaign } from "@/lib/results/campaign-list";
import { readCampaign } from "@/lib/results/read-campaign";
import type { Rule } from "@/lib/segment/rule";
import { drawSegment } from "./draw-segment";
import { readPlan } from "./read-plan";
import { sendDue } from "./run";
import { scheduleCampaign } from "./schedule";
import { sendCampaign } from "./send";
import {
  body,
  draft,
  fillList,
  inAnHour,
  messagesOfCampaign,
  newDraft,
  orderNow,
  storeSegment,
  testShop,
  toSegment,
  usersOf,
  type TestShop,
} from "./testing";

describe("campaigns to a segment", () => {
  let sql: Database;
  let shop: TestShop;
  const gold: Rule = { field: "attribute.plan", op: "is", value: "gold" };
  const personal = body.replace("Hello", "Your plan: ${plan}");

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  });
  afterAll(() => sql.close());
  beforeEach(async () => {
    // Those of the test before are no longer shared.
    await sql.query("UPDATE audience SET created_at = created_at - interval '1 hour'");
    await sql.query("DELETE FROM service_user WHERE service_id = $1", [shop.serviceId]);
    for (const userid of ["ada", "bo"]) await user(userid, "gold");
    await user("cy", "free");
  });

  const user = (userid: string, plan: string) =>
    storeTestUser(sql, { serviceId: shop.serviceId, userid, plan });
  const leave = (userid: string) =>
    sql.query("DELETE FROM service_user WHERE service_id = $1 AND userid = $2", [
      shop.serviceId,
      userid,
    ]);
  const segmentOf = (rule: Rule = gold) => storeSegment(sql, shop, rule);
  const change = (id: string, rule: Rule) =>
    sql.query("UPDATE segment SET rule = $2::jsonb, revision = revision + 1 WHERE id = $1", [
      id,
      JSON.stringify(rule),
    ]);
  const schedule = async (reach: ReturnType<typeof toSegment>, request = body) => {
    const id = await newDraft(shop);
    await scheduleCampaign(shop.maya, {
      id,
      revision: 1,
      startsAt: inAnHour(),
      timezone: "UTC",
      request,
      reach,
    });
    return id;
  };
  const sendAtItsTime = async (id: string) => {
    await sql.query(
      "UPDATE campaign_order SET due_at = now() - interval '1 second' WHERE campaign_id = $1",
      [id],
    );
    await sendDue();
    return findCampaign(shop.maya, { id });
  };
  const sentTo = async (id: string) => usersOf(await messagesOfCampaign(sql, id)).toSorted();
  const orderOf = async (id: string) => {
    const [order] = await sql.query<{ id: string; audience_id: string | null; plan: object }>(
      "SELECT id, audience_id, plan FROM campaign_order WHERE campaign_id = $1",
      [id],
    );
    if (!order) throw new Error("There is no order.");
    return order;
  };

  it("go to those who are in it when they are sent, by the rule that was confirmed", async () => {
    const segment = await segmentOf();
    const id = await schedule(toSegment(segment));
    expect(await findCampaign(shop.maya, { id })).toMatchObject({ recipients: 2 });
    expect((await orderOf(id)).audience_id).toBeNull();
    await leave("ada");
    for (const userid of ["di", "ed"]) await user(userid, "gold");
    await change(segment, { field: "attribute.plan", op: "is", value: "free" });
    expect(await sendAtItsTime(id)).toMatchObject({
      state: "sent",
      problem: null,
      recipients: 3,
      listRemoved: false,
    });
    expect(await sentTo(id)).toEqual(["bo", "di", "ed"]);
    const { segment: stored } = await readCampaign(shop.maya, { id });
    expect(stored).toMatchObject({ id: segment, rule: gold, removed: false, again: true });
    expect(stored?.at).not.toBeNull();
  });

  it("go to those who were in it when they were confirmed, where that was chosen", async () => {
    const segment = await segmentOf();
    const id = await schedule(toSegment(segment, "confirmation"));
    const { id: order, audience_id: snapshot } = await orderOf(id);
    await leave("ada");
    await user("di", "gold");
    await sql.query("DELETE FROM segment WHERE id = $1", [segment]);
    expect(await sendAtItsTime(id)).toMatchObject({ state: "sent", recipients: 2 });
    expect(await sentTo(id)).toEqual(["ada", "bo"]);
    const [owned] = await sql.query("SELECT order_id FROM audience WHERE id = $1", [snapshot]);
    expect(owned).toEqual({ order_id: order });
    expect((await readCampaign(shop.maya, { id })).segment).toMatchObject({ removed: true });
  });

  it("have a snapshot that is never offered and never edited", async () => {
    const segment = await segmentOf();
    const id = await schedule(toSegment(segment, "confirmation"));
    const snapshot = (await orderOf(id)).audience_id ?? "";
    const { serviceId } = shop;
    const { rows } = await listAudiences(shop.maya, { serviceId });
    expect(rows.map((row) => row.id)).not.toContain(snapshot);
    expect(await findAudience(shop.maya, { id: snapshot })).toMatchObject({ campaign: { id } });
    const { audience: shared } = await drawSegment(shop.maya, { id: segment, parameters: [] });
    await expect(findAudience(shop.maya, { id: shared.id })).rejects.toThrow("does not exist");
    const recipients = [{ type: "userid" as const, id: "other" }];
    await expect(extendAudience(shop.maya, { id: snapshot, recipients })).rejects.toThrow(
      "does not exist",
    );
    await expect(removeAudience(shop.maya, { id: snapshot })).rejects.toThrow("does not exist");
    // Nor is it a list that a message goes to.
    const plan = await readPlan(shop.maya, {
      request: body,
      reach: { audienceId: snapshot, moreAppids: [] },
    });
    expect(plan.problems).toHaveLength(1);
    expect(await openAudience(shop.maya, { id: snapshot })).toMatchObject({
      recipients: 2,
      kinds: { userid: 2 },
    });
  });

  it("send exactly those who were counted, and no two orders share them", async () => {
    const segment = await segmentOf();
    const reach = toSegment(segment, "confirmation");
    const opened = await drawSegment(shop.maya, { id: segment, parameters: [] });
    const plan = await readPlan(shop.maya, { request: body, reach });
    await user("di", "gold");
    const ids = await Promise.all([schedule(reach), schedule(reach)]);
    const snapshots = await Promise.all(ids.map(async (id) => (await orderOf(id)).audience_id));
    expect(new Set(snapshots).size).toBe(2);
    expect(snapshots).toContain(opened.audience.id);
    expect(plan).toMatchObject({ recipients: 2, segment: { again: false } });
    const counts = await sql.query<{ recipients: number }>(
      "SELECT recipients FROM campaign_order WHERE campaign_id = ANY($1::uuid[]) ORDER BY 1",
      [ids],
    );
    // The second one was counted again.
    expect(counts.map(({ recipients }) => recipients)).toEqual([2, 3]);
  });

  it("fill texts with attributes, equal values in one request", async () => {
    for (let n = 0; n < 20; n += 1) await user(`user-${n}`, n % 2 === 0 ? "silver" : "gold");
    const any: Rule = { field: "attribute.plan", op: "in", value: ["gold", "silver"] };
    const { campaignId } = await orderNow(shop, {
      request: personal,
      reach: toSegment(await segmentOf(any)),
      nonce: newId(),
      campaign: draft,
    });
    await sendAtItsTime(campaignId);
    const messages = await messagesOfCampaign(sql, campaignId);
    expect(messages.map(({ request }) => request.channels?.push?.android?.text)).toEqual([
      "Your plan: gold",
      "Your plan: silver",
    ]);
    expect(usersOf(messages)).toHaveLength(22);
  });

  it("list users who lack a value before they are sent, and leave out those who lack it later", async () => {
    await sql.query(
      "INSERT INTO service_user (id, service_id, userid) VALUES (gen_random_uuid(), $1, 'nameless')",
      [shop.serviceId],
    );
    const segment = await segmentOf({ field: "attribute.plan", op: "isNot", value: "free" });
    const plan = await readPlan(shop.maya, { request: personal, reach: toSegment(segment) });
    expect(plan.lacking).toEqual([
      { parameter: "plan", why: "missing", recipients: 1, first: ["nameless"], inText: true },
    ]);
    await expect(schedule(toSegment(segment), personal)).rejects.toThrow("has no value for plan");
    await leave("nameless");
    await sql.query("UPDATE audience SET created_at = created_at - interval '1 hour'");
    const id = await schedule(toSegment(segment), personal);
    await sql.query(
      "INSERT INTO service_user (id, service_id, userid) VALUES (gen_random_uuid(), $1, 'nameless')",
      [shop.serviceId],
    );
    expect(await sendAtItsTime(id)).toMatchObject({ state: "sent", recipients: 2 });
    expect(await sentTo(id)).toEqual(["ada", "bo"]);
  });

  it("say what is wrong with a segment before anything is ordered", async () => {
    const reasons: [Rule, string][] = [
      [{ field: "attribute.plan", op: "is", value: "platinum" }, "No user is in the segment"],
      [{ field: "attribute.gone", op: "is", value: "x" }, "cannot be evaluated"],
    ];
    for (const [rule, reason] of reasons) {
      const reach = toSegment(await segmentOf(rule));
      await expect(readPlan(shop.maya, { request: body, reach })).rejects.toThrow(reason);
      await expect(schedule(reach)).rejects.toThrow(reason);
    }
    const list = await fillList(shop, "Spring", [{ type: "userid", id: "ada" }]);
    const members = await segmentOf({ field: "list", op: "is", value: list });
    expect(await readPlan(shop.maya, { request: body, reach: toSegment(members) })).toMatchObject({
      recipients: 1,
    });
    await removeAudience(shop.maya, { id: list });
    await expect(readPlan(shop.maya, { request: body, reach: toSegment(members) })).rejects.toThrow(
      "a list that was removed",
    );
    const unknown = toSegment("01900000-0000-7000-8000-000000000000");
    await expect(readPlan(shop.maya, { request: body, reach: unknown })).rejects.toThrow(
      "The segment was removed",
    );
  });

  it("are refused where the segment is another one than was confirmed", async () => {
    const segment = await segmentOf();
    const reach = toSegment(segment);
    const { listRevision } = await readPlan(shop.maya, { request: body, reach });
    await change(segment, { field: "attribute.plan", op: "is", value: "free" });
    const order = { request: body, reach, nonce: newId(), campaign: draft, listRevision };
    await expect(sendCampaign(shop.maya, order)).rejects.toThrow("The segment was changed");
    const { listRevision: now } = await readPlan(shop.maya, { request: body, reach });
    await sendCampaign(shop.maya, { ...order, listRevision: now });
    // A late try of it is the same order.
    await sendCampaign(shop.maya, { ...order, listRevision: now });
    const [orders] = await sql.query(
      "SELECT count(*)::int AS n FROM campaign_order WHERE segment_id = $1",
      [segment],
    );
    expect(orders).toEqual({ n: 1 });
  });

  it("send nothing where no user is left, or more than go out without an approval", async () => {
    const emptied = await schedule(toSegment(await segmentOf()));
    for (const userid of ["ada", "bo"]) await leave(userid);
    const failed = await sendAtItsTime(emptied);
    expect(failed).toMatchObject({ state: "failed", transid: null });
    expect(failed.problem).toContain("No user is in the segment");
    await user("ada", "gold");
    const grown = await schedule(toSegment(await segmentOf()));
    await sql.query("UPDATE service SET approval_above = 1 WHERE id = $1", [shop.serviceId]);
    await user("bo", "gold");
    const { state, problem } = await sendAtItsTime(grown);
    await sql.query("UPDATE service SET approval_above = NULL WHERE id = $1", [shop.serviceId]);
    expect({ state, problem }).toEqual({
      state: "failed",
      problem: expect.stringContaining("has 2 users now") as string,
    });
  });

  it("leave no snapshot behind once nothing goes out to it", async () => {
    const segment = await segmentOf();
    const { audience } = await drawSegment(shop.maya, { id: segment, parameters: [] });
    const id = await schedule(toSegment(segment, "confirmation"));
    const waiting = (await orderOf(id)).audience_id;
    const other = await segmentOf({ field: "attribute.plan", op: "is", value: "free" });
    const planned = await drawSegment(shop.maya, { id: other, parameters: ["plan"] });
    await sql.query(
      "UPDATE audience SET removed_at = removed_at - interval '2 hours' WHERE removed_at IS NOT NULL",
    );
    await endings["audience_recipient"]?.(1_000);
    await endings["audience"]?.(1_000);
    const left = await sql.query<{ id: string }>(
      "SELECT DISTINCT audience_id AS id FROM audience_recipient WHERE audience_id = ANY($1::uuid[])",
      [[audience.id, waiting, planned.audience.id]],
    );
    expect(left).toEqual([{ id: waiting }]);
    expect(audience.id).toBe(waiting);
  });

  it("refuse a rule that names an attribute that was removed since, and go on with others", async () => {
    const { serviceId } = shop;
    await sql.query(
      "INSERT INTO user_attribute (service_id, name, type) VALUES ($1, 'town', 'text')",
      [serviceId],
    );
    const none: Rule = { none: [{ field: "attribute.town", op: "is", value: "Berlin" }] };
    const id = await schedule(toSegment(await segmentOf(none)));
    await removeAttribute({ actor: { kind: "job", name: "test" } }, { serviceId, name: "town" });
    const failed = await sendAtItsTime(id);
    expect(failed.state).toBe("failed");
    expect(failed.problem).toContain("cannot be evaluated");
    expect(await messagesOfCampaign(sql, id)).toEqual([]);
  });
});
