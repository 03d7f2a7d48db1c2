import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { openDevice } from "@/lib/directory/device/open";
import { addSuppressions } from "@/lib/directory/suppression/add";
import { removeSuppression } from "@/lib/directory/suppression/remove";
import { suppressDevice } from "@/lib/directory/suppression/suppress-device";
import { twoServices, type FullService } from "@/tests/two-services";
import { listDeviceDeliveries } from "./device-deliveries";

describe("what was sent to a device", () => {
  let database: Database;
  let own: FullService;
  const as = () => ({ actor: testMember({ [own.serviceId]: { role: "admin" } }) });
  /** Messages of the app, the oldest first, of which every `each`th goes to the device. */
  async function send(from: number, to: number, each: number): Promise<void> {
    const id = "('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid";
    await database.query(
      `INSERT INTO message (id, service_id, app_id, request, effective_hash, accepted_at, words, state)
       SELECT ${id}, $1, $2, '', '', now(), 'message ' || n, 'done' FROM generate_series($3::int, $4::int) n`,
      [own.serviceId, own.appId, from, to],
    );
    await database.query(
      `INSERT INTO delivery (message_id, id, service_id, app_id, target, device_id, kind, destination, destination_type, pushid, queued_at, updated_at)
       SELECT ${id}, ${id}, $1, $2, $3::uuid::text, $3, 'android', 'u', 'userid', 'p', now(), now() FROM generate_series($4::int, $5::int) n WHERE n % $6 = 0`,
      [own.serviceId, own.appId, own.deviceId, from, to, each],
    );
  }
  beforeAll(async () => {
    database = await openTestDatabase();
    ({ own } = await twoServices(database));
    await database.query("DELETE FROM delivery");
    await database.query("DELETE FROM message");
    // The newest 25,000 messages go to others; before them every hundredth to this one.
    await send(1, 7_000, 100);
    await send(7_001, 32_000, 100_000);
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  it("is found page by page, however many messages went to others since", async () => {
    const list = (after?: string) => listDeviceDeliveries(as(), { id: own.deviceId, after });
    const newest = await list();
    expect(newest.rows).toEqual([]);
    const second = await list(newest.next ?? "");
    expect(second.rows.map(({ words }) => words).slice(0, 2)).toEqual([
      "message 7000",
      "message 6900",
    ]);
    expect(second.rows).toHaveLength(50);
    const third = await list(second.next ?? "");
    expect(third.rows.map(({ words }) => words)).toEqual(
      Array.from({ length: 20 }, (_, n) => `message ${2_000 - n * 100}`),
    );
    expect(third.next).toBeNull();
    expect(await list("no id")).toEqual(newest);
  });

  it("can be let through again: entries of its users and of its token", async () => {
    await addSuppressions(as(), {
      serviceId: own.serviceId,
      kind: "userid",
      ids: [own.userid, "somebody else"],
    });
    await suppressDevice(as(), { id: own.deviceId });
    const { entries, suppressed } = await openDevice(as(), { id: own.deviceId });
    expect(entries.map(({ userid }) => userid).toSorted()).toEqual(["", own.userid]);
    expect(suppressed.toSorted()).toEqual(["", own.userid]);
    for (const { id } of entries) await removeSuppression(as(), { id });
    expect(await openDevice(as(), { id: own.deviceId })).toMatchObject({
      entries: [],
      suppressed: [],
    });
  });
});
