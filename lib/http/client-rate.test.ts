import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { config } from "@/lib/config/config";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { createApp } from "@/lib/directory/app/create";
import { createService } from "@/lib/directory/service/create";
import type { Actor } from "@/lib/policy/can";
import { stopMonotonicClock } from "@/lib/runtime/testing";
import { TokenBuckets } from "@/lib/runtime/token-buckets";
import { openRouter, type TestRouter } from "./testing";

describe("token buckets", () => {
  it("give what they hold and then their rate, each name for itself", () => {
    let now = 0;
    const buckets = new TokenBuckets(10, { burstSeconds: 2, clock: () => now });
    for (let n = 0; n < 20; n += 1) expect(buckets.take("a", 1)).toBe(0);
    expect(buckets.take("a", 1)).toBe(1);
    expect(buckets.take("a", 15)).toBe(1);
    expect(buckets.take("b", 20)).toBe(0);
    now += 1_000;
    for (let n = 0; n < 10; n += 1) expect(buckets.take("a", 1)).toBe(0);
    expect(buckets.take("a", 1)).toBe(1);
    now += 3_600_000;
    expect(buckets.take("a", 20)).toBe(0);
    expect(buckets.take("a", 1)).toBe(1);
  });

  it("give more than they hold when they are half full, and are in debt then", () => {
    let now = 0;
    const buckets = new TokenBuckets(10, { burstSeconds: 1, clock: () => now });
    expect(buckets.take("a", 50)).toBe(0);
    expect(buckets.take("a", 1)).toBe(5);
    now += 4_400;
    expect(buckets.take("a", 10)).toBe(1);
    now += 100;
    expect(buckets.take("a", 10)).toBe(0);
  });

  it("give as much in two takes as in one: a large call is not refused for ever", () => {
    const buckets = new TokenBuckets(50, { burstSeconds: 10, clock: () => 0 });
    expect(buckets.take("a", 1)).toBe(0);
    expect(buckets.take("a", 999)).toBe(0);
  });

  it("are so many at most, those used last", () => {
    const buckets = new TokenBuckets(1, { burstSeconds: 1, mostKept: 100, clock: () => 0 });
    for (let n = 0; n < 10_000; n += 1) {
      buckets.take(`name ${n}`, 1);
      expect(buckets.take("busy", 1)).toBe(n === 0 ? 0 : 1);
    }
    expect(buckets.size).toBe(100);
  });

  it("hold back nothing without a rate", () => {
    const buckets = new TokenBuckets(0);
    for (let n = 0; n < 1_000; n += 1) expect(buckets.take("a", 1_000)).toBe(0);
    expect(buckets.size).toBe(0);
  });
});

describe("devices that do too much", () => {
  const serviceKey = "sk_client_rate_test_00001";
  const actor: Actor = { kind: "job", name: "test" };
  let database: Database;
  let router: TestRouter;
  const keys: string[] = [];

  beforeAll(async () => {
    config().CLIENT_ADDRESS_RATE = 20;
    config().CLIENT_KEY_RATE = 10;
    database = await openTestDatabase();
    await database.transaction(async (tx) => {
      const service = await createService(
        { actor, tx },
        { name: "S", sandbox: false, httpsOnly: false, key: serviceKey },
      );
      for (const appid of ["one", "two"])
        keys.push(
          (await createApp({ actor, tx }, { serviceId: service.id, appid, name: appid })).clientKey,
        );
    });
    router = await openRouter();
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(async () => {
    await router.close();
    await database.close();
  });

  const call = (path: string, method: string, key: string, body: unknown) =>
    fetch(`${router.origin}/resources/v1/${path}`, {
      method,
      headers: { key },
      body: JSON.stringify(body),
    });
  const receipts = (key: string, count: number) =>
    call(
      "receipts",
      "POST",
      key,
      Array.from({ length: count }, () => ({ transid: "x", deviceid: "d", event: "read" })),
    );
  const register = (key: string, appid: string) =>
    call("devices", "PUT", key, { appid, deviceid: "d", kind: "android", pushid: "p" });

  it("learn when to come back: first by their key, with any other use of it, then by their address", async () => {
    const [one = "", two = ""] = keys;
    stopMonotonicClock();
    // A bucket holds ten seconds' worth: 100 of a key, 200 of this address.
    expect((await register(one, "one")).status).toBe(201);
    expect((await receipts(one, 85)).status).toBe(200);
    const refused = await register(one, "one");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBe(1);
    expect(refused.headers.get("access-control-allow-origin")).toBe("*");
    expect(refused.headers.get("access-control-expose-headers")).toBe("retry-after");
    expect(await refused.json()).toEqual({
      error: "Too many requests with this client key. Try again in 1 second.",
      problems: [],
    });
    expect((await call("devices", "DELETE", one, { appid: "one", deviceid: "d" })).status).toBe(
      429,
    );
    const many = await receipts(one, 50);
    expect([many.status, Number(many.headers.get("retry-after")) > 1]).toEqual([429, true]);
    // Another key has its own, as far as the address goes.
    expect((await register(two, "two")).status).toBe(201);
    let last = await receipts(two, 1);
    for (let n = 0; n < 60 && last.status !== 429; n += 1)
      last = await call("devices", "PUT", `guess-${n}`, {});
    expect(last.status).toBe(429);
    expect(await last.json()).toMatchObject({
      error: expect.stringMatching(
        /^Too many requests from this address\. Try again in \d+ seconds?\.$/,
      ) as string,
    });
    // Calls with the service's own key are not limited.
    expect((await register(serviceKey, "one")).status).toBe(200);
  });
});
