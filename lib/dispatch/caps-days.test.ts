import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { countCapped } from "./caps";

const hourMs = 3_600_000;

const zones = [
  "UTC",
  "Europe/Berlin",
  "Europe/Dublin",
  "America/New_York",
  "America/Havana",
  "America/St_Johns",
  "America/Santiago",
  "Africa/Cairo",
  "Asia/Beirut",
  "Asia/Kathmandu",
  "Asia/Tokyo",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
];

/** Moments around each change of the clock of a zone in 2025, and some between. */
function momentsOf(zone: string): number[] {
  const format = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
  const offsetOf = (at: number) => format.format(at).split(" ").at(-1);
  const from = Date.UTC(2025, 0, 1);
  const hours = Array.from({ length: 365 * 24 }, (_, n) => from + n * hourMs);
  const changes = hours.filter((at) => offsetOf(at) !== offsetOf(at - hourMs));
  return [...changes, from, Date.UTC(2025, 5, 15, 22, 30)].flatMap((at) =>
    [-25, -24.5, -1, -0.5, 0, 0.5, 1, 23.5, 24, 25].map((hour) => at + hour * hourMs),
  );
}

describe("calendar days of frequency caps", () => {
  let sql: Database;
  const [serviceId, appId] = [newId(), newId()];

  beforeAll(async () => {
    sql = await openTestDatabase();
    await sql.query("INSERT INTO service (id, name) VALUES ($1, 'Shop')", [serviceId]);
    await sql.query(
      "INSERT INTO app (id, service_id, appid, name, client_key) VALUES ($1, $2, 'shop', 'Shop', 'key')",
      [appId, serviceId],
    );
  }, 120_000);
  beforeEach(() => sql.query("DELETE FROM frequency_count"));
  afterAll(() => sql.close(), 60_000);

  const counted = (userid: string, times: readonly number[]) =>
    sql.query(
      `INSERT INTO frequency_count (service_id, userid, orders, last_at) VALUES ($1, $2, $3::jsonb, now())
       ON CONFLICT (service_id, userid) DO UPDATE SET orders = excluded.orders`,
      [serviceId, userid, JSON.stringify(Object.fromEntries(times.map((time) => [newId(), time])))],
    );
  const isCapped = async (userid: string, at: number, days: number, messages: number) =>
    (await countCapped(sql, {
      serviceId,
      caps: [{ messages, span: days, unit: "days" }],
      audienceId: null,
      userids: [userid],
      at: new Date(at),
    })) === 1;

  it.each(zones)(
    "are those of %s, over changes of its clock",
    async (zone) => {
      await sql.query(
        "INSERT INTO service_user (id, service_id, userid, timezone) VALUES ($1, $2, $3, $3)",
        [newId(), serviceId, zone],
      );
      const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone });
      const dayOf = (at: number) => Date.parse(format.format(at)) / 86_400_000;
      const wrong: string[] = [];
      for (const at of momentsOf(zone))
        for (const days of [1, 2]) {
          const times = [0.25, 23, 24, 25, 47, 49].map((hours) => at - hours * hourMs);
          await counted(zone, times);
          const inDays = times.filter((time) => dayOf(time) > dayOf(at) - days).length;
          const right =
            (inDays === 0 || (await isCapped(zone, at, days, inDays))) &&
            !(await isCapped(zone, at, days, inDays + 1));
          if (!right) wrong.push(`${new Date(at).toISOString()}, ${days} days`);
        }
      expect(wrong).toEqual([]);
    },
    60_000,
  );

  it("are those of the device where the user has no zone, and of UTC where its zone is unknown", async () => {
    // In Tokyo it is the next day at 15:00 UTC.
    const at = Date.UTC(2025, 5, 10, 15, 30);
    for (const [userid, zone] of [
      ["on-device", "Asia/Tokyo"],
      ["nowhere", "Mars/Olympus"],
    ]) {
      const id = newId();
      await sql.query(
        "INSERT INTO device (id, app_id, kind, pushid, push_hash, timezone) VALUES ($1, $2, 'android', $3, $4, $5)",
        [id, appId, `push-${id}`, createHash("sha256").update(id).digest(), zone ?? ""],
      );
      await sql.query("INSERT INTO device_user (app_id, userid, device_id) VALUES ($1, $2, $3)", [
        appId,
        userid ?? "",
        id,
      ]);
      await counted(userid ?? "", [at - hourMs]);
    }
    expect(await isCapped("on-device", at, 1, 1)).toBe(false);
    expect(await isCapped("nowhere", at, 1, 1)).toBe(true);
  });
});
