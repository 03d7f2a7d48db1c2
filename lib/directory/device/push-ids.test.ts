import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { registerDevice } from "./register";

describe("push ids of a device", () => {
  let sql: Database;
  const [serviceId, appId] = [newId(), newId()];

  beforeAll(async () => {
    sql = await openTestDatabase();
    await sql.query("INSERT INTO service (id, name) VALUES ($1, 'Own')", [serviceId]);
    await sql.query(
      "INSERT INTO app (id, service_id, appid, name, client_key) VALUES ($1, $2, 'shop', 'Shop', 'ck_public')",
      [appId, serviceId],
    );
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  const register = (deviceid: string, pushid: string, userid = "ada") =>
    registerDevice(
      { actor: testOwner() },
      {
        device: { appid: "shop", deviceid, kind: "android", pushid, userid },
        authority: "service",
      },
    );
  const stored = async (deviceid: string) =>
    (
      await sql.query<{ pushid: string; state: string }>(
        "SELECT pushid, state FROM device WHERE app_id = $1 AND deviceid = $2 ORDER BY id",
        [appId, deviceid],
      )
    ).map(({ pushid, state }) => `${pushid} ${state}`);

  it("are its last ten, the present one and its users among them", async () => {
    await register("another", "another-token");
    for (let n = 1; n <= 25; n++) await register("phone", `token-${n}`);
    expect(await stored("phone")).toEqual([
      ...Array.from({ length: 9 }, (_, n) => `token-${n + 16} removed`),
      "token-25 active",
    ]);
    expect(await stored("another")).toEqual(["another-token active"]);
    const users = await sql.query<{ pushid: string }>(
      "SELECT d.pushid FROM device_user u JOIN device d ON d.id = u.device_id WHERE u.userid = 'ada' AND d.state = 'active' ORDER BY d.pushid",
    );
    expect(users.map(({ pushid }) => pushid)).toEqual(["another-token", "token-25"]);
    // One that comes back is the latest again.
    await register("phone", "token-16");
    expect(await stored("phone")).toHaveLength(10);
  });
});
