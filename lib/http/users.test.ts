import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { jwtSecretsOf } from "@/lib/directory/service/jwt-secret";
import { eventsOf } from "@/lib/verb/testing";
import {
  callResource,
  errorsOf,
  openInterface,
  type ReadAnswer,
  type TestInterface,
} from "./testing";

describe("users of a service", () => {
  let sql: Database;
  let served: TestInterface;
  const call = (method: string, path: string, body?: object | string) =>
    callResource(served, method, path, body);

  beforeAll(async () => {
    sql = await openTestDatabase();
    served = await openInterface(sql);
  }, 120_000);
  afterAll(() => served.close());

  it("are stored whole by PUT, changed by PATCH, read, and cleared by DELETE", async () => {
    const values = { plan: "gold", age: 31, vip: true, born: "1990-05-01" };
    const put = await call("PUT", "/users/maya%2F7", {
      attributes: values,
      language: "de_DE",
      timezone: "Europe/Berlin",
    });
    expect([put.status, put.body]).toEqual([
      201,
      {
        userid: "maya/7",
        attributes: values,
        language: "de-DE",
        timezone: "Europe/Berlin",
        firstSeenAt: null,
        lastSeenAt: null,
      },
    ]);
    const patch = await call("PATCH", "/users/%20maya%2F7", {
      attributes: { plan: null, age: 32, since: "2026-02-07T14:52:10+01:00" },
      timezone: null,
    });
    const patched = {
      attributes: { age: 32, born: "1990-05-01", since: "2026-02-07T13:52:10.000Z", vip: true },
      language: "de-DE",
      timezone: null,
    };
    expect(patch).toMatchObject({ status: 200, body: patched });
    await call("PUT", "/devices", {
      appid: "shop",
      userid: "maya/7",
      deviceid: "phone",
      kind: "android",
      pushid: "secret-token",
      model: "Pixel",
    });
    const read = await call("GET", "/users/maya%2F7");
    expect(read).toMatchObject({
      status: 200,
      body: { ...patched, devices: [{ appid: "shop", deviceid: "phone", model: "Pixel" }] },
    });
    expect(read.text).not.toContain("secret-token");
    expect(read.body["firstSeenAt"]).toMatch(/Z$/);
    expect((await call("PUT", "/users/maya%2F7", {})).body).toMatchObject({
      attributes: {},
      language: null,
    });
    await call("PATCH", "/users/maya%2F7", { attributes: { age: 1, vip: false }, language: "fr" });
    expect((await call("DELETE", "/users/maya%2F7")).body).toEqual({ removed: 2 });
    expect((await call("GET", "/users/maya%2F7")).body).toMatchObject({
      attributes: {},
      language: "fr",
      devices: [{ deviceid: "phone" }],
    });
    expect(await eventsOf(sql, served.serviceId, "user.clear")).toHaveLength(1);
  });

  it("who are unknown answer 404 in the words of the interface", async () => {
    for (const method of ["GET", "DELETE"]) {
      const answer = await call(method, "/users/nobody");
      expect([answer.status, errorsOf(answer)]).toEqual([404, [["", "user.unknown", "7004"]]]);
    }
  });

  it("get no value of another type: both types are named, and nothing is stored", async () => {
    await call("PUT", "/users/ann", { attributes: { size: 4 } });
    const answer = await call("PATCH", "/users/ann", {
      attributes: { size: "four", fresh: "x" },
    });
    expect([answer.status, errorsOf(answer)]).toEqual([
      400,
      [["/attributes/size", "user.attribute.type", "7004"]],
    ]);
    expect(answer.text).toContain("attribute size is of type number, the value is of type text");
    expect((await call("GET", "/users/ann")).body["attributes"]).toEqual({ size: 4 });
    const [counted] = await sql.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM user_attribute WHERE name = 'fresh'",
    );
    expect(counted).toEqual({ n: 0 });
  });

  it.each([
    ["a name", { attributes: { "a b": 1 } }, "/attributes/a b", "user.attribute.name"],
    [
      "the prototype",
      '{"attributes":{"__proto__":1}}',
      "/attributes/__proto__",
      "user.attribute.name",
    ],
    ["an object", { attributes: { a: {} } }, "/attributes/a", "user.attribute.value"],
    ["257 bytes", { attributes: { a: "ä".repeat(129) } }, "/attributes/a", "user.attribute.bytes"],
    ["a language", { language: "klingon!" }, "/language", "user.language"],
    ["a time zone", { timezone: "+05:00x" }, "/timezone", "user.timezone"],
    ["a list", { attributes: [] }, "/attributes", "member.type"],
    [
      "101 names",
      { attributes: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`n${n}`, 1])) },
      "/attributes/n100",
      "user.attribute.count",
    ],
  ])("are refused with %s that is not valid, at its pointer", async (_, body, pointer, rule) => {
    const answer = await call("PUT", "/users/bob", body);
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual([[pointer, rule, "7004"]]);
  });

  it("are stored many at once, each by itself, and the same batch again changes nothing", async () => {
    const users = [
      { userid: "b-1", attributes: { plan: "gold", score: 1 } },
      { userid: "b-2", attributes: { score: "high" } },
      { userid: "", attributes: {} },
      { userid: " b-1", language: "de" },
      "no object",
      { userid: "b-3", timezone: "Mars/Base" },
      { userid: "b-4", attributes: { plan: "silver" }, language: "pt_BR" },
    ];
    const answer = await call("POST", "/users", { users });
    expect(answer.status).toBe(200);
    const { stored, failed } = answer.body as {
      stored: number;
      failed: { index: number; pointer: string }[];
    };
    expect(stored).toBe(2);
    expect(failed.map(({ index, pointer }) => [index, pointer])).toEqual([
      [1, "/users/1/attributes/score"],
      [2, "/users/2/userid"],
      [3, "/users/3/userid"],
      [4, "/users/4"],
      [5, "/users/5/timezone"],
    ]);
    const rows = () =>
      sql.query(
        "SELECT userid, attributes, language, xmin::text FROM service_user WHERE userid LIKE 'b-%' ORDER BY userid",
      );
    const before = await rows();
    expect(before).toHaveLength(2);
    expect((await call("POST", "/users", { users })).body["stored"]).toBe(2);
    expect(await rows()).toEqual(before);
    const events = await eventsOf(sql, served.serviceId, "users.merge");
    expect(events.at(-1)?.snapshot).toEqual({ stored: 2, failed: 5 });
  });

  it("are stored without unknown members, each with a warning that suggests the right one", async () => {
    const warningsOf = ({ body }: ReadAnswer) =>
      (body["warnings"] as { pointer: string; rule: string }[]).map(({ pointer, rule }) => [
        pointer,
        rule,
      ]);
    const put = await call("PUT", "/users/una", {
      atributes: { plan: "gold" },
      timezone: "Europe/Berlin",
    });
    expect([put.status, warningsOf(put)]).toEqual([201, [["/atributes", "member.unknown"]]]);
    expect(put.text).toContain("did you mean 'attributes'?");
    const patch = await call("PATCH", "/users/una", {
      langauge: "de",
      attributes: { any_name: 1 },
    });
    expect(warningsOf(patch)).toEqual([["/langauge", "member.unknown"]]);
    const batch = await call("POST", "/users", {
      users: [{ userid: "una", attributes: { any_name: 2 } }, { userid: "uma", zone: "UTC" }, 7],
      dryRun: true,
    });
    expect(batch.body).toMatchObject({ stored: 2, failed: [{ index: 2 }] });
    expect(warningsOf(batch)).toEqual([
      ["/dryRun", "member.unknown"],
      ["/users/1/zone", "member.unknown"],
    ]);
  });

  it("come 1,000 to a batch at most", async () => {
    const many = (count: number) => ({
      users: Array.from({ length: count }, (_, n) => ({ userid: `m-${n}`, attributes: { n } })),
    });
    expect((await call("POST", "/users", many(1_000))).body).toEqual({ stored: 1_000, failed: [] });
    for (const count of [0, 1_001]) {
      const answer = await call("POST", "/users", many(count));
      expect([answer.status, errorsOf(answer)]).toEqual([400, [["/users", "users.count", "7004"]]]);
    }
  });

  it("need a key with the scope users", async () => {
    await sql.query("UPDATE service_key SET scopes = '{send,status,devices}'");
    try {
      // Keys are cached for a quarter of a second.
      await expect.poll(async () => (await call("GET", "/users/ann")).status).toBe(403);
      const answer = await call("GET", "/users/ann");
      expect([answer.status, errorsOf(answer)]).toEqual([403, [["", "auth.scope", "7001"]]]);
      expect(answer.text).toContain("users");
    } finally {
      await sql.query("UPDATE service_key SET scopes = '{send,status,devices,users}'");
    }
  });
});

