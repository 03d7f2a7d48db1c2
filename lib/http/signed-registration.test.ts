import { SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { forgetCached } from "@/lib/database/cached";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { createApp } from "@/lib/directory/app/create";
import { createService } from "@/lib/directory/service/create";
import { jwtSecretsOf } from "@/lib/directory/service/jwt-secret";
import type { Actor } from "@/lib/policy/can";
import { listenToOthers } from "@/lib/work/wake";
import { openRouter, type TestRouter } from "./testing";

const actor: Actor = { kind: "job", name: "test" };
const serviceKey = "sk_signed_registration_01";

describe("signed registration", () => {
  let database: Database;
  let router: TestRouter;
  let quiet: () => Promise<void>;
  let secret: Uint8Array;
  let othersSecret: Uint8Array;
  let serviceId: string;
  let clientKey: string;
  let appid: string;
  let testNumber = 0;

  beforeAll(async () => {
    database = await openTestDatabase();
    quiet = await listenToOthers();
    const others = await database.transaction(async (tx) => {
      ({ id: serviceId } = await createService(
        { actor, tx },
        { name: "S", sandbox: false, httpsOnly: false, key: serviceKey },
      ));
      return createService({ actor, tx }, { name: "Other", sandbox: false, httpsOnly: false });
    });
    secret = (await jwtSecretsOf(serviceId))[0]?.secret ?? new Uint8Array();
    othersSecret = (await jwtSecretsOf(others.id))[0]?.secret ?? new Uint8Array();
    router = await openRouter();
  });
  afterAll(async () => {
    await router.close();
    await quiet();
    await database.close();
  });
  beforeEach(async () => {
    testNumber += 1;
    appid = `shop-${testNumber}`;
    await database.transaction(async (tx) => {
      ({ clientKey } = await createApp({ actor, tx }, { serviceId, appid, name: "Shop" }));
      await tx.query("UPDATE app SET signed_registration = true WHERE appid = $1", [appid]);
    });
  });

  const token = (
    sub: string | undefined,
    more: {
      aud?: string;
      exp?: string | number | null;
      claims?: object;
      secret?: Uint8Array;
      alg?: string;
    } = {},
  ) => {
    const jwt = new SignJWT({
      ...(sub === undefined ? {} : { sub }),
      ...more.claims,
    }).setProtectedHeader({ alg: more.alg ?? "HS256" });
    if (more.exp !== null) jwt.setExpirationTime(more.exp ?? "10m");
    if (more.aud !== "") jwt.setAudience(more.aud ?? appid);
    return jwt.sign(more.secret ?? secret);
  };
  const call = async (method: "PUT" | "DELETE", body: object, bearer?: string, key = clientKey) => {
    const answer = await fetch(`${router.origin}/resources/v1/devices`, {
      method,
      headers: { key, ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }) },
      body: JSON.stringify({ appid, ...body }),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as {
        error?: string;
        removed?: number;
        problems?: { pointer: string }[];
      },
    };
  };
  const put = (body: object, bearer?: string, key?: string) =>
    call("PUT", { deviceid: "d1", kind: "android", pushid: "token-1", ...body }, bearer, key);
  const users = async () =>
    (
      await database.query<{ userid: string }>(
        `SELECT DISTINCT u.userid FROM device_user u JOIN device d ON d.id = u.device_id JOIN app a ON a.id = d.app_id
         WHERE a.appid = $1 AND d.state = 'active' ORDER BY 1`,
        [appid],
      )
    ).map(({ userid }) => userid);

  it("is off unless an app wants it: then a token is not even looked at", async () => {
    await database.query("UPDATE app SET signed_registration = false WHERE appid = $1", [appid]);
    await expect.poll(async () => (await put({ userid: "maya" })).status).toBe(201);
    expect((await put({ userid: "noah" }, "not a token")).status).toBe(200);
    expect((await call("DELETE", { deviceid: "d1" })).body).toEqual({ removed: 1 });
  });

  it("names a user only with that user's token", async () => {
    const none = await put({ userid: "maya" });
    expect(none).toMatchObject({ status: 401, body: { problems: [{ pointer: "/userid" }] } });
    expect(none.body.error).toContain("Authorization: Bearer");
    expect(await put({ userid: "maya" }, await token("noah"))).toMatchObject({
      status: 403,
      body: { problems: [{ pointer: "/userid" }] },
    });
    expect(await users()).toEqual([]);
    expect((await put({ userid: "maya" }, await token("maya"))).status).toBe(201);
    expect(
      (await put({ userid: "maya" }, await token("maya", { aud: appid, exp: "24h" }))).status,
    ).toBe(200);
    expect(await users()).toEqual(["maya"]);
  });

  it.each<[string, () => Promise<string> | string, string]>([
    ["is no JWT", () => "x.y.z", "It is no JWT."],
    ["is of another app", () => token("maya", { aud: "other" }), "`aud` has to be the appid."],
    ["names no app", () => token("maya", { aud: "" }), "`aud` has to be the appid."],
    ["names no user", () => token(undefined), "`sub` is missing."],
    ["has an empty user", () => token(" "), "`sub` has to be the user id."],
    ["never ends", () => token("maya", { exp: null }), "`exp` is missing."],
    ["has ended", () => token("maya", { exp: "-2m" }), "It has expired."],
    [
      "ends in more than a day",
      () => token("maya", { exp: "25h" }),
      "It is good for more than 24 hours",
    ],
    [
      "is signed by another service",
      () => token("maya", { secret: othersSecret }),
      "It is not signed with the JWT secret of the app's service.",
    ],
    [
      "is signed with another method",
      () => token("maya", { alg: "HS512", secret: new Uint8Array(64) }),
      "It has to be signed with HS256.",
    ],
    [
      "is not signed",
      () => new UnsecuredJWT({ sub: "maya", aud: appid, exp: 9e9 }).encode(),
      "It ",
    ],
    [
      "could speak for the service",
      () => token("maya", { claims: { iss: serviceId } }),
      "leave that out",
    ],
    ["is endless", () => "x".repeat(9_000), "Send it as"],
  ])("refuses a token that %s, for either call, and says why", async (_what, make, why) => {
    const bearer = await make();
    for (const answer of [
      await put({ userid: "maya" }, bearer),
      await call("DELETE", { deviceid: "d1", userid: "maya" }, bearer),
    ]) {
      expect(answer.status).toBe(401);
      expect(answer.body.error).toContain(why);
    }
    expect(await users()).toEqual([]);
  });

  it("gives no device of a user away: not its push identifier, and not its device id", async () => {
    expect((await put({ userid: "maya" }, await token("maya"))).status).toBe(201);
    const pointer = [{ pointer: "/deviceid" }];
    // A caller that takes over a device id would get its users' messages.
    expect(await put({ pushid: "mine" })).toMatchObject({
      status: 401,
      body: { problems: pointer },
    });
    expect(await put({ pushid: "mine", userid: "eve" }, await token("eve"))).toMatchObject({
      status: 403,
      body: { problems: pointer },
    });
    expect(await put({ deviceid: "other" })).toMatchObject({ status: 401 });
    expect(await put({ deviceid: "other", userid: "eve" }, await token("eve"))).toMatchObject({
      status: 403,
    });
    expect(await users()).toEqual(["maya"]);
    // The user's own word is enough, whether the call names the user or not.
    expect((await put({ pushid: "token-2" }, await token("maya"))).status).toBe(201);
    expect(await users()).toEqual(["maya"]);
    // An old token of the device is still the user's.
    expect((await put({ deviceid: "other" })).status).toBe(401);
  });

  it("lets devices without a user be anybody's", async () => {
    expect((await put({})).status).toBe(201);
    expect((await put({ pushid: "token-2" })).status).toBe(201);
    expect((await put({ pushid: "token-2", userid: "maya" }, await token("maya"))).status).toBe(
      200,
    );
    expect((await call("DELETE", { deviceid: "nobody's" })).body).toEqual({ removed: 0 });
  });

  it("removes a user or a device on the word of its user alone", async () => {
    await put({ userid: "maya" }, await token("maya"));
    expect(await call("DELETE", { deviceid: "d1" })).toMatchObject({
      status: 401,
      body: { problems: [{ pointer: "/deviceid" }] },
    });
    expect((await call("DELETE", { deviceid: "d1" }, await token("eve"))).status).toBe(403);
    expect((await call("DELETE", { deviceid: "d1", userid: "maya" })).status).toBe(401);
    expect(
      (await call("DELETE", { deviceid: "d1", userid: "maya" }, await token("eve"))).status,
    ).toBe(403);
    expect(await users()).toEqual(["maya"]);
    expect(
      (await call("DELETE", { deviceid: "d1", userid: "maya" }, await token("maya"))).body,
    ).toEqual({ removed: 1 });
    expect((await put({ userid: "noah" }, await token("noah"))).status).toBe(200);
    expect((await call("DELETE", { deviceid: "d1" }, await token("noah"))).body).toEqual({
      removed: 1,
    });
    expect((await put({ userid: "maya" }, await token("maya"))).status).toBe(200);
    expect(await users()).toEqual(["maya"]);
  });

  it("asks nothing of the service itself", async () => {
    expect((await put({ userid: "maya" }, undefined, serviceKey)).status).toBe(201);
    expect((await put({ userid: "noah" }, undefined, serviceKey)).status).toBe(200);
    expect(await users(), "whoever signed in last has it alone").toEqual(["noah"]);
    const share = async (shared: boolean) => {
      await database.query("UPDATE app SET shared_devices = $2 WHERE appid = $1", [appid, shared]);
      for (const name of ["app", "app-by-appid", "app-by-client-key"]) forgetCached(name);
    };
    await share(true);
    expect((await put({ userid: "maya" }, undefined, serviceKey)).status).toBe(200);
    expect(await users(), "shared").toEqual(["maya", "noah"]);
    await share(false);
    expect((await call("DELETE", { deviceid: "d1" }, undefined, serviceKey)).body).toEqual({
      removed: 1,
    });
  });

  it("is decided before anything changes when a thief and the owner register at once", async () => {
    for (let n = 0; n < 15; n += 1) {
      const own = { deviceid: `at-once-${n}`, pushid: `own-${n}`, userid: "maya" };
      const bearer = await token("maya");
      const [owner] = await Promise.all([
        put(own, bearer),
        put({ deviceid: own.deviceid, pushid: `stolen-${n}` }),
      ]);
      expect([200, 201]).toContain(owner.status);
      const reached = await database.query<{ pushid: string }>(
        `SELECT d.pushid FROM device d JOIN device_user u ON u.device_id = d.id JOIN app a ON a.id = d.app_id
         WHERE a.appid = $1 AND d.deviceid = $2 AND d.state = 'active'`,
        [appid, own.deviceid],
      );
      expect(reached).toEqual([{ pushid: own.pushid }]);
    }
  });
});
