import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { campaignOrders } from "@/lib/results/campaign-orders";
import { readCampaign } from "@/lib/results/read-campaign";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { changeCampaign, unscheduleCampaign } from "./change";
import { takeDue } from "./order/move";
import { askWhereLate } from "./order/overdue";
import { endRecurrence, skipRun } from "./recurrence";
import { sendDue } from "./run";
import { scheduleCampaign } from "./schedule";
import { startCampaign } from "./start";
import { stopCampaign } from "./steer";
import {
  body,
  fillList,
  inAnHour,
  messagesOfCampaign,
  newDraft,
  people,
  reach,
  testShop,
  usersOf,
  type TestShop,
} from "./testing";

const dayMs = 86_400_000;
const daily = { every: "day", until: null } as const;

describe("campaigns that recur", () => {
  let sql: Database;
  let shop: TestShop;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  });
  afterAll(() => sql.close());

  const schedule = async (more: object = {}) => {
    const id = await newDraft(shop);
    await scheduleCampaign(shop.maya, {
      id,
      revision: 1,
      startsAt: inAnHour(),
      timezone: "UTC",
      recurrence: daily,
      request: body,
      reach,
      ...more,
    });
    return id;
  };
  const report = (id: string) => readCampaign(shop.maya, { id });
  const orders = (id: string) => campaignOrders(shop.maya, { id });
  /** The run that is scheduled becomes due. */
  const due = (id: string) =>
    sql.query(
      "UPDATE campaign_order SET due_at = now() - interval '1 second' WHERE campaign_id = $1 AND state = 'scheduled'",
      [id],
    );
  /** Moves the scheduled run of a campaign into the past. */
  const passed = (id: string) =>
    sql.query(
      `UPDATE campaign_order SET starts_at = starts_at - interval '4 days', due_at = due_at - interval '4 days', latest_start_at = latest_start_at - interval '4 days'
       WHERE campaign_id = $1 AND state = 'scheduled'`,
      [id],
    );
  const statesOf = async (id: string) => (await orders(id)).map(({ state }) => state);

  it("create the next run once when one begins, at the same time of the next day", async () => {
    const startsAt = inAnHour();
    const id = await schedule({ startsAt });
    expect((await report(id)).nextRun).toMatchObject({ stands: true });
    await due(id);
    await Promise.all([sendDue(), sendDue(), sendDue()]);
    const { state, nextRun } = await report(id);
    expect(state).toBe("sent");
    const minute = (iso: string) => iso.slice(0, 16);
    const following = new Date(Date.parse(startsAt) + dayMs).toISOString();
    expect(nextRun).toMatchObject({ stands: false, recurrence: { every: "day" } });
    expect(minute(nextRun?.startsAt ?? "")).toBe(minute(following));
    expect(await statesOf(id)).toEqual(["scheduled", "sent"]);
    await due(id);
    await sendDue();
    expect(await statesOf(id)).toEqual(["scheduled", "sent", "sent"]);
    expect(await messagesOfCampaign(sql, id)).toHaveLength(2);
    expect((await orders(id)).map(({ counts }) => counts !== null)).toEqual([false, true, true]);
  });

  it("go out as they were confirmed, with the recipients of the day", async () => {
    const audienceId = await fillList(shop, "Recurring", people(2));
    const id = await schedule({ reach: { audienceId, moreAppids: [], rate: 60_000 } });
    await due(id);
    await sendDue();
    await sql.query("UPDATE campaign SET draft = $2, revision = revision + 1 WHERE id = $1", [
      id,
      JSON.stringify({ request: { appid: "kiosk" } }),
    ]);
    await sql.query(
      `INSERT INTO audience_recipient (audience_id, destination_type, destination, hash, position) VALUES ($1, 'userid', 'later', sha256('later'), 2)`,
      [audienceId],
    );
    await sql.query(
      "UPDATE audience SET recipients = 3, revision = revision + 1, summary = jsonb_set(summary, '{kinds,userid}', '3') WHERE id = $1",
      [audienceId],
    );
    await due(id);
    await sendDue();
    expect(usersOf(await messagesOfCampaign(sql, id))).toEqual([
      "customer-0",
      "customer-1",
      "customer-0",
      "customer-1",
      "later",
    ]);
    expect((await report(id)).rate).toBe(60_000);
  });

  it("show a run that begins, although the process that created it had a clock that was behind", async () => {
    const id = await schedule();
    await due(id);
    await sendDue();
    const earlier = "01000000-0000-7000-8000-000000000000";
    await sql.query(
      "UPDATE campaign_order SET id = $2 WHERE campaign_id = $1 AND state = 'scheduled'",
      [id, earlier],
    );
    await due(id);
    await sendDue();
    const [row] = await sql.query<{ orderId: string }>(
      `SELECT order_id AS "orderId" FROM campaign WHERE id = $1`,
      [id],
    );
    expect(row?.orderId).toBe(earlier);
  });

  it("skip the next run, and go on with the one after it", async () => {
    const id = await schedule();
    await due(id);
    await sendDue();
    const before = (await report(id)).nextRun?.startsAt ?? "";
    await expect(skipRun(shop.writer, { id })).rejects.toThrow(ForbiddenError);
    await expect(skipRun(shop.stranger, { id })).rejects.toThrow(NotFoundError);
    const { next } = await skipRun(shop.maya, { id });
    expect(Date.parse(next ?? "") - Date.parse(before)).toBe(dayMs);
    expect((await report(id)).nextRun?.startsAt).toBe(next);
    expect(await eventsOf(sql, shop.serviceId, "run.skip")).toMatchObject([
      { entityId: id, snapshot: { name: "Spring", skipped: before, next } },
    ]);
    expect(await statesOf(id)).toEqual(["scheduled", "sent"]);
  });

  it("skip a run once, although two members say so", async () => {
    const id = await schedule();
    const startsAt = (await report(id)).nextRun?.startsAt ?? "";
    await skipRun(shop.maya, { id, startsAt });
    await expect(skipRun(shop.maya, { id, startsAt })).rejects.toThrow("skipped or moved");
  });

  it("skip no run that goes to more than a second person has to approve", async () => {
    const id = await schedule();
    await sql.query("UPDATE service SET approval_above = 0 WHERE id = $1", [shop.serviceId]);
    await expect(skipRun(shop.maya, { id })).rejects.toThrow("ask for approval");
    await sql.query("UPDATE service SET approval_above = NULL WHERE id = $1", [shop.serviceId]);
    await skipRun(shop.maya, { id });
  });

  it("are over once a run of theirs is stopped", async () => {
    const id = await schedule();
    await due(id);
    await sendDue();
    await sql.query(
      "UPDATE campaign_order SET state = 'sending', due_at = now() + interval '1 hour' WHERE campaign_id = $1 AND state = 'sent'",
      [id],
    );
    await due(id);
    await sendDue();
    // The next one waits for the one before.
    expect(await statesOf(id)).toEqual(["scheduled", "sending"]);
    await stopCampaign(shop.maya, { id });
    expect(await statesOf(id)).toEqual(["unscheduled", "stopped"]);
    expect((await report(id)).nextRun).toBeNull();
  });

  it("end when a member says so, and with their last date", async () => {
    const id = await schedule();
    await due(id);
    await sendDue();
    await expect(changeCampaign(shop.maya, { id, change: { kind: "archive" } })).rejects.toThrow(
      "End its recurrence first",
    );
    await endRecurrence(shop.maya, { id });
    expect((await report(id)).nextRun).toBeNull();
    await sendDue();
    expect(await statesOf(id)).toEqual(["unscheduled", "sent"]);
    await expect(endRecurrence(shop.maya, { id })).rejects.toThrow(RefusedError);
    await expect(skipRun(shop.maya, { id })).rejects.toThrow(RefusedError);
    await changeCampaign(shop.maya, { id, change: { kind: "archive" } });
    const startsAt = inAnHour();
    const last = await schedule({
      startsAt,
      recurrence: { every: "day", until: startsAt.slice(0, 10) },
    });
    await due(last);
    await sendDue();
    expect(await report(last)).toMatchObject({ state: "sent", nextRun: null });
    await expect(schedule({ recurrence: { every: "day", until: "2026-01-01" } })).rejects.toThrow(
      "before it goes out for the first time",
    );
  });

  it("go out once when they end before the first run, and not at all when they are unscheduled", async () => {
    const once = await schedule();
    await endRecurrence(shop.maya, { id: once });
    await due(once);
    await sendDue();
    expect(await statesOf(once)).toEqual(["sent"]);
    const none = await schedule();
    await unscheduleCampaign(shop.maya, { id: none });
    await sendDue();
    expect(await statesOf(none)).toEqual(["unscheduled"]);
  });

  it("ask about a run that missed its time, and leave out those before the next one", async () => {
    const id = await schedule();
    await due(id);
    await sendDue();
    // Nothing ran for three days.
    await passed(id);
    await sendDue();
    expect(await report(id)).toMatchObject({
      state: "scheduled",
      overdue: true,
      nextRun: { stands: true },
    });
    await startCampaign(shop.maya, { id });
    await sendDue();
    const { state, nextRun } = await report(id);
    expect(state).toBe("sent");
    expect(Date.parse(nextRun?.startsAt ?? "")).toBeGreaterThan(Date.now());
    expect(Date.parse(nextRun?.startsAt ?? "")).toBeLessThan(Date.now() + dayMs + 1);
    expect(await messagesOfCampaign(sql, id)).toHaveLength(2);
  });

  it("ask about a run that missed its time, although the worker that saw it ended", async () => {
    const id = await schedule();
    await due(id);
    await sendDue();
    await passed(id);
    expect(await askWhereLate(sql, 10)).toMatchObject([{ campaignId: id }]);
    expect((await report(id)).state).toBe("sent");
    await sendDue();
    expect(await report(id)).toMatchObject({
      state: "scheduled",
      overdue: true,
      nextRun: { stands: true },
    });
  });

  it("show a run that its list keeps from going out, once its time came and no run is sent", async () => {
    const id = await schedule();
    await due(id);
    await sendDue();
    const wait = () =>
      sql.query(
        "UPDATE campaign_order SET due_at = NULL, stalled = 'Its list grew.' WHERE campaign_id = $1 AND state = 'scheduled'",
        [id],
      );
    await wait();
    await sendDue();
    expect((await report(id)).state).toBe("sent");
    await passed(id);
    const state = (from: string, to: string) =>
      sql.query("UPDATE campaign_order SET state = $3 WHERE campaign_id = $1 AND state = $2", [
        id,
        from,
        to,
      ]);
    await state("sent", "paused");
    await sendDue();
    expect((await report(id)).state).toBe("paused");
    await state("paused", "sent");
    await sendDue();
    expect(await report(id)).toMatchObject({ state: "scheduled", stalled: "Its list grew." });
  });

  it("show a run whose worker ended at its beginning, although the recurrence ended then", async () => {
    const id = await schedule();
    await due(id);
    await sendDue();
    await due(id);
    expect(await takeDue(sql, 10)).toMatchObject([{ campaignId: id }]);
    await endRecurrence(shop.maya, { id });
    await sql.query("UPDATE campaign_order SET due_at = now() WHERE state = 'sending'");
    await sendDue();
    const [last] = await orders(id);
    const [row] = await sql.query<{ id: string | null }>(
      "SELECT order_id AS id FROM campaign WHERE id = $1",
      [id],
    );
    expect(last).toMatchObject({ state: "sent", id: row?.id });
    expect(await statesOf(id)).toEqual(["sent", "sent"]);
  });

  it("wait while the run before is being sent", async () => {
    const audienceId = await fillList(shop, "Long", people(6_000));
    const id = await schedule({ reach: { audienceId, moreAppids: [] } });
    await due(id);
    let groups = 0;
    await sendDue(() => (groups += 1) === 1);
    expect((await report(id)).state).toBe("sending");
    await due(id);
    await sendDue();
    expect(await statesOf(id)).toEqual(["scheduled", "sending"]);
  });
});