describe("attributes that a device reports", () => {
  let sql: Database;
  let served: TestInterface;
  beforeAll(async () => {
    sql = await openTestDatabase();
    served = await openInterface(sql);
  }, 120_000);
  afterAll(() => served.close());

  const device = {
    appid: "shop",
    userid: "maya",
    deviceid: "d",
    kind: "android",
    pushid: "token",
    attributes: { plan: "gold", age: 31 },
  };
  const register = async (body: object, headers: Record<string, string>) => {
    const answer = await fetch(`${served.origin}/resources/v1/devices`, {
      method: "PUT",
      headers,
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const stored = async () => (await callResource(served, "GET", "/users/maya")).body["attributes"];

  it("are refused with a client key alone, which is public, and without a user", async () => {
    const refused = await register(device, { key: served.clientKey });
    expect(refused).toMatchObject({
      status: 403,
      body: { problems: [{ pointer: "/attributes", rule: "user.attributes.unsigned" }] },
    });
    const { userid: _, ...anonymous } = device;
    expect((await register(anonymous, { key: served.key })).status).toBe(400);
    expect(
      (await register({ ...device, attributes: undefined }, { key: served.clientKey })).status,
    ).toBe(201);
  });

  it("are stored with a service key, and those that do not fit are warnings", async () => {
    expect((await register(device, { key: served.key })).status).toBe(200);
    expect(await stored()).toEqual({ plan: "gold", age: 31 });
    const answer = await register(
      { ...device, attributes: { age: "old", plan: "silver" } },
      { key: served.key },
    );
    expect(answer).toMatchObject({
      status: 200,
      body: { warnings: [{ pointer: "/attributes/age", rule: "user.attribute.type" }] },
    });
    expect(await stored()).toEqual({ plan: "gold", age: 31 });
  });

  it("are stored with a signed registration of that user", async () => {
    await sql.query("UPDATE app SET signed_registration = true WHERE appid = 'shop'");
    const [{ secret } = { secret: new Uint8Array() }] = await jwtSecretsOf(served.serviceId);
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: "HS256" })
      .setSubject("maya")
      .setAudience("shop")
      .setExpirationTime("1h")
      .sign(secret);
    await expect
      .poll(async () => {
        const { status } = await register(
          { ...device, attributes: { age: 32 } },
          { key: served.clientKey, authorization: `Bearer ${token}` },
        );
        return status;
      })
      .toBe(200);
    expect(await stored()).toEqual({ plan: "gold", age: 32 });
  });
});
