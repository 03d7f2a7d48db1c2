import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { createServer, type Http2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { makePoint } from "@/lib/lab/state-file";
import { built, context } from "@/lib/payload/testing";
import type { Provider, Target } from "../provider";
import { openProvider } from "../registry";
import { outcomesOf } from "../testing";
import { PushServices, timeoutMs } from "./push-services";

const servers: Http2Server[] = [];
let provider: Provider | undefined;
afterEach(async () => {
  await provider?.close();
  for (const server of servers.splice(0)) server.close();
});

/** Push services of one's own, each with its answer. Returns their origins. */
async function pushServices(statuses: readonly number[]): Promise<string[]> {
  return Promise.all(
    statuses.map(async (status) => {
      const server = createServer();
      servers.push(server);
      server.on("stream", (stream) => {
        stream.on("error", () => undefined);
        stream.respond({ ":status": status });
        stream.end();
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }),
  );
}

function targetAt(origin: string): Target {
  const own = createECDH("prime256v1");
  const keys = {
    p256dh: own.generateKeys("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
  return {
    deliveryId: randomUUID(),
    pushid: "x",
    subscription: { endpoint: `${origin}/push/${randomUUID()}`, keys },
  };
}

function open(origins: readonly string[]): Provider {
  provider = openProvider(
    "webpush",
    { ...makePoint(), subject: "mailto:a@b.example" },
    origins.map((origin) => new URL(origin).host),
  );
  return provider;
}

const request = built({ web: { platform_types: ["chrome"], text: "Hi" } }, "chrome", context());

it("closes no push service that has something to do, however many there are", async () => {
  const origins = await pushServices(Array.from({ length: 60 }, () => 201));
  const services = new PushServices({
    by: "NOTIFY_ALLOW",
    lab: origins.map((origin) => new URL(origin).host),
  });
  const call = (origin: string) =>
    services.send(origin, async () => async (pool) => {
      // Until the others have asked for their push service too.
      await new Promise<void>((resolve) => setImmediate(resolve));
      const { status } = await pool.request({
        method: "POST",
        path: "/",
        headers: {},
        body: "x",
        timeoutMs: 60_000,
      });
      return status === 201
        ? { kind: "submitted" }
        : { kind: "unknown", code: "7518", reason: String(status) };
    });
  expect(await Promise.all(origins.map(call))).toEqual(origins.map(() => ({ kind: "submitted" })));
  expect(await Promise.all(origins.map(call))).toEqual(origins.map(() => ({ kind: "submitted" })));
  await services.close();
});

it("does not take the key for wrong because one push service refuses what another takes", async () => {
  const origins = await pushServices([201, 403]);
  const [well = "", foreign = ""] = origins;
  const opened = open(origins);
  expect(await outcomesOf(opened, { request, targets: [targetAt(foreign)] })).toMatchObject([
    { kind: "stopped" },
  ]);
  expect(await outcomesOf(opened, { request, targets: [targetAt(well)] })).toMatchObject([
    { kind: "submitted" },
  ]);
  expect(await outcomesOf(opened, { request, targets: [targetAt(foreign)] })).toMatchObject([
    { kind: "deferred", code: "7504", trouble: "device" },
  ]);
});

it("leaves only the push service alone that fails", async () => {
  const origins = await pushServices([201, 500]);
  const [well = "", sick = ""] = origins;
  const opened = open(origins);
  for (let n = 0; n < 12; n += 1) await outcomesOf(opened, { request, targets: [targetAt(sick)] });
  const outcomes = await outcomesOf(opened, { request, targets: [targetAt(sick), targetAt(well)] });
  expect(outcomes).toMatchObject([{ kind: "held" }, { kind: "submitted" }]);
});

/** The pauses of so many that find all slots among silent push services in use. */
async function waiting(origins: readonly string[]): Promise<number[]> {
  const services = new PushServices({ by: "NOTIFY_ALLOW", lab: [] });
  const never = () => new Promise<never>(() => undefined);
  for (let n = 0; n < 100; n += 1) void services.send(`http://silent-${n}.example`, never);
  return Promise.all(
    origins.map(async (origin) => {
      const outcome = await services.send(origin, never);
      if (outcome.kind !== "held") throw new Error("was given a place");
      return outcome.afterMs;
    }),
  );
}

it("lets those that wait for a slot come back as slots become free, however many they are", async () => {
  const pauses = await waiting(
    Array.from({ length: 1_000 }, (_, n) => `http://waiting-${n}.example`),
  );
  // A time-out frees a hundred places.
  for (let from = 0; from < 45_000; from += timeoutMs)
    expect(
      pauses.filter((pause) => pause > from && pause <= from + timeoutMs).length,
    ).toBeLessThanOrEqual(101);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(5_000);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(60_000);
});

it("resumes all deliveries of a push service with its first answer", async () => {
  const pauses = await waiting(Array.from({ length: 2_000 }, () => "http://waiting.example"));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(10_000);
});
