import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { registerDevice } from "./register";
import { restoreDevice } from "./restore-device";
import { retireDevice } from "./retire-device";

const owner = { actor: testOwner() };
const service = newId();

describe("what rules read of a user's devices", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
    await database.query("INSERT INTO service (id, name) VALUES ($1, 'S')", [service]);
    await database.query(
      "INSERT INTO app (id, service_id, appid, name, client_key) VALUES ($1, $1, 'shop', 'Shop', 'shop')",
      [service],
    );
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  const register = (userid: string, deviceid: string, more: object = {}) =>
    registerDevice(owner, {
      device: {
        appid: "shop",
        deviceid,
        kind: "android",
        pushid: `token-${deviceid}`,
        userid,
        ...more,
      },
      authority: "service",
    });
  const copies = (userid: string) =>
    database.query(
      `SELECT o.kind, o.language, o.timezone, o.active, o.number = u.number AS numbered
       FROM device_user o LEFT JOIN service_user u ON u.service_id = $1 AND u.userid = o.userid WHERE o.userid = $2 ORDER BY o.device_id`,
      [service, userid],
    );
  const plain = { kind: "android", language: null, timezone: null, active: true, numbered: true };

  it("follows the device: its language, its time zone, and whether it is in use", async () => {
    await register("anna", "phone", { language: "de" });
    expect(await copies("anna")).toEqual([{ ...plain, language: "de" }]);
    await register("anna", "phone", { language: "fr", timezone: "Europe/Paris" });
    const now = { ...plain, language: "fr", timezone: "Europe/Paris" };
    expect(await copies("anna")).toEqual([now]);
    const rows = await database.query<{ id: string }>("SELECT id FROM device");
    const id = rows[0]?.id ?? "";
    await retireDevice(owner, { id });
    expect(await copies("anna")).toEqual([{ ...now, active: false }]);
    await restoreDevice(owner, { id });
    expect(await copies("anna")).toEqual([now]);
  });

  it("has the number of the user, also of one who comes after the device, or again", async () => {
    await register("ben", "tablet");
    await database.query("DELETE FROM service_user WHERE userid = 'ben'");
    await register("ben", "tablet");
    expect(await copies("ben")).toEqual([plain]);
    await register("ben", "another");
    expect(await copies("ben")).toEqual([plain, plain]);
  });

  it("has the number of a user who is stored while a device of theirs registers", async () => {
    await Promise.all(Array.from({ length: 12 }, (_, n) => register("carla", `device-${n}`)));
    expect(await copies("carla")).toEqual(Array.from({ length: 12 }, () => plain));
  });

  it("comes along to the device's new token, for all who share it", async () => {
    await database.query("UPDATE app SET shared_devices = true");
    await register("dora", "shared", { pushid: "first" });
    await register("emil", "shared", { pushid: "second" });
    for (const userid of ["dora", "emil"]) expect(await copies(userid)).toContainEqual(plain);
  });
});
