import { createHmac } from "node:crypto";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { config } from "@/lib/config/config";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { jwtSecretsOf } from "@/lib/directory/service/jwt-secret";
import { forget } from "@/lib/runtime/once";
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

const good = {
  deliverychannel: "push",
  appid: "shop",
  destination: [{ userid: ["u"] }],
  channels: { push: { android: { text: "Hello" } } },
};
const post = (body: string | object, headers: Record<string, string> = { key }) =>
  fetch(`${served.origin}/resources/v1/messaging`, {
    method: "POST",
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const replyOf = async (answer: Response) =>
  (
    (await answer.json()) as {
      response: Record<string, unknown> & { errors?: { code: string; pointer: string }[] };
    }
  ).response;

function token(
  claims: object,
  secret: Uint8Array,
  header: object = { alg: "HS256", typ: "JWT" },
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

describe("POST /resources/v1/messaging", () => {
  it("answers 1001 with an array, and a refusal with an object", async () => {
    const accepted = await post(good);
    expect(accepted.status).toBe(200);
    expect(accepted.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await accepted.json()).toEqual({
      response: [
        { code: "1001", transid: expect.stringMatching(/^[0-9a-f-]{36}$/), description: "Queued" },
      ],
    });
    const refused = await post({ ...good, channels: { push: { android: {} } } });
    expect(refused.status).toBe(400);
    expect(await replyOf(refused)).toMatchObject({
      code: "7003",
      description: "param 'text' is missing for android",
      errors: [{ pointer: "/channels/push/android/text" }],
    });
  });

  it("takes the credential in three ways, and distinguishes a wrong one from none", async () => {
    const secret = (await jwtSecretsOf(served.serviceId))[0]?.secret ?? new Uint8Array();
    const now = Math.floor(Date.now() / 1_000);
    const statusWith = async (headers: Record<string, string>) => {
      const answer = await post(good, headers);
      const { code } = answer.status === 200 ? { code: "1001" } : await replyOf(answer);
      return `${answer.status} ${String(code)}`;
    };
    expect(await statusWith({ key })).toBe("200 1001");
    expect(await statusWith({ authorization: `Bearer ${key}` })).toBe("200 1001");
    expect(
      await statusWith({
        authorization: `Bearer ${token({ iss: served.serviceId, iat: now }, secret)}`,
      }),
    ).toBe("200 1001");
    expect(await statusWith({})).toBe("401 7002");
    expect(await statusWith({ key: "wrong" })).toBe("401 7001");
    expect(
      await statusWith({
        authorization: `Bearer ${token({ iss: served.serviceId, iat: now - 3_700 }, secret)}`,
      }),
    ).toBe("401 7001");
    expect(
      await statusWith({
        authorization: `Bearer ${token({ iss: served.serviceId, iat: now, exp: now - 120 }, secret)}`,
      }),
    ).toBe("401 7001");
    expect(
      await statusWith({ authorization: `Bearer ${token({ iss: served.serviceId }, secret)}` }),
    ).toBe("401 7001");
    expect(
      await statusWith({
        authorization: `Bearer ${token({ iss: served.serviceId, iat: now }, Buffer.from("another"))}`,
      }),
    ).toBe("401 7001");
    expect(
      await statusWith({
        authorization: `Bearer ${token({ iss: served.serviceId, iat: now }, secret, { alg: "none" })}`,
      }),
    ).toBe("401 7001");
    expect(
      await statusWith({
        authorization: `Bearer ${token({ iss: "somebody", iat: now }, new Uint8Array(32))}`,
      }),
    ).toBe("401 7001");
  });

  it("answers 200 to a service that wants it, with the same body", async () => {
    const answer = await post("{", { key: oldClientKey });
    expect(answer.status).toBe(200);
    expect(await replyOf(answer)).toMatchObject({ code: "7000", description: "Invalid JSON" });
  });

  it("heeds the list of allowed addresses", async () => {
    await database.query("UPDATE service SET ip_allow = '{10.0.0.0/8}' WHERE id = $1", [
      served.serviceId,
    ]);
    const { forgetCached } = await import("@/lib/database/cached");
    forgetCached("service-by-key");
    expect((await replyOf(await post(good)))["code"]).toBe("7010");
    await database.query("UPDATE service SET ip_allow = '{127.0.0.0/8,::1}' WHERE id = $1", [
      served.serviceId,
    ]);
    forgetCached("service-by-key");
    expect((await post(good)).status).toBe(200);
    expect((await post(good, { key, "x-forwarded-for": "203.0.113.1" })).status).toBe(200);
    config().TRUSTED_PROXIES = ["127.0.0.1"];
    forget("trusted-proxies");
    try {
      expect(
        (await replyOf(await post(good, { key, "x-forwarded-for": "127.0.0.1, 203.0.113.1" })))[
          "code"
        ],
      ).toBe("7010");
      expect((await replyOf(await post(good, { key, "x-forwarded-for": "unknown" })))["code"]).toBe(
        "7010",
      );
      expect((await post(good, { key, "x-forwarded-for": "203.0.113.1, ::1" })).status).toBe(200);
    } finally {
      config().TRUSTED_PROXIES = [];
      forget("trusted-proxies");
    }
  });

  it("refuses other methods with Allow", async () => {
    const answer = await fetch(`${served.origin}/resources/v1/messaging`);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("reports what is wrong with the app together with what is wrong with the request, in document order", async () => {
    const answer = await post({
      deliverychannel: "sms",
      appid: "unknown",
      destination: [],
      channels: { push: { android: { text: "x" } } },
    });
    const { errors = [] } = await replyOf(answer);
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      "/deliverychannel",
      "/appid",
      "/destination",
    ]);
    expect(errors[1]?.code).toBe("7104");
  });

  it("refuses a platform that the app has no provider for", async () => {
    const answer = await post({
      ...good,
      channels: { push: { ...good.channels.push, ios: { text: "x" } } },
    });
    expect(await replyOf(answer)).toMatchObject({
      code: "7106",
      description: "Channel not configured",
      errors: [{ pointer: "/channels/push/ios" }],
    });
  });

  it("keeps to the rate of a service, counted in ids", async () => {
    await database.query("UPDATE service SET ids_per_second = 2 WHERE id = $1", [served.serviceId]);
    const { forgetCached } = await import("@/lib/database/cached");
    forgetCached("service-by-key");
    const started = performance.now();
    const answers = await Promise.all(Array.from({ length: 40 }, () => post(good)));
    const passed = 2 * Math.ceil((performance.now() - started) / 1_000);
    const refused = answers.filter(({ status }) => status === 429);
    // What it may save up: the rate of two seconds.
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(4);
    expect(answers.length - refused.length).toBeLessThanOrEqual(4 + passed);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.map(({ headers }) => headers.get("retry-after"))).toEqual(
      refused.map(() => "1"),
    );
    await expect.poll(async () => (await post(good)).status).toBe(200);
    await database.query("UPDATE service SET ids_per_second = NULL WHERE id = $1", [
      served.serviceId,
    ]);
    forgetCached("service-by-key");
  });

  it("reads no more than a mebibyte", async () => {
    const announced = await post("x".repeat(2_000_000)).catch(() => undefined);
    expect([undefined, 413]).toContain(announced?.status);
    const lying = await raw(
      `POST /resources/v1/messaging HTTP/1.1\r\nhost: x\r\nkey: ${key}\r\ntransfer-encoding: chunked\r\n\r\n${`10000\r\n${"x".repeat(65_536)}\r\n`.repeat(20)}`,
    );
    expect(lying).toContain("413");
    expect(lying).toContain("7026");
  });

  it("asks for the body only when the credential is right", async () => {
    const head = (value: string) =>
      `POST /resources/v1/messaging HTTP/1.1\r\nhost: x\r\nkey: ${value}\r\ncontent-length: 5\r\nexpect: 100-continue\r\nconnection: close\r\n\r\n`;
    expect(await raw(head("wrong"))).toMatch(/^HTTP\/1\.1 401/);
    expect(await raw(head(key), '{"a":')).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400/);
  });
});

describe("the rest", () => {
  it("keeps status to the service's own messages, and live streams to members", async () => {
    const { response } = (await (await post(good)).json()) as { response: [{ transid: string }] };
    const status = (withKey: string) =>
      fetch(`${served.origin}/resources/v1/messaging/${response[0].transid}`, {
        headers: { key: withKey },
      });
    expect(await (await status(key)).json()).toMatchObject({
      transid: response[0].transid,
      state: "accepted",
      next: null,
    });
    const foreign = await status(oldClientKey);
    expect([foreign.status, await foreign.json()]).toEqual([
      404,
      { error: "This service has no message with that transid.", problems: [] },
    ]);
    expect((await fetch(`${served.origin}/live/messages`)).status).toBe(401);
    expect(
      (
        await fetch(`${served.origin}/live/messages`, {
          headers: { cookie: "clarion.session=%E0%A4%A" },
        })
      ).status,
    ).toBe(401);
  });

  it("serves OpenAPI and health, and leaves the console's pages to it", async () => {
    expect(await (await fetch(`${served.origin}/resources/v1/openapi.json`)).json()).toMatchObject({
      openapi: expect.stringMatching(/^3\.1/),
    });
    expect((await fetch(`${served.origin}/readyz`)).status).toBe(200);
    expect((await fetch(`${served.origin}/messages`)).status).toBe(299);
    expect((await fetch(`${served.origin}/resources/v2/messaging`)).status).toBe(404);
  });
});

/**
 * Writes bytes to a socket and reads until the other side closes or has answered; `then` is written
 * after the first bytes that come back.
 */
function raw(text: string, then?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(served.port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (chunk) => {
      answer += chunk.toString();
      if (then !== undefined) socket.write(then);
      then = undefined;
      if (/\r\n\r\n\{.*\}$/s.test(answer)) socket.end();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", (error) => (answer === "" ? reject(error) : resolve(answer)));
  });
}
