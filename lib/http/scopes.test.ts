import { randomBytes } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seal } from "@/lib/auth/seal";
import { jwtSecretPlace } from "@/lib/auth/sealed-places";
import { hashServiceKey } from "@/lib/auth/service-key";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { firstScopes, scopes, type Scope } from "@/lib/policy/roles";
import { openRouter, type TestRouter } from "./testing";

const transid = newId();
/**
 * Each route that takes a service key, with what it answers a key that may, and the scopes that
 * open it.
 */
const routes: {
  method: string;
  path: string;
  body?: object;
  status: number;
  opens: readonly Scope[];
  named: Scope;
}[] = [
  {
    method: "POST",
    path: "/resources/v1/messaging",
    body: {
      deliverychannel: "push",
      appid: "scoped",
      destination: [{ userid: ["u"] }],
      channels: { push: { android: { text: "Hello" } } },
    },
    status: 200,
    opens: ["send"],
    named: "send",
  },
  {
    method: "GET",
    path: `/resources/v1/messaging/${transid}`,
    status: 404,
    opens: ["status"],
    named: "status",
  },
  {
    method: "POST",
    path: "/resources/v1/updates/replay",
    body: { from: "2020-01-01T00:00:00Z", to: "2020-01-02T00:00:00Z" },
    status: 200,
    opens: ["status"],
    named: "status",
  },
  {
    method: "PUT",
    path: "/resources/v1/devices",
    body: { appid: "scoped", kind: "android", pushid: "p", deviceid: "d" },
    status: 200,
    opens: ["devices"],
    named: "devices",
  },
  {
    method: "DELETE",
    path: "/resources/v1/devices",
    body: { appid: "scoped", deviceid: "nobody's" },
    status: 200,
    opens: ["devices"],
    named: "devices",
  },
  {
    method: "GET",
    path: "/resources/v1/templates",
    status: 200,
    opens: ["templates:read"],
    named: "templates:read",
  },
  {
    method: "GET",
    path: "/resources/v1/apps/scoped/templates/none",
    status: 404,
    opens: ["templates:read"],
    named: "templates:read",
  },
  {
    method: "PUT",
    path: "/resources/v1/apps/scoped/templates/made",
    body: { name: "Made", blocks: { android: { text: "Hello" } } },
    status: 201,
    opens: ["templates:write"],
    named: "templates:write",
  },
  {
    method: "POST",
    path: "/resources/v1/apps/scoped/templates/none/preview",
    body: { name: "Made", blocks: { android: { text: "Hello" } } },
    status: 200,
    opens: ["templates:read"],
    named: "templates:read",
  },
  {
    method: "POST",
    path: "/resources/v1/apps/scoped/templates/none/publish",
    body: { revision: 1 },
    status: 404,
    opens: ["templates:publish"],
    named: "templates:publish",
  },
  {
    method: "GET",
    path: "/resources/v1/users/nobody",
    status: 404,
    opens: ["users"],
    named: "users",
  },
  ...(["PUT", "PATCH"] as const).map((method) => ({
    method,
    path: "/resources/v1/users/maya",
    body: { attributes: { plan: "gold" } },
    status: method === "PUT" ? 201 : 200,
    opens: ["users"] as const,
    named: "users" as const,
  })),
  {
    method: "DELETE",
    path: "/resources/v1/users/maya",
    status: 200,
    opens: ["users"],
    named: "users",
  },
  {
    method: "POST",
    path: "/resources/v1/users",
    body: { users: [{ userid: "maya" }] },
    status: 200,
    opens: ["users"],
    named: "users",
  },
  ...(
    [
      ["GET", "", 200],
      ["POST", "", 400],
      ["GET", `/${transid}`, 404],
      ["PATCH", `/${transid}`, 404],
      ["DELETE", `/${transid}`, 404],
      ["GET", `/${transid}/count`, 404],
    ] as const
  ).map(([method, step, status]) => ({
    method,
    path: `/resources/v1/segments${step}`,
    ...(method.startsWith("P") && { body: { revision: 1, name: "Without a rule" } }),
    status,
    opens: ["segments"] as const,
    named: "segments" as const,
  })),
  ...["pause", "resume", "stop"].map((name) => ({
    method: "POST",
    path: `/resources/v1/campaigns/${newId()}/${name}`,
    status: 404,
    opens: ["campaigns"] as const,
    named: "campaigns" as const,
  })),
  {
    method: "GET",
    path: "/resources/v1/lab/counts",
    status: 298,
    opens: ["status"],
    named: "status",
  },
  {
    method: "GET",
    path: "/resources/v1/lab/faults",
    status: 298,
    opens: ["status"],
    named: "status",
  },
  {
    method: "PUT",
    path: "/resources/v1/lab/faults",
    body: { fcm: { status: 503 } },
    status: 298,
    opens: ["send"],
    named: "send",
  },
  {
    method: "DELETE",
    path: "/resources/v1/lab/notifications",
    status: 298,
    opens: ["send"],
    named: "send",
  },
  {
    method: "POST",
    path: "/resources/v1/lab/notifications",
    status: 298,
    opens: ["send"],
    named: "send",
  },
];
const plainKey = "sk_scope_plain_000000001";
const keyOf = (scope: Scope) => `sk_scope_${scope.replace(":", "_").padEnd(20, "0")}`;

