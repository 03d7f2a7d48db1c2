import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { startReceiver, type Receiver } from "@/lib/lab/receiver";
import { announce } from "@/lib/runtime/bus";
import { enqueueUpdates } from "./enqueue";
import type { UpdatePolicy } from "./policy";
import { startUpdates, type UpdateSender } from "./send";
import { areDueIn, databaseTime, testService, testSource, updatesOf } from "./testing";

vi.stubEnv("NOTIFY_ALLOW", "127.0.0.0/8");
vi.stubEnv("APP_SECRET", "a secret of at least thirty-two characters");

/** The default with its hours turned into milliseconds. */
const quick: Partial<UpdatePolicy> = { pausesMs: [1, 2, 3, 4], jitter: 0, pollMs: [2, 10] };

describe("sending updates", () => {
  let sql: Database;
  let sender: UpdateSender | undefined;
  const receivers: Receiver[] = [];

  beforeAll(async () => {
    sql = await openTestDatabase();
  }, 120_000);
  afterAll(() => sql.close(), 120_000);
  afterEach(async () => {
    for (const one of receivers.splice(0)) await one.stop();
    await sender?.stop();
    sender = undefined;
    await sql.query(`DELETE FROM "update"`);
  });

  const receiver = async () => {
    const server = await startReceiver();
    receivers.push(server);
    return server;
  };
  const start = (policy: Partial<UpdatePolicy> = {}) => {
    sender = startUpdates({ ...quick, ...policy });
  };
  const settle = (serviceId: string, states: string[]) =>
    vi.waitFor(async () => {
      const rows = await updatesOf(sql, serviceId);
      expect(rows.map(({ state }) => state).sort()).toEqual(states.sort());
      return rows;
    }, 30_000);

  it("waits as long as Retry-After says, with every update for that URL", async () => {
    const at = await receiver();
    const serviceId = await testService(sql, { notifyurl: at.url });
    await enqueueUpdates(sql, [testSource(serviceId, "submitted")]);
    at.behave({ status: 429, headers: { "retry-after": "600" } });
    const began = await databaseTime(sql);
    start({ perOrigin: 1 });
    await vi.waitFor(async () => {
      const rows = await updatesOf(sql, serviceId);
      expect(rows[0]).toMatchObject({ attempts: 1, state: "pending" });
    }, 30_000);
    expect(await areDueIn(sql, serviceId, 600_000, began)).toBe(true);
    const healthy = await receiver();
    await enqueueUpdates(sql, [
      testSource(serviceId, "submitted"),
      testSource(serviceId, "submitted", { notifyurl: healthy.url }),
    ]);
    announce("wake", "update");
    await healthy.waitFor((requests) => requests.length === 1);
    expect(at.requests).toHaveLength(1);
    // What came after it is due when the URL may be called again.
    await vi.waitFor(async () => {
      const due = (await updatesOf(sql, serviceId)).flatMap(({ state, dueInMs }) =>
        state === "pending" ? [dueInMs ?? 0] : [],
      );
      expect(due.filter((ms) => ms > 500_000)).toHaveLength(2);
    }, 30_000);
  });

  it("lets what one URL answers delay no other URL of its service, and no other service at its host", async () => {
    const at = await receiver();
    const [serviceId, other] = [await testService(sql), await testService(sql)];
    at.behave({ status: 503, headers: { "retry-after": "86400" }, times: 1 });
    await enqueueUpdates(sql, [
      testSource(serviceId, "submitted", { notifyurl: `${at.url}/busy` }),
    ]);
    start();
    await at.waitFor((requests) => requests.length === 1);
    await vi.waitFor(
      async () =>
        expect((await updatesOf(sql, serviceId))[0]).toMatchObject({
          attempts: 1,
          state: "pending",
        }),
      30_000,
    );
    await enqueueUpdates(sql, [
      testSource(serviceId, "submitted", { notifyurl: `${at.url}/well` }),
      testSource(other, "submitted", { notifyurl: `${at.url}/busy` }),
    ]);
    announce("wake", "update");
    await settle(serviceId, ["pending", "sent"]);
    await settle(other, ["sent"]);
    expect(at.requests).toHaveLength(3);
  });

  it("hosts of one service that all hang leave slots to another service", async () => {
    const fast = await receiver();
    const [giant, small] = [await testService(sql), await testService(sql)];
    // Loopback has a whole network of addresses: each of them is a host of its own. None answers.
    let hanging = 0;
    const silent = createServer(() => (hanging += 1)).listen(0, "0.0.0.0");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const hosts = Array.from({ length: 60 }, (_, n) => `http://127.0.0.${n + 2}:${port}/`);
    try {
      await enqueueUpdates(
        sql,
        hosts.flatMap((url) =>
          [1, 2].map(() => testSource(giant, "submitted", { notifyurl: url })),
        ),
      );
      start({ inFlight: 16, overdue: 16, overdueMs: 1, mostLeased: 40, timeoutMs: 60_000 });
      // Three quarters of the slots for calls, and of those for overdue ones.
      await vi.waitFor(() => expect(hanging).toBe(24), 30_000);
      const many = Array.from({ length: 30 }, () =>
        testSource(small, "submitted", { notifyurl: fast.url }),
      );
      await enqueueUpdates(sql, many);
      announce("wake", "update");
      await fast.waitFor((requests) => requests.length === 30);
      await settle(
        small,
        many.map(() => "sent"),
      );
      expect(hanging).toBe(24);
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
  });

  it("a host that hangs holds up no other", async () => {
    const [slow, fast] = [await receiver(), await receiver()];
    const serviceId = await testService(sql);
    slow.behave({ hang: true });
    const many = (url: string) =>
      Array.from({ length: 60 }, () => testSource(serviceId, "submitted", { notifyurl: url }));
    await enqueueUpdates(sql, [...many(slow.url), ...many(fast.url)]);
    start({ inFlight: 24, perOrigin: 8, timeoutMs: 60_000 });
    await fast.waitFor((requests) => requests.length === 60);
    expect(slow.requests.length).toBeLessThanOrEqual(8);
  });
});
