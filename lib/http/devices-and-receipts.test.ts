import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { oldClientKey, openInterface, testOldClient, type TestInterface } from "./testing";

let database: Database;
let served: TestInterface;
let key: string;

beforeAll(async () => {
  database = await openTestDatabase();
  served = await openInterface(database);
  ({ key } = served);
  await testOldClient(database);
});
afterAll(() => served.close());

describe("devices and receipts", () => {
  const call = (path: string, method: string, body: unknown, withKey = served.clientKey) =>
    fetch(`${served.origin}${path}`, {
      method,
      headers: { key: withKey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const device = {
    appid: "shop",
    userid: "maya",
    deviceid: "d1",
    kind: "android",
    pushid: "token-1",
  };

  it("registers a device, moves it to who uses it now and to another token, and forgets", async () => {
    expect((await call("/resources/v1/devices", "PUT", device)).status).toBe(201);
    expect(
      (await call("/resources/v1/devices", "PUT", { ...device, userid: "noah" }, key)).status,
    ).toBe(200);
    expect(
      (await call("/resources/v1/devices", "PUT", { ...device, pushid: "token-2" })).status,
    ).toBe(201);
    const rows = await database.query<{ pushid: string; state: string; users: string[] }>(
      "SELECT pushid, state, ARRAY(SELECT u.userid FROM device_user u WHERE u.device_id = d.id) AS users FROM device d WHERE deviceid = 'd1' ORDER BY pushid",
    );
    expect(rows).toEqual([
      { pushid: "token-1", state: "removed", users: ["noah"] },
      { pushid: "token-2", state: "active", users: ["maya"] },
    ]);
    expect(
      await (
        await call("/resources/v1/devices", "DELETE", {
          appid: "shop",
          deviceid: "d1",
          userid: "noah",
        })
      ).json(),
    ).toEqual({
      removed: 1,
    });
    expect(
      await (
        await call("/resources/v1/devices", "DELETE", { appid: "shop", deviceid: "d1" })
      ).json(),
    ).toEqual({ removed: 1 });
  });

  it("names what is wrong with a device, and lets no key touch another's app", async () => {
    const none = await call("/resources/v1/devices", "PUT", { ...device, pushid: undefined });
    expect([none.status, await none.json()]).toEqual([
      400,
      {
        error: "Invalid device.",
        problems: [
          { pointer: "/pushid", message: "exactly one of pushid and subscription is needed" },
        ],
      },
    ]);
    expect((await call("/resources/v1/devices", "PUT", device, oldClientKey)).status).toBe(403);
    expect((await call("/resources/v1/devices", "PUT", device, "nobody")).status).toBe(401);
    const bent = {
      endpoint: "https://push.example/1",
      keys: {
        p256dh: Buffer.alloc(65, 4).toString("base64url"),
        auth: Buffer.alloc(16).toString("base64url"),
      },
    };
    const curve = await call("/resources/v1/devices", "PUT", {
      ...device,
      kind: "chrome",
      pushid: undefined,
      subscription: bent,
    });
    expect((await curve.json()) as object).toMatchObject({
      problems: [{ pointer: "/subscription/keys/p256dh" }],
    });
  });

  it("answers a browser's preflight, and accepts receipts of unknown devices without harm", async () => {
    const preflight = await fetch(`${served.origin}/resources/v1/receipts`, { method: "OPTIONS" });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([
      204,
      "*",
    ]);
    const some = await call("/resources/v1/receipts", "POST", [
      { transid: "not one", deviceid: "d", event: "read" },
      { transid: "x", event: "read" },
      { event: "eaten" },
    ]);
    expect(some.status).toBe(200);
    expect(await some.json()).toMatchObject({
      accepted: 1,
      problems: [{ pointer: "/1/deviceid" }, { pointer: "/2/transid" }, { pointer: "/2/event" }],
    });
    expect(
      (
        await call(
          "/resources/v1/receipts",
          "POST",
          Array.from({ length: 1_001 }, () => ({})),
        )
      ).status,
    ).toBe(400);
  });
});