/** What a route answers to who has the first scopes alone. */
const withFirst = ({ opens, status }: (typeof routes)[number]) =>
  firstScopes.some((scope) => opens.includes(scope)) ? status : 403;

describe("a service key", () => {
  let database: Database;
  let router: TestRouter;
  const serviceId = newId();
  const secret = randomBytes(32);

  beforeAll(async () => {
    database = await openTestDatabase();
    await database.query(
      "INSERT INTO service (id, name, sandbox, https_only) VALUES ($1, 'Scoped', true, false)",
      [serviceId],
    );
    await database.query("INSERT INTO jwt_secret (id, service_id, sealed) VALUES ($1, $2, $3)", [
      newId(),
      serviceId,
      seal(secret.toString("base64"), jwtSecretPlace(serviceId)),
    ]);
    const appId = newId();
    await database.query(
      "INSERT INTO app (id, service_id, appid, name, client_key) VALUES ($1, $2, 'scoped', 'A', 'ck_scoped')",
      [appId, serviceId],
    );
    await database.query(
      "INSERT INTO credential (id, app_id, provider, settings, secret_sealed, updated_at) VALUES ($1, $2, 'fcm', '{}', ''::bytea, now())",
      [newId(), appId],
    );
    for (const scope of [...scopes, "unheard:of"] as Scope[])
      await database.query(
        "INSERT INTO service_key (id, service_id, name, prefix, hash, scopes) VALUES ($1, $2, $3, '', $4, $5)",
        [newId(), serviceId, scope, hashServiceKey(keyOf(scope)), [scope]],
      );
    await database.query(
      "INSERT INTO service_key (id, service_id, name, prefix, hash) VALUES ($1, $2, 'plain', '', $3)",
      [newId(), serviceId, hashServiceKey(plainKey)],
    );
    const lab = (
      _request: unknown,
      response: { writeHead: (status: number) => { end: () => void } },
    ) => {
      response.writeHead(298).end();
      return true;
    };
    router = await openRouter({ lab });
    // From here on the device is registered.
    for (const route of routes.filter(({ method }) => method === "PUT"))
      await ask(route, { key: plainKey });
  });
  afterAll(async () => {
    await router.close();
    await database.close();
  });

  const ask = (route: (typeof routes)[number], headers: Record<string, string>) =>
    fetch(router.origin + route.path, {
      method: route.method,
      headers,
      ...(route.body && { body: JSON.stringify(route.body) }),
    });

  describe.each(routes)("at $method $path", (route) => {
    it.each(route.opens)("with the scope %s alone is let in", async (scope) => {
      expect((await ask(route, { key: keyOf(scope) })).status).toBe(route.status);
    });

    it.each(scopes.filter((scope) => !route.opens.includes(scope)))(
      "with the scope %s alone is answered with the one that it lacks",
      async (scope) => {
        const answer = await ask(route, { key: keyOf(scope) });
        expect(answer.status).toBe(403);
        expect(answer.headers.get("www-authenticate")).toBeNull();
        const message = `The service key is not for this: it lacks the scope ${route.named}`;
        expect(await answer.json()).toEqual({
          response: {
            code: "7001",
            description: "Authentication failed.",
            transid: expect.any(String),
            errors: [{ pointer: "", rule: "auth.scope", code: "7001", message }],
          },
        });
      },
    );

    it("with an unknown scope", async () => {
      expect((await ask(route, { key: keyOf("unheard:of" as Scope) })).status).toBe(403);
    });

    it("as a JWT of the service, which has the first scopes", async () => {
      const token = await new SignJWT({ iss: serviceId })
        .setProtectedHeader({ alg: "HS256" })
        .setIssuedAt()
        .sign(secret);
      expect((await ask(route, { authorization: `Bearer ${token}` })).status).toBe(
        withFirst(route),
      );
    });
  });

  it("is answered across origins by the routes of devices alone", async () => {
    for (const route of routes)
      for (const key of [plainKey, "sk_unknown", ...scopes.map(keyOf)]) {
        const { headers } = await ask(route, { key });
        expect(headers.get("access-control-allow-origin"), `${route.method} ${route.path}`).toBe(
          route.path.endsWith("/devices") ? "*" : null,
        );
      }
  });

  it("that was created without scopes may send, follow and manage devices", async () => {
    for (const route of routes)
      expect((await ask(route, { key: plainKey })).status).toBe(withFirst(route));
  });
});
