import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { findService } from "@/lib/directory/service/find";
import { listDeliveries } from "@/lib/results/read-deliveries";
import { acceptRequest } from "./accept";
import { openSandbox, type TestSandbox } from "./testing";

describe("messages of campaigns that were accepted before quiet hours", () => {
  let sql: Database;
  let sandbox: TestSandbox;

  beforeAll(async () => {
    sql = await openTestDatabase();
    sandbox = await openSandbox(sql, { lean: true, working: true });
  }, 120_000);
  afterAll(() => sandbox.close(), 120_000);

  /** From an hour before now to an hour behind it, by clocks of UTC; or none. */
  const setQuiet = async (isQuiet: boolean) => {
    const now = new Date();
    const minute = now.getUTCHours() * 60 + now.getUTCMinutes();
    await sql.query("UPDATE service SET quiet_from = $2, quiet_to = $3 WHERE id = $1", [
      sandbox.service.id,
      isQuiet ? (minute + 1_380) % 1_440 : null,
      isQuiet ? (minute + 60) % 1_440 : null,
    ]);
    // Until the memory of the process is dropped.
    await vi.waitFor(
      async () => {
        const service = await findService(sandbox.service.id);
        expect((service?.sendingTimes.quietFrom ?? null) !== null).toBe(isQuiet);
      },
      { timeout: 10_000 },
    );
  };
  const send = async (more: object = {}, campaignId?: string) => {
    const [device] = sandbox.lab.addDevices("android", 1);
    const request = {
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ android_pushid: [device?.pushId] }],
      channels: { push: { android: { text: "Hello" } } },
      ...more,
    };
    const { transid } = await acceptRequest({
      service: sandbox.service,
      bytes: Buffer.from(JSON.stringify(request)),
      source: campaignId === undefined ? "api" : "console",
      ...(campaignId !== undefined && { campaignId }),
    });
    return transid;
  };
  /** The one delivery of a message, as its page shows it. */
  const deliveryOf = async (transid: string) => {
    const page = await listDeliveries({ actor: { kind: "job", name: "test" } }, { transid });
    return page.rows[0];
  };
  /** Devices that a message has reached. */
  const arrivals = (transid: string) => sandbox.lab.arrivals.get(transid)?.size ?? 0;
  /** Milliseconds until a delivery is tried. */
  const waitMs = async (transid: string) => {
    const [row] = await sql.query<{ ms: number }>(
      "SELECT coalesce(extract(epoch FROM next_at - now()) * 1000, 0)::float8 AS ms FROM delivery WHERE message_id = $1",
      [transid],
    );
    return row?.ms ?? 0;
  };
  const waiting = { state: "queued", description: "Outside the sending times of this service" };

  it("reach their devices after these hours, and those of programs at once", async () => {
    await setQuiet(true);
    const ofCampaign = await send({}, newId());
    const ofProgram = await send();
    await sandbox.settled(ofProgram, ({ counts }) => counts["submitted"] === 1);
    await vi.waitFor(
      async () => expect(await deliveryOf(ofCampaign)).toMatchObject(waiting),
      10_000,
    );
    const ms = await waitMs(ofCampaign);
    expect(ms).toBeGreaterThan(3_000_000);
    expect(ms).toBeLessThanOrEqual(3_600_000);
    expect([arrivals(ofProgram), arrivals(ofCampaign)]).toEqual([1, 0]);
    await setQuiet(false);
    await sql.query("UPDATE delivery SET next_at = now() WHERE message_id = $1", [ofCampaign]);
    await sandbox.settled(ofCampaign, ({ counts }) => counts["submitted"] === 1);
    expect(arrivals(ofCampaign)).toBe(1);
  }, 60_000);

  it("reach no device where they expire within these hours", async () => {
    await setQuiet(true);
    const expiry = new Date(Date.now() + 10_000).toISOString();
    const transid = await send({ expiry }, newId());
    await vi.waitFor(async () => expect(await deliveryOf(transid)).toMatchObject(waiting), 10_000);
    await sandbox.settled(transid, ({ counts }) => counts["expired"] === 1);
    expect(arrivals(transid)).toBe(0);
    await setQuiet(false);
  }, 60_000);
});
