import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { storeTestUser } from "@/lib/directory/user/testing";
import { findCampaign } from "@/lib/results/campaign-list";
import { campaignOrders } from "@/lib/results/campaign-orders";
import { ConflictError, NotFoundError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { testDesk, type TestDesk } from "./approval/testing";
import { changeCampaign, unscheduleCampaign } from "./change";
import { rescheduleCampaign } from "./reschedule";
import { sendDue } from "./run";
import type { scheduleCampaign } from "./schedule";
import { sendApproved } from "./send-approved";
import {
  body,
  fillList,
  inAnHour,
  messagesOfCampaign,
  newDraft,
  people,
  publishInShop,
  reach,
  usersOf,
} from "./testing";

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

describe("a scheduled campaign that is moved to another time", () => {
  let sql: Database;
  let desk: TestDesk;

  beforeAll(async () => {
    sql = await openTestDatabase();
    desk = await testDesk(sql);
    await desk.rules({ approvalScheduled: false });
  });
  afterAll(() => sql.close());

  const scheduled = async (part: Partial<Parameters<typeof scheduleCampaign>[1]> = {}) => {
    const id = await newDraft(desk.shop);
    await desk.scheduleAs(id, part);
    const { revision } = await findCampaign(desk.shop.maya, { id });
    return { id, revision, timezone: "Asia/Kolkata" };
  };
  const reschedule = rescheduleCampaign;
  const stored = async (id: string) => {
    const [row] = await sql.query<{ startsAt: Date | null; dueAt: Date | null; state: string }>(
      `SELECT starts_at AS "startsAt", due_at AS "dueAt", state FROM campaign_order WHERE campaign_id = $1`,
      [id],
    );
    return {
      state: row?.state,
      startsAt: row?.startsAt?.toISOString(),
      dueAt: row?.dueAt?.toISOString(),
    };
  };

  it("keeps its order, goes out then, and is in the audit log with both times", async () => {
    const startsAt = inAnHour();
    const { id, ...campaign } = await scheduled({ startsAt });
    const later = inHours(30);
    const { revision } = await reschedule(desk.shop.maya, { id, ...campaign, startsAt: later });
    expect(await stored(id)).toEqual({ state: "scheduled", startsAt: later, dueAt: later });
    expect(await findCampaign(desk.shop.maya, { id })).toMatchObject({
      state: "scheduled",
      revision,
      startsAt: later,
      timezone: "Asia/Kolkata",
    });
    const events = await eventsOf(sql, desk.shop.serviceId, "campaign.reschedule");
    expect(events.at(-1)).toMatchObject({
      entityId: id,
      snapshot: {
        before: { startsAt, timezone: "UTC" },
        after: { startsAt: later, timezone: "Asia/Kolkata" },
      },
    });
    // Undone with the revision that it returned.
    const back = { id, revision, startsAt, timezone: "UTC" };
    await reschedule(desk.shop.maya, back);
    expect(await stored(id)).toMatchObject({ startsAt });
    await sql.query(
      "UPDATE campaign_order SET due_at = now() - interval '1 minute' WHERE campaign_id = $1",
      [id],
    );
    await sendDue();
    expect(usersOf(await messagesOfCampaign(sql, id))).toEqual(["u"]);
    expect(await campaignOrders(desk.shop.maya, { id })).toMatchObject([{ state: "sent" }]);
  });

  it("asks no longer where it was overdue, and is overdue as long after the new time", async () => {
    const { id, ...campaign } = await scheduled({ lateMinutes: 15 });
    await sql.query(
      "UPDATE campaign_order SET overdue_at = now(), stalled = 'It is late', due_at = NULL WHERE campaign_id = $1",
      [id],
    );
    const startsAt = inHours(4);
    await reschedule(desk.shop.maya, { id, ...campaign, startsAt });
    const [row] = await sql.query<{ latest: Date; overdue: Date | null; stalled: string | null }>(
      `SELECT latest_start_at AS latest, overdue_at AS overdue, stalled FROM campaign_order WHERE campaign_id = $1`,
      [id],
    );
    expect(row).toEqual({
      latest: new Date(Date.parse(startsAt) + 15 * 60_000),
      overdue: null,
      stalled: null,
    });
    expect(await stored(id)).toMatchObject({ dueAt: startsAt });
  });

  it("keeps the version of its template, also where a newer one was published since", async () => {
    const published = (text: string) =>
      publishInShop(sql, {
        templateId: "moved",
        name: "Moved",
        blocks: { android: { text } },
        parameters: [],
      });
    await published("First");
    const { channels: _, ...request } = JSON.parse(body) as Record<string, unknown>;
    const templated = JSON.stringify({ ...request, message: { template: "moved" } });
    const { id, ...campaign } = await scheduled({ request: templated });
    await published("Second");
    await reschedule(desk.shop.maya, { id, ...campaign, startsAt: inHours(3) });
    expect(
      await sql.query(
        `SELECT t.version FROM campaign_order_template t JOIN campaign_order o ON o.id = t.order_id WHERE o.campaign_id = $1`,
        [id],
      ),
    ).toEqual([{ version: 1 }]);
  });

  it("is refused a time that has passed, or at which it would have expired", async () => {
    const expires = inHours(5);
    const request = JSON.stringify({ ...(JSON.parse(body) as object), expiry: expires });
    const startsAt = inAnHour();
    const { id, ...campaign } = await scheduled({ request, startsAt });
    await expect(
      reschedule(desk.shop.maya, { id, ...campaign, startsAt: inHours(-1) }),
    ).rejects.toThrow("Choose a time in the future.");
    await expect(
      reschedule(desk.shop.maya, { id, ...campaign, startsAt: inHours(6) }),
    ).rejects.toMatchObject({ problems: [{ pointer: "/startsAt" }] });
    await expect(
      reschedule(desk.shop.maya, { id, ...campaign, timezone: "Mars", startsAt: inHours(2) }),
    ).rejects.toMatchObject({ problems: [{ pointer: "/timezone" }] });
    expect(await stored(id)).toMatchObject({ startsAt });
  });

  it("moves with its list, also where that was removed since", async () => {
    const audienceId = await fillList(desk.shop, "Moved list", people(3));
    const { id, ...campaign } = await scheduled({ reach: { ...reach, audienceId } });
    await sql.query("UPDATE audience SET removed_at = now() WHERE id = $1", [audienceId]);
    const startsAt = inHours(2);
    await reschedule(desk.shop.maya, { id, ...campaign, startsAt });
    expect(await stored(id)).toMatchObject({ startsAt });
  });

  it("moves with its segment, which is not evaluated before it is sent", async () => {
    const { serviceId } = desk.shop;
    const segment = newId();
    await storeTestUser(sql, { serviceId, userid: "ada", plan: "gold" });
    await sql.query(
      "INSERT INTO segment (id, service_id, name, rule) VALUES ($1, $2, 'Gold', $3::jsonb)",
      [segment, serviceId, JSON.stringify({ field: "attribute.plan", op: "is", value: "gold" })],
    );
    const choice = { id: segment, evaluation: "send" as const };
    const { id, ...campaign } = await scheduled({ reach: { ...reach, segment: choice } });
    await sql.query("DELETE FROM service_user WHERE service_id = $1", [serviceId]);
    const startsAt = inHours(2);
    await reschedule(desk.shop.maya, { id, ...campaign, startsAt });
    expect(await stored(id)).toMatchObject({ startsAt });
  });

  it("begins when the clocks of its first recipients show the new time", async () => {
    await sql.query(
      "INSERT INTO service_user (id, service_id, userid, timezone) VALUES (gen_random_uuid(), $1, 'customer-0', 'Etc/GMT-3')",
      [desk.shop.serviceId],
    );
    const audienceId = await fillList(desk.shop, "Zones", people(2));
    const { id, ...campaign } = await scheduled({
      startsAt: inHours(20),
      zoned: true,
      lateMinutes: 60,
      reach: { ...reach, audienceId },
    });
    const startsAt = inHours(30);
    await reschedule(desk.shop.maya, { id, ...campaign, timezone: "UTC", startsAt });
    // Three hours ahead of UTC.
    const first = new Date(Date.parse(startsAt) - 3 * 3_600_000).toISOString();
    expect(await stored(id)).toEqual({ state: "scheduled", startsAt, dueAt: first });
  });

  it("moves one run of a recurrence, in its zone, and never so that it goes out twice", async () => {
    const first = new Date(Date.parse(inHours(48)));
    first.setUTCHours(9, 0, 0, 0);
    const startsAt = first.toISOString();
    const days = (count: number) =>
      new Date(first.getTime() + count * 86_400_000 + 3_600_000).toISOString();
    const { id, ...campaign } = await scheduled({
      startsAt,
      timezone: "UTC",
      recurrence: { every: "day", until: null },
    });
    await expect(
      reschedule(desk.shop.maya, { id, ...campaign, startsAt: days(-1) }),
    ).rejects.toThrow("It recurs, and would go out once more at its usual time.");
    const { revision } = await reschedule(desk.shop.maya, { id, ...campaign, startsAt: days(1) });
    expect(await findCampaign(desk.shop.maya, { id })).toMatchObject({
      startsAt: days(1),
      timezone: "UTC",
    });
    // Back to its own date.
    await reschedule(desk.shop.maya, { id, revision, startsAt, timezone: "UTC" });
    expect(await stored(id)).toMatchObject({ startsAt });
  });

  it("moves a run that waits while its campaign shows the one before", async () => {
    const { id, ...campaign } = await scheduled({ recurrence: { every: "day", until: null } });
    await sql.query(
      "UPDATE campaign_order SET due_at = now() - interval '1 minute', starts_at = now() - interval '1 minute' WHERE campaign_id = $1",
      [id],
    );
    await sendDue();
    const { state, revision } = await findCampaign(desk.shop.maya, { id });
    expect(state).toBe("sent");
    const startsAt = inHours(40);
    await reschedule(desk.shop.maya, { id, ...campaign, revision, startsAt });
    expect(
      await sql.query(
        `SELECT state, starts_at AS "startsAt" FROM campaign_order WHERE campaign_id = $1 ORDER BY id`,
        [id],
      ),
    ).toMatchObject([{ state: "sent" }, { state: "scheduled", startsAt: new Date(startsAt) }]);
  });

  it("stays where it is for a member who saw an older state of it", async () => {
    const { id, ...campaign } = await scheduled();
    await changeCampaign(desk.shop.maya, { id, change: { kind: "rename", name: "Renamed" } });
    const move = () => reschedule(desk.shop.maya, { id, ...campaign, startsAt: inHours(2) });
    await expect(move()).rejects.toThrow("changed it in the meantime, so it was not moved.");
    await unscheduleCampaign(desk.shop.maya, { id });
    await expect(move()).rejects.toThrow(ConflictError);
    await expect(move()).rejects.toThrow("unscheduled it in the meantime");
  });

  it("is moved by members who may send, of its service alone", async () => {
    const { id, ...campaign } = await scheduled();
    const input = { id, ...campaign, startsAt: inHours(2) };
    const { writer, viewer, stranger } = desk.shop;
    for (const who of [writer, viewer])
      await expect(reschedule(who, input)).rejects.toThrow(ForbiddenError);
    await expect(reschedule(stranger, input)).rejects.toThrow(NotFoundError);
  });

  it("is not moved where it was approved for its time, or another time needs an approval", async () => {
    const plain = await scheduled();
    await desk.rules({ approvalScheduled: true });
    try {
      const startsAt = inHours(2);
      await expect(reschedule(desk.shop.maya, { ...plain, startsAt })).rejects.toThrow(
        "To move it, unschedule it, and ask for approval of the new time",
      );
      const id = await desk.approved({
        at: { startsAt: inAnHour(), timezone: "UTC" },
      });
      await sendApproved(desk.shop.maya, { id });
      const { revision } = await findCampaign(desk.shop.maya, { id });
      await expect(
        reschedule(desk.shop.maya, { id, revision, startsAt, timezone: "UTC" }),
      ).rejects.toThrow("It was approved for its present time alone.");
    } finally {
      await desk.rules({ approvalScheduled: false });
    }
  });
});
