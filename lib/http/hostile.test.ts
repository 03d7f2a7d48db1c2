import { mkdtempSync } from "node:fs";
import { Agent, request as call } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cookieName } from "@/lib/auth/cookies";
import { sessionSecret } from "@/lib/auth/next-auth";
import { beginSession } from "@/lib/auth/sessions";
import { openTestDatabase } from "@/lib/database/testing";
import { makeOwner } from "@/lib/directory/member/make-owner";
import { sendablePart } from "@/lib/interface/text";
import { startLab, type Lab } from "@/lib/lab/lab";
import { hostileText, hostileValue, knownTexts, places, replaced } from "@/tests/hostile";
import { openApiDocument } from "./openapi";
import { openInterface, type TestInterface } from "./testing";

const uuid = "00000000-0000-7000-8000-000000000000";
const message = {
  deliverychannel: "push",
  appid: "shop",
  destination: [
    { userid: ["u"], correlationid: "c" },
    { chrome_pushid: ['{"endpoint":"https://a.example/","keys":{"p256dh":"","auth":""}}'] },
  ],
  channels: {
    push: {
      android: { title: "T", text: "Hello", extras: { customtags: { a: "b" }, time_to_live: 60 } },
    },
  },
  message: { template: "order@1", parameters: { name: "Maya" } },
  expiry: "2099-01-01T00:00:00.000Z",
  callbackData: "x",
  notifyurl: "https://a.example/",
  notifyurlAuthId: "x",
};
const device = {
  appid: "shop",
  userid: "maya",
  deviceid: "d",
  kind: "android",
  pushid: "token",
  os: "A",
  model: "P",
  language: "en",
  timezone: "UTC",
};
const subscription = {
  endpoint: "https://push.example/1",
  keys: {
    p256dh:
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
};
const receipt = {
  transid: uuid,
  deviceid: "d",
  pushid: "p",
  event: "read",
  button: "YES",
  reply: "Yes",
  at: "2026-01-01T00:00:00Z",
};
const inboxToken = "t".repeat(32);
const templatePath = "/resources/v1/apps/shop/templates/hostile";
const template = {
  name: "x",
  tags: ["x"],
  blocks: {
    android: { title: "x", text: "x ${a}", extras: { customtags: { a: "x" } } },
    web: { text: "x", platform_types: ["chrome"] },
  },
  parameters: [
    {
      name: "a",
      type: "choice",
      choices: ["x"],
      required: false,
      default: "x",
      maxLength: 9,
      sample: "x",
      description: "x",
    },
    { name: "b", type: "url" },
  ],
  samples: [{ name: "x", values: { a: "x" } }],
};

/**
 * Every address of the interface as it is meant to be called: a body where it takes one, queries
 * where it reads them.
 */
const addresses: {
  method: string;
  path: string;
  query?: string[];
  as?: "service" | "app" | "member";
  body?: unknown;
}[] = [
  { method: "POST", path: "/resources/v1/messaging", as: "service", body: message },
  {
    method: "GET",
    path: `/resources/v1/messaging/${uuid}`,
    as: "service",
    query: ["after", "limit"],
  },
  { method: "PUT", path: "/resources/v1/devices", as: "app", body: device },
  {
    method: "PUT",
    path: "/resources/v1/devices",
    as: "service",
    body: { ...device, kind: "chrome", pushid: undefined, subscription },
  },
  {
    method: "DELETE",
    path: "/resources/v1/devices",
    as: "app",
    body: { appid: "shop", deviceid: "d", userid: "maya" },
  },
  { method: "POST", path: "/resources/v1/receipts", as: "app", body: receipt },
  {
    method: "POST",
    path: "/resources/v1/receipts",
    as: "app",
    body: [receipt, { ...receipt, event: "delivered" }],
  },
  { method: "POST", path: "/resources/v1/updates/replay", as: "service", body: { ids: [uuid] } },
  { method: "POST", path: "/resources/v1/updates/replay", as: "service", body: { transid: uuid } },
  {
    method: "POST",
    path: "/resources/v1/updates/replay",
    as: "service",
    body: { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" },
  },
  {
    method: "POST",
    path: `/resources/v1/inbox/${inboxToken}`,
    body: { deliveryInfoNotification: { deliveryInfo: { destination: "x" } } },
  },
  { method: "GET", path: "/resources/v1/templates", as: "service", query: ["appid", "after"] },
  { method: "GET", path: templatePath, as: "service", query: ["version"] },
  { method: "PUT", path: templatePath, as: "service", body: template },
  { method: "POST", path: `${templatePath}/preview`, as: "service", body: template },
  {
    method: "POST",
    path: `${templatePath}/publish`,
    as: "service",
    body: { revision: 1, note: "x", expectedPublished: 1, version: 1 },
  },
  { method: "GET", path: "/resources/v1/openapi.json" },
  {
    method: "GET",
    path: "/resources/v1/lab/notifications",
    as: "service",
    query: ["userid", "deviceid", "transid", "limit"],
  },
  { method: "DELETE", path: "/resources/v1/lab/notifications", as: "service", query: ["userid"] },
  {
    method: "PUT",
    path: "/resources/v1/lab/faults",
    as: "service",
    body: { fcm: { status: 503, reason: "x", body: "y", retryAfter: "5", share: 0.5 } },
  },
  { method: "GET", path: "/resources/v1/lab/counts", as: "service" },
  { method: "GET", path: "/live/lab", as: "member" },
  {
    method: "POST",
    path: "/live/lab/interactions",
    as: "member",
    body: { id: "x", event: "read", button: "YES", reply: "Yes" },
  },
  {
    method: "POST",
    path: "/live/media",
    as: "member",
    query: ["service", "name"],
    body: { x: "x" },
  },
  {
    method: "PUT",
    path: `/audiences/${uuid}/recipients?from=0`,
    as: "member",
    body: ["userid", "maya", { city: "Rome" }],
  },
  { method: "GET", path: `/media/${"0".repeat(64)}.png`, query: ["x"] },
  { method: "GET", path: "/live/messages", as: "member", query: ["transid", "service"] },
  { method: "GET", path: "/healthz", query: ["x"] },
  { method: "GET", path: "/readyz", query: ["x"] },
  { method: "GET", path: "/metrics", query: ["x"] },
];

it("tries every address of the interface", () => {
  const tried = addresses.map(
    ({ method, path }) =>
      `${method} ${path.replace(uuid, "{transid}").replace(inboxToken, "{token}").replace("/apps/shop/templates/hostile", "/apps/{appid}/templates/{id}")}`,
  );
  for (const [path, methods] of Object.entries(
    openApiDocument()["paths"] as Record<string, object>,
  ))
    for (const method of Object.keys(methods))
      expect(tried).toContain(`${method.toUpperCase()} ${path}`);
});

describe("hostile text", () => {
  const agent = new Agent({ keepAlive: true });
  let lab: Lab;
  let served: TestInterface;
  let credentials: Record<"service" | "app" | "member", Record<string, string>>;

  beforeAll(async () => {
    const database = await openTestDatabase();
    lab = await startLab({ dataDir: mkdtempSync(join(tmpdir(), "clarion-hostile-")), ports: 0 });
    served = await openInterface(database, {
      lab: (request, response) => lab.handler(request, response),
    });
    await makeOwner(
      { actor: { kind: "job", name: "test" } },
      { email: "a@b.example", name: "Ada", password: "correct horse battery" },
    );
    await database.query("INSERT INTO inbox (service_id, token) VALUES ($1, $2)", [
      served.serviceId,
      inboxToken,
    ]);
    await database.query("INSERT INTO audience (id, service_id, name) VALUES ($1, $2, 'Hostile')", [
      uuid,
      served.serviceId,
    ]);
    const [owner] = await database.query<{ id: string }>("SELECT id FROM member");
    const id = owner?.id ?? "";
    const token = await encode({
      token: { sub: id, sid: await beginSession(id, 0) },
      secret: sessionSecret(),
    });
    credentials = {
      service: { key: served.key },
      app: { key: served.clientKey },
      member: { cookie: `${cookieName("session")}=${token}`, origin: served.origin },
    };
  }, 120_000);
  afterAll(async () => {
    agent.destroy();
    await lab.stop();
    await served.close();
  }, 60_000);

  /** The status that is answered. A stream that begins is left. */
  const answerTo = (what: {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: string | Uint8Array;
  }) =>
    new Promise<number>((resolve, reject) => {
      const { body, ...options } = what;
      const request = call(
        { host: "127.0.0.1", port: served.port, agent, ...options },
        (response) => {
          resolve(response.statusCode ?? 0);
          if (response.headers["content-type"]?.startsWith("text/event-stream")) request.destroy();
          else response.resume();
        },
      );
      request.on("error", reject);
      request.end(body);
    });

  it.each(addresses)(
    "$method $path answers any input, and never with a fault of its own",
    async ({ method, path, query = [], as, body }) => {
      const headers = { host: `127.0.0.1:${served.port}`, ...(as && credentials[as]) };
      const meant = await answerTo({
        method,
        path,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      expect(meant).toBeLessThan(500);
      expect([401, 403, 405]).not.toContain(meant);
      for (const place of body === undefined ? [] : places(body))
        for (const text of knownTexts) {
          const sent = JSON.stringify(replaced(body, place, text));
          expect([sent, await answerTo({ method, path, headers, body: sent })]).toEqual([
            sent,
            expect.toSatisfy((status) => status < 500),
          ]);
        }
      const json = fc
        .tuple(fc.constantFrom(...places(body)), hostileValue)
        .map(([place, value]) => ({
          method,
          path,
          headers,
          body: JSON.stringify(replaced(body, place, value)) ?? "",
        }));
      const bytes = fc
        .oneof(
          fc.uint8Array({ maxLength: 60 }),
          fc
            .constantFrom(
              "[".repeat(9_000),
              '{"a":'.repeat(5_000),
              '{"__proto__":{"appid":"shop"}}',
              "\ufeff{}",
            )
            .map((text) => Buffer.from(text)),
          fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })).map(([at, byte]) => {
            const whole = Buffer.from(JSON.stringify(body) ?? "{}");
            whole[at % whole.length] = byte;
            return whole;
          }),
        )
        .map((sent) => ({ method, path, headers, body: sent }));
      const targets = fc
        .array(fc.tuple(fc.oneof(fc.constantFrom(...query, "x"), hostileText), hostileText), {
          maxLength: 3,
        })
        .map((pairs) => ({
          method,
          path: `${path}?${pairs.map((pair) => pair.map(encoded).join("=")).join("&")}`,
          headers,
        }));
      const paths = hostileText.map((text) => ({
        method,
        path: `${path}/${encoded(text)}`,
        headers,
      }));
      const heads = fc
        .tuple(
          fc.constantFrom(
            "key",
            "authorization",
            "idempotency-key",
            "content-type",
            "cookie",
            "origin",
            "host",
          ),
          hostileText,
        )
        .map(([name, text]) => ({
          method,
          path,
          headers: { ...headers, [name]: headerText(text) },
          body: JSON.stringify(body) ?? "",
        }));
      const methods = fc.constantFrom(
        "TRACE",
        "PATCH",
        "OPTIONS",
        "PROPFIND",
        "QUERY",
        "PURGE",
        "PUT",
        "DELETE",
        "GET",
        "HEAD",
        "POST",
      );
      const others = methods.map((other) => ({ method: other, path, headers }));
      const tries =
        body === undefined
          ? [targets, paths, heads, others]
          : [json, json, json, bytes, targets, paths, heads, others];
      await fc.assert(
        fc.asyncProperty(fc.oneof(...tries), async (what) => {
          expect(await answerTo(what)).toBeLessThan(500);
        }),
        { numRuns: body === undefined ? 30 : 75 },
      );
    },
    60_000,
  );
});

/** As a query or path may hold it: percent-encoded, or what only looks so. */
function encoded(text: string): string {
  return text.startsWith("%")
    ? text.replace(/[^!-~]/g, "")
    : `${text.startsWith("\0") ? "%00" : ""}${encodeURIComponent(sendablePart(text))}`;
}

/** What a header can be sent with at all. */
function headerText(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "?").slice(0, 2_000);
}
