import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import type { Wave } from "@/lib/plan/waves";
import { readCampaign } from "@/lib/results/read-campaign";
import { RefusedError } from "@/lib/verb/errors";
import { readPlan } from "./read-plan";
import { sendDue } from "./run";
import { scheduleCampaign } from "./schedule";
import { startCampaign } from "./start";
import { stopCampaign } from "./steer";
import {
  addDevice,
  body,
  draft,
  fillList,
  inAnHour,
  makeDue,
  messagesOfCampaign,
  newDraft,
  orderNow,
  people,
  testShop,
  usersOf,
  type TestShop,
} from "./testing";

const hourMs = 3_600_000;

describe("campaigns in each recipient’s time", () => {
  let sql: Database;
  let shop: TestShop;
  let audienceId: string;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
    // customer-0 to 2: three hours ahead of UTC by their device; 3 and 4: three hours behind by
    // their user; 5: by the service.
    const [app] = await sql.query<{ id: string }>("SELECT id FROM app WHERE appid = 'shop'");
    for (const n of [0, 1, 2]) {
      const id = await addDevice(sql, app?.id ?? "", { userids: [`customer-${n}`] });
      await sql.query("UPDATE device SET timezone = 'Etc/GMT-3' WHERE id = $1", [id]);
    }
    for (const n of [0, 3, 4])
      await sql.query(
        "INSERT INTO service_user (id, service_id, userid, timezone) VALUES (gen_random_uuid(), $1, $2, 'Etc/GMT+3')",
        [shop.serviceId, `customer-${n}`],
      );
    audienceId = await fillList(shop, "Zones", people(6));
  });
  afterAll(() => sql.close());

  const zonedReach = (more: object = {}) => ({ audienceId, moreAppids: [], ...more });
  const schedule = async (more: object = {}) => {
    const id = await newDraft(shop);
    await scheduleCampaign(shop.maya, {
      id,
      revision: 1,
      startsAt: inAnHour(),
      timezone: "UTC",
      zoned: true,
      request: body,
      reach: zonedReach(),
      ...more,
    });
    await makeDue(sql, id);
    return id;
  };
  const hoursPass = async (id: string, hours: number) => {
    const [order] = await sql.query<{ waves: Wave[] | null }>(
      "SELECT waves FROM campaign_order WHERE campaign_id = $1",
      [id],
    );
    const earlier = (iso: string) => new Date(Date.parse(iso) - hours * hourMs).toISOString();
    const waves = order?.waves?.map((wave) => ({ ...wave, startsAt: earlier(wave.startsAt) }));
    await sql.query(
      `UPDATE campaign_order SET waves = $2::jsonb, due_at = due_at - i.t, starts_at = starts_at - i.t, begins_at = begins_at - i.t, latest_start_at = latest_start_at - i.t
       FROM (SELECT make_interval(hours => $3::int) AS t) i WHERE campaign_id = $1`,
      [id, waves ? JSON.stringify(waves) : null, hours],
    );
  };
  const sentTo = async (id: string, appid = "shop") =>
    usersOf(await messagesOfCampaign(sql, id), appid).map((user) => user.replace("customer-", ""));
  const reportOf = (id: string) => readCampaign(shop.maya, { id });

  it("say in their plan how many recipients are in which zone, and by what", async () => {
    const { times } = await readPlan(shop.maya, {
      request: body,
      reach: zonedReach(),
      zoned: true,
    });
    expect(times?.timezone).toBe("UTC");
    expect(times?.zones).toEqual([
      { zone: "Etc/GMT+3", source: "user", recipients: 2 },
      { zone: "Etc/GMT-3", source: "device", recipients: 3 },
      { zone: "UTC", source: "service", recipients: 1 },
    ]);
    expect((await readPlan(shop.maya, { request: body, reach: zonedReach() })).times).toBeNull();
  });

  it("start when the clocks of each recipient show their time, each recipient once", async () => {
    // In an hour by UTC: two hours ago in the first zone, and in four hours in the last one.
    const id = await schedule({ lateMinutes: null });
    await Promise.all([sendDue(), sendDue()]);
    expect(await sentTo(id)).toEqual(["0", "1", "2"]);
    expect(await reportOf(id)).toMatchObject({
      state: "sending",
      stalled: null,
      requests: 3,
      answered: 1,
      waves: [
        { zones: ["Etc/GMT-3"], recipients: 3, state: "sent" },
        { zones: ["UTC"], recipients: 1, state: "waiting" },
        { zones: ["Etc/GMT+3"], recipients: 2, state: "waiting" },
      ],
    });
    await sendDue();
    expect(await sentTo(id)).toHaveLength(3);
    await hoursPass(id, 2);
    await sendDue();
    expect(await sentTo(id)).toEqual(["0", "1", "2", "5"]);
    await hoursPass(id, 4);
    await Promise.all([sendDue(), sendDue()]);
    expect(await sentTo(id)).toEqual(["0", "1", "2", "5", "3", "4"]);
    expect(await reportOf(id)).toMatchObject({ state: "sent", answered: 3, problem: null });
  });

  it("send each wave in all of their apps before the next one, from typed recipients, too", async () => {
    const ids = [5, 0, 3, 1].map((n) => `customer-${n}`);
    const id = await schedule({
      request: body.replace('["u"]', JSON.stringify(ids)),
      reach: zonedReach({ audienceId: null, moreAppids: ["kiosk"] }),
      lateMinutes: null,
    });
    await sendDue();
    for (const appid of ["shop", "kiosk"]) expect(await sentTo(id, appid)).toEqual(["0", "1"]);
    await hoursPass(id, 6);
    await sendDue();
    for (const appid of ["shop", "kiosk"])
      expect(await sentTo(id, appid)).toEqual(["0", "1", "5", "3"]);
    expect(await reportOf(id)).toMatchObject({ state: "sent", requests: 6, answered: 6 });
  });

  it("wait for their time behind recipients who are left out, too", async () => {
    const listId = await fillList(
      shop,
      "Some without a name",
      people(6).map(({ type, id }, n) => ({
        type,
        id,
        ...(n !== 1 && n !== 2 && n !== 5 && { parameters: { name: "Maya" } }),
      })),
    );
    const id = await schedule({
      request: body.replace("Hello", "Hello ${name}"),
      reach: zonedReach({ audienceId: listId, lacking: { name: "leave out" } }),
      lateMinutes: null,
    });
    await sendDue();
    expect(await sentTo(id)).toEqual(["0"]);
    await hoursPass(id, 2);
    await sendDue();
    expect(await sentTo(id)).toEqual(["0"]);
    await hoursPass(id, 4);
    await sendDue();
    expect(await sentTo(id)).toEqual(["0", "3", "4"]);
    expect(await reportOf(id)).toMatchObject({ state: "sent", problem: null });
  });

  it("ask about a zone whose time was missed, and leave it out once they are stopped", async () => {
    const id = await schedule({ lateMinutes: 30 });
    await sendDue();
    await hoursPass(id, 2);
    await sendDue();
    expect(await reportOf(id)).toMatchObject({ state: "sending", overdue: true, answered: 1 });
    await startCampaign(shop.maya, { id });
    await sendDue();
    expect(await reportOf(id)).toMatchObject({ state: "sending", overdue: false, answered: 2 });
    await hoursPass(id, 4);
    await sendDue();
    expect(await reportOf(id)).toMatchObject({ overdue: true, answered: 2 });
    await stopCampaign(shop.maya, { id });
    const { waves } = await reportOf(id);
    expect(waves.map(({ state }) => state)).toEqual(["sent", "sent", "left out"]);
  });

  it("are refused when the message expires before the time of some", async () => {
    const expiry = new Date(Date.now() + 2 * hourMs).toISOString();
    const late = schedule({ request: body.replace("{", `{"expiry":"${expiry}",`) });
    await expect(late).rejects.toBeInstanceOf(RefusedError);
    await expect(late).rejects.toThrow("before its time comes for 2 recipients");
  });

  it("wait for the sending times of their service in each zone, and go on when these begin", async () => {
    const now = new Date();
    const minute = now.getUTCHours() * 60 + now.getUTCMinutes();
    // An hour around now in UTC; in the other zones it is three hours earlier and later.
    await sql.query("UPDATE service SET quiet_from = $2, quiet_to = $3 WHERE id = $1", [
      shop.serviceId,
      (minute + 1_410) % 1_440,
      (minute + 30) % 1_440,
    ]);
    const { times } = await readPlan(shop.maya, { request: body, reach: zonedReach() });
    expect(times?.zones).toHaveLength(3);
    const { campaignId: id } = await orderNow(shop, {
      request: body,
      reach: zonedReach(),
      nonce: "quiet",
      campaign: draft,
    });
    await sendDue();
    expect((await sentTo(id)).toSorted()).toEqual(["0", "1", "2", "3", "4"]);
    const waiting = await reportOf(id);
    expect(waiting).toMatchObject({ state: "sending", answered: 2, requests: 3 });
    expect(waiting.stalled).toMatch(/^Outside the sending times of this service\..* in UTC\.$/);
    await sql.query("UPDATE campaign_order SET due_at = now() WHERE campaign_id = $1", [id]);
    await sendDue();
    expect(await sentTo(id)).toHaveLength(5);
    // Other hours count at once.
    await sql.query("UPDATE service SET quiet_from = NULL, quiet_to = NULL WHERE id = $1", [
      shop.serviceId,
    ]);
    await sql.query("UPDATE campaign_order SET due_at = now() WHERE campaign_id = $1", [id]);
    await sendDue();
    expect((await sentTo(id)).at(-1)).toBe("5");
    expect(await reportOf(id)).toMatchObject({ state: "sent", stalled: null, answered: 3 });
  });
});
