import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase, storeCampaign } from "@/lib/database/testing";
import { testApp } from "@/lib/directory/app/testing";
import { testService } from "@/lib/updates/testing";
import { listCalendar, mostListed } from "./list-calendar";

const at = (day: number, hour = 9) => new Date(Date.UTC(2027, 0, day, hour));

describe("the calendar of a service", () => {
  let sql: Database;
  let serviceId: string;
  let appId: string;
  beforeAll(async () => {
    sql = await openTestDatabase();
    serviceId = await testService(sql, {});
    appId = (await testApp(sql, serviceId, "shop")).id;
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  const store = (name: string, order: { state: string } & Record<string, unknown>) =>
    storeCampaign(sql, { serviceId, appId, name, order });
  const january = (part: object = {}) =>
    listCalendar(
      { actor: testMember({ [serviceId]: { role: "viewer" } }) },
      { serviceId, from: at(1, 0).toISOString(), until: at(32, 0).toISOString(), ...part },
    );
  const names = async (part: object = {}) => (await january(part)).rows.map(({ name }) => name);

  it("has what goes out and what began, in the order of time, and nothing else", async () => {
    await store("Planned", { state: "scheduled", starts_at: at(20), timezone: "Asia/Tokyo" });
    // Sent later than it was scheduled for: its time is when it began.
    await store("Gone", { state: "sent", starts_at: at(3), started_at: at(4) });
    await store("Failed", { state: "failed", started_at: at(2) });
    await store("Paused", {
      state: "paused",
      starts_at: at(5),
      started_at: at(5),
      paused_at: at(6),
    });
    await store("Stopped", { state: "stopped", started_at: at(6) });
    await store("At the end", { state: "scheduled", starts_at: at(32, 0) });
    await store("Before", { state: "sent", started_at: at(0) });
    await store("Taken off", { state: "unscheduled", starts_at: at(5) });
    await store("In its window", { state: "sending", undo_until: at(6) });
    await storeCampaign(sql, { serviceId, appId, name: "Draft" });
    const { rows, isCut } = await january();
    expect(isCut).toBe(false);
    expect(rows.map(({ name, state }) => `${name} ${state}`)).toEqual([
      "Failed failed",
      "Gone sent",
      "Paused paused",
      "Stopped stopped",
      "Planned scheduled",
    ]);
    expect(rows[1]?.at).toBe(at(4).toISOString());
    expect(rows[4]).toMatchObject({
      at: at(20).toISOString(),
      timezone: "Asia/Tokyo",
      needsApproval: false,
    });
  });

  it("has what began in each recipient's time at its own time, unless it began later", async () => {
    const zoned = { state: "sending", zoned: true, timezone: "Etc/GMT+12" };
    await store("Zoned", { ...zoned, starts_at: at(32, 1), started_at: at(30, 23) });
    await store("Zoned, late", { ...zoned, starts_at: at(40), started_at: at(41) });
    const february = {
      from: at(32, 0).toISOString(),
      until: at(60).toISOString(),
      state: "sending",
    };
    expect((await january(february)).rows.map((row) => [row.name, row.at])).toEqual([
      ["Zoned", at(32, 1).toISOString()],
      ["Zoned, late", at(41).toISOString()],
    ]);
    expect(await names({ state: "sending" })).toEqual([]);
  });

  it("is narrowed to a state, an app and a part of a name", async () => {
    expect(await names({ state: "scheduled" })).toEqual(["Planned"]);
    expect(await names({ state: "paused" })).toEqual(["Paused"]);
    expect(await names({ text: "GON" })).toEqual(["Gone"]);
    expect(await names({ appid: "shop", state: "failed" })).toEqual(["Failed"]);
    expect(await names({ appid: "other" })).toEqual([]);
    expect(await names({ text: "\ud800" })).toEqual([]);
  });

  it("says which orders a second person would have to approve at another time", async () => {
    await sql.query("UPDATE service SET approval_above = 100 WHERE id = $1", [serviceId]);
    await store("Large", { state: "scheduled", starts_at: at(21), recipients: 101 });
    await store("Small", { state: "scheduled", starts_at: at(22), recipients: 100 });
    const { rows } = await january({ state: "scheduled" });
    expect(rows.map(({ name, needsApproval }) => [name, needsApproval])).toEqual([
      ["Planned", false],
      ["Large", true],
      ["Small", false],
    ]);
    await sql.query(
      "UPDATE service SET approval_above = NULL, approval_scheduled = true WHERE id = $1",
      [serviceId],
    );
    expect((await january({ text: "small" })).rows[0]?.needsApproval).toBe(true);
  });

  it("lists the earliest of a full period, and says that there are more", async () => {
    await sql.query(
      `INSERT INTO campaign_order (id, campaign_id, service_id, nonce, request, plan, recipients, state, started_at)
       SELECT gen_random_uuid(), c.id, c.service_id, 'many ' || n, '{}', '{}', 1, 'sent', '2027-02-01'::timestamptz + n * interval '1 minute'
       FROM campaign c, generate_series(1, $2::int) n WHERE c.service_id = $1 AND c.name = 'Gone'`,
      [serviceId, mostListed + 5],
    );
    const { rows, isCut } = await january({
      from: "2027-02-01T00:00:00Z",
      until: "2027-03-01T00:00:00Z",
    });
    expect([rows.length, isCut]).toEqual([mostListed + 1, true]);
    expect(rows.some(({ name }) => name === "At the end")).toBe(true);
  });

  it("has the further runs of what recurs, also where the next one is before the period", async () => {
    await store("Weekly", {
      state: "scheduled",
      starts_at: at(68),
      timezone: "UTC",
      recurrence: {
        every: "week",
        days: [1],
        from: "2027-01-04T09:00",
        until: null,
        follows: false,
      },
    });
    const runs = async (from: string, until: string, part: object = {}) =>
      (await january({ from, until, text: "Weekly", ...part })).rows.map((row) => [
        row.at.slice(0, 10),
        row.isFurther,
      ]);
    // The order is for Tuesday, 9 March: that run was moved.
    expect(await runs("2027-03-08T00:00:00Z", "2027-03-23T00:00:00Z")).toEqual([
      ["2027-03-09", false],
      ["2027-03-15", true],
      ["2027-03-22", true],
    ]);
    expect(await runs("2027-05-01T00:00:00Z", "2027-05-12T00:00:00Z")).toEqual([
      ["2027-05-03", true],
      ["2027-05-10", true],
    ]);
    expect(await runs("2027-05-01T00:00:00Z", "2027-05-12T00:00:00Z", { state: "sent" })).toEqual(
      [],
    );
  });

  it("is read by an index for each kind", async () => {
    const indexFor = (where: string) =>
      sql.transaction(async (tx) => {
        await tx.script("ANALYZE campaign_order; SET LOCAL enable_seqscan = off");
        const lines = await tx.query<{ "QUERY PLAN": string }>(
          `EXPLAIN SELECT 1 FROM campaign_order o WHERE o.service_id = $1 AND ${where}`,
          [serviceId],
        );
        return lines.map((line) => line["QUERY PLAN"]).join("\n");
      });
    const within = (column: string) => `${column} >= '2027-01-01' AND ${column} < '2027-01-02'`;
    expect(await indexFor(`o.state = 'scheduled' AND ${within("o.starts_at")}`)).toContain(
      "campaign_order_scheduled",
    );
    expect(await indexFor(`o.started_at IS NOT NULL AND ${within("o.started_at")}`)).toContain(
      "campaign_order_started",
    );
  });

  it("refuses a period that no month has", async () => {
    await expect(january({ until: at(60).toISOString() })).rejects.toMatchObject({
      problems: [{ pointer: "/until" }],
    });
  });
});
