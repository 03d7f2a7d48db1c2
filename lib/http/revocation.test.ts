import { createHmac } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { hashServiceKey } from "@/lib/auth/service-key";
import { cacheMs } from "@/lib/database/changes";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { findApp } from "@/lib/directory/app/find";
import { testApp } from "@/lib/directory/app/testing";
import { loadCredential } from "@/lib/directory/credential/load";
import { idleCredential } from "@/lib/directory/credential/testing";
import { createService } from "@/lib/directory/service/create";
import { jwtSecretsOf } from "@/lib/directory/service/jwt-secret";
import type { Actor } from "@/lib/policy/can";
import { stopMonotonicClock } from "@/lib/runtime/testing";
import { endpointsOf } from "@/lib/updates/endpoints";
import { listenToOthers } from "@/lib/work/wake";
import { openRouter, type TestRouter } from "./testing";

const actor: Actor = { kind: "job", name: "test" };
/** Without an interval, by which polling would move a clock that stands still. */
const soon = { interval: 0 };

describe("what is revoked", () => {
  let database: Database;
  let router: TestRouter;
  let quiet: () => Promise<void>;
  /** Writes as another process does: on a connection of its own. */
  let other: {
    query: (text: string, values?: unknown[]) => Promise<unknown>;
    end: () => Promise<void>;
  };
  let serviceId: string;
  let appId: string;
  let clientKey: string;
  let key: string;
  let testNumber = 0;

  beforeAll(async () => {
    database = await openTestDatabase();
    quiet = await listenToOthers();
    router = await openRouter();
    other = await stranger();
  });
  afterAll(async () => {
    await router.close();
    await quiet();
    await other.end();
    await database.close();
  });
  afterEach(() => vi.useRealTimers());
  beforeEach(async () => {
    testNumber += 1;
    key = `sk_revocation_test_${testNumber.toString().padStart(6, "0")}`;
    await database.transaction(async (tx) => {
      ({ id: serviceId } = await createService(
        { actor, tx },
        { name: `Service ${testNumber}`, sandbox: false, httpsOnly: false, key },
      ));
      ({ id: appId, clientKey } = await testApp(tx, serviceId, `app-${testNumber}`));
    });
    // Notifications arrive in order: with these two, those of the service's creation have arrived.
    for (const [active, expectedStatus] of [
      [false, 403],
      [true, 404],
    ] as const) {
      await other.query("UPDATE service SET active = $2 WHERE id = $1", [serviceId, active]);
      await vi.waitFor(
        async () => {
          if ((await status()) !== expectedStatus) throw new Error("It is not heard yet.");
        },
        { timeout: 30_000, interval: 2 },
      );
    }
    // Copies in memory do not expire by age: only notifications can drop them.
    stopMonotonicClock();
  });

  async function stranger() {
    // oxlint-disable-next-line node/no-process-env -- where the tests' server is
    const url = new URL(process.env["TEST_DATABASE_URL"] ?? "");
    const [row] = await database.query<{ name: string }>("SELECT current_database() AS name");
    url.pathname = `/${row?.name}`;
    const client = new pg.Client(url.href);
    await client.connect();
    return client;
  }

  const status = async (headers: Record<string, string> = { key }) =>
    (
      await fetch(`${router.origin}/resources/v1/messaging/00000000-0000-7000-8000-000000000000`, {
        headers,
      })
    ).status;
  const bearer = async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const text = `${part({ alg: "HS256" })}.${part({ iss: serviceId, iat: Math.floor(Date.now() / 1_000) })}`;
    const secret = (await jwtSecretsOf(serviceId))[0]?.secret ?? new Uint8Array();
    return {
      authorization: `Bearer ${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`,
    };
  };
  const device = () =>
    fetch(`${router.origin}/resources/v1/devices`, {
      method: "DELETE",
      headers: { key: clientKey },
      body: JSON.stringify({ appid: `app-${testNumber}`, deviceid: "d" }),
    });
  const revoke = () =>
    other.query("UPDATE service_key SET revoked_at = now() WHERE hash = $1", [hashServiceKey(key)]);

  it("is cached until then: another request queries nothing", async () => {
    expect(await status()).toBe(404);
    await database.query("ALTER TABLE service_key RENAME TO hidden");
    expect(await status()).toBe(404);
    await database.query("ALTER TABLE hidden RENAME TO service_key");
  });

  it("counts as soon as it is heard: a key, with SQL written by hand", async () => {
    expect(await status()).toBe(404);
    await revoke();
    await expect.poll(() => status(), soon).toBe(401);
  });

  it("counts as soon as it is heard: a scope of a key, with SQL written by hand", async () => {
    expect(await status()).toBe(404);
    await other.query("UPDATE service_key SET scopes = '{send}' WHERE hash = $1", [
      hashServiceKey(key),
    ]);
    await expect.poll(() => status(), soon).toBe(403);
  });

  it("counts as soon as it is heard: a service, and so does giving it back", async () => {
    expect(await status()).toBe(404);
    await other.query("UPDATE service SET active = false WHERE id = $1", [serviceId]);
    await expect.poll(() => status(), soon).toBe(403);
    await other.query("UPDATE service SET active = true WHERE id = $1", [serviceId]);
    await expect.poll(() => status(), soon).toBe(404);
  });

  it("counts as soon as it is heard: a JWT secret", async () => {
    const headers = await bearer();
    expect(await status(headers)).toBe(404);
    await other.query("DELETE FROM jwt_secret WHERE service_id = $1", [serviceId]);
    await expect.poll(() => status(headers), soon).toBe(401);
  });

  it("counts as soon as it is heard: an app's client key, an app, a credential", async () => {
    expect((await device()).status).toBe(200);
    await other.query("UPDATE app SET client_key = client_key || 'x' WHERE id = $1", [appId]);
    await expect.poll(async () => (await device()).status, soon).toBe(401);
    expect((await loadCredential(appId, "fcm"))?.credential).toEqual(idleCredential("fcm"));
    await other.query(
      `UPDATE credential SET settings = settings || '{"projectId": "mended"}' WHERE app_id = $1`,
      [appId],
    );
    await expect
      .poll(async () => (await loadCredential(appId, "fcm"))?.credential, soon)
      .toEqual({ ...idleCredential("fcm"), projectId: "mended" });
    expect(await findApp(appId)).toBeDefined();
    await other.query("DELETE FROM app WHERE id = $1", [appId]);
    await expect.poll(() => findApp(appId), soon).toBeUndefined();
  });

  it("counts as soon as it is heard: a webhook and a notify URL", async () => {
    const endpoints = async () => (await endpointsOf(database, [serviceId])).get(serviceId);
    expect(await endpoints()).toMatchObject({ notifyurl: "", webhooks: [] });
    await other.query("UPDATE service SET notifyurl = 'https://a.example/' WHERE id = $1", [
      serviceId,
    ]);
    await other.query(
      "INSERT INTO webhook (id, service_id, url, kinds) VALUES (gen_random_uuid(), $1, 'https://b.example/', '{}')",
      [serviceId],
    );
    const expected = { notifyurl: "https://a.example/", webhooks: [{ disabled: false }] };
    await expect.poll(endpoints, soon).toMatchObject(expected);
    await other.query("UPDATE webhook SET disabled_at = now() WHERE service_id = $1", [serviceId]);
    await expect.poll(endpoints, soon).toMatchObject({ webhooks: [{ disabled: true }] });
  });

  it("drops no copies when only the time of the last use is written", async () => {
    expect(await status()).toBe(404);
    await other.query("UPDATE service_key SET last_used_at = now()");
    await database.query("ALTER TABLE service_key RENAME TO hidden");
    // Every notification so far has arrived with the answer to a later query.
    await database.query("SELECT 1");
    expect(await status()).toBe(404);
    await database.query("ALTER TABLE hidden RENAME TO service_key");
  });

  it("counts too while this process hears nothing, and memory is trusted again once it does", async () => {
    vi.useRealTimers();
    expect(cacheMs(5_000)).toBe(5_000);
    expect(await status()).toBe(404);
    await other.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()",
    );
    await expect.poll(() => cacheMs(5_000), { interval: 1 }).toBe(250);
    await revoke();
    await expect.poll(() => status(), soon).toBe(401);
    await expect.poll(() => cacheMs(5_000)).toBe(5_000);
    await other.query("UPDATE service_key SET revoked_at = NULL WHERE hash = $1", [
      hashServiceKey(key),
    ]);
    await expect.poll(() => status(), soon).toBe(404);
  });
});
