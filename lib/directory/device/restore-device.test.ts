import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { eventsOf } from "@/lib/verb/testing";
import { openDevice } from "./open";
import { restoreDevice } from "./restore-device";
import { retireDevice } from "./retire-device";

const owner = { actor: testOwner() };
const service = newId();

describe("a device out of use", () => {
  let database: Database;
  let id: string;
  beforeAll(async () => {
    database = await openTestDatabase();
    await database.query("INSERT INTO service (id, name) VALUES ($1, 'S')", [service]);
    await database.query(
      "INSERT INTO app (id, service_id, appid, name, client_key) VALUES ($1, $1, 'shop', 'Shop', 'shop')",
      [service],
    );
  }, 120_000);
  beforeEach(async () => {
    await database.query("DELETE FROM device");
    id = await add("one", "phone");
  });
  afterAll(() => database.close(), 60_000);

  const add = async (pushid: string, deviceid: string) => {
    const deviceId = newId();
    await database.query(
      `INSERT INTO device (id, app_id, kind, pushid, push_hash, deviceid) VALUES ($1, $2, 'android', $3, sha256(convert_to($3, 'UTF8')), $4)`,
      [deviceId, service, pushid, deviceid],
    );
    return deviceId;
  };
  const seen = async () => {
    const { state, stateReason } = await openDevice(owner, { id });
    return [state, stateReason];
  };

  it("is retired once, stays in the list, and is reactivated once", async () => {
    for (let n = 0; n < 2; n += 1) await retireDevice(owner, { id });
    expect(await seen()).toEqual(["removed", "retired in the console"]);
    for (let n = 0; n < 2; n += 1) await restoreDevice(owner, { id });
    expect(await seen()).toEqual(["active", null]);
    expect(
      (await eventsOf(database, service, "device.retire")).map(({ snapshot }) => snapshot),
    ).toEqual([{ appid: "shop", kind: "android", forgotten: false }]);
    expect(
      (await eventsOf(database, service, "device.restore")).map(({ snapshot }) => snapshot),
    ).toEqual([{ appid: "shop", kind: "android" }]);
  });

  it("is reactivated although its provider refused it, and its doubt is cleared", async () => {
    await database.query(
      "UPDATE device SET state = 'invalid', state_reason = 'FCM 404 UNREGISTERED', doubted_at = now()",
    );
    await restoreDevice(owner, { id });
    expect(await seen()).toEqual(["active", null]);
    expect(await database.query("SELECT 1 FROM device WHERE doubted_at IS NOT NULL")).toEqual([]);
  });

  it("stays out of use while another token of the device is in use, and no longer", async () => {
    await retireDevice(owner, { id });
    const newer = await add("two", "phone");
    await add("three", "another phone");
    await expect(restoreDevice(owner, { id })).rejects.toThrow("every message twice");
    expect(await seen()).toEqual(["removed", "retired in the console"]);
    await retireDevice(owner, { id: newer, forget: true });
    await restoreDevice(owner, { id });
    expect(await seen()).toEqual(["active", null]);
  });

  it("without a device id cannot be matched to another token", async () => {
    await database.query("UPDATE device SET deviceid = ''");
    await add("two", "");
    await retireDevice(owner, { id });
    await restoreDevice(owner, { id });
    expect(await seen()).toEqual(["active", null]);
  });

  it("is not there, or of another service", async () => {
    for (const gone of [newId(), "none"])
      await expect(restoreDevice(owner, { id: gone })).rejects.toThrow("does not exist");
    const stranger = { actor: testMember({ [newId()]: { role: "owner" } }) };
    await expect(restoreDevice(stranger, { id })).rejects.toThrow("does not exist");
    const marketer = { actor: testMember({ [service]: { role: "marketer" } }) };
    await expect(restoreDevice(marketer, { id })).rejects.toThrow(
      "Only an admin or an owner can do this",
    );
  });
});
