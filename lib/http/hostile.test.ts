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
import { changeInstallationOwner } from "@/lib/directory/member/change-installation-owner";
import { sendablePart } from "@/lib/interface/text";
import { startLab, type Lab } from "@/lib/lab/lab";
import { hostileText, hostileValue, knownTexts, places, replaced } from "@/tests/hostile";
import { addresses, inboxToken, uuid } from "@/tests/interface-addresses";
import { openApiDocument } from "./openapi";
import { openInterface, type TestInterface } from "./testing";

it("tries every address of the interface", () => {
  const tried = addresses.map(
    ({ method, path }) =>
      `${method} ${path.replace(`/segments/${uuid}`, "/segments/{id}").replace(`/campaigns/${uuid}`, "/campaigns/{id}").replace(uuid, "{transid}").replace(inboxToken, "{token}").replace("/apps/shop/templates/hostile", "/apps/{appid}/templates/{id}").replace("/users/maya", "/users/{userid}")}`,
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
    await changeInstallationOwner(
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
      const validStatus = await answerTo({
        method,
        path,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      expect(validStatus).toBeLessThan(500);
      expect([401, 403, 405]).not.toContain(validStatus);
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
