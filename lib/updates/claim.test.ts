import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { testDatabases } from "@/lib/database/testing";
import { claim, renew } from "./claim";
import { enqueueUpdates } from "./enqueue";
import { defaultPolicy } from "./policy";
import { recordResults } from "./record";
import { areDueIn, databaseTime, testService, testSource, updatesOf } from "./testing";

describe.each(testDatabases())("claims on $name", ({ open }) => {
  let sql: Database;
  let serviceId: string;
  beforeAll(async () => {
    sql = await open();
    serviceId = await testService(sql);
  }, 120_000);
  afterAll(() => sql.close(), 60_000);
  beforeEach(async () => {
    await sql.query(`DELETE FROM "update"`);
  });

  const free = { origins: [], free: [] };
  const take = (room = 100, limits: { origins: string[]; free: number[] } = free, leaseMs = 30_000) =>
    claim(sql, randomUUID(), limits, room, { ...defaultPolicy, leaseMs });
  const fill = (count: number, host: string) =>
    enqueueUpdates(
      sql,
      Array.from({ length: count }, () => testSource(serviceId, "submitted", { notifyurl: `https://${host}/x` })),
    );

  it("gives no worker what another one has leased, until the lease ends", async () => {
    await fill(1, "a.example");
    const [first] = await take(10, free, 0);
    expect(first).toMatchObject({ origin: "https://a.example", attempts: 0, receiver: "notifyurl" });
    const [second] = await take();
    expect(second?.id).toBe(first?.id);
    expect(await take()).toEqual([]);
  });

  it("a late result of a lost lease changes nothing, but its attempt is kept", async () => {
    await fill(1, "a.example");
    const [late] = await take(10, free, 0);
    const [now] = await take();
    if (!late || !now) throw new Error("nothing claimed");
    const attempted = { id: randomUUID(), status: 500, error: "answered 500", at: new Date(), durationMs: 3, exchange: null };
    await recordResults(sql, [{ update: late, verdict: { kind: "parked", reason: "late" }, attempted }]);
    await renew(sql, [late], 0);
    expect((await updatesOf(sql, serviceId))[0]).toMatchObject({ state: "pending", attempts: 0 });
    const sent = {
      update: now,
      verdict: { kind: "sent" },
      attempted: { ...attempted, id: randomUUID(), status: 200, error: null },
    } as const;
    await recordResults(sql, [sent]);
    // Whoever is not told that it was recorded records it once more.
    await recordResults(sql, [sent]);
    expect((await updatesOf(sql, serviceId))[0]).toMatchObject({ state: "sent", attempts: 1, dueInMs: null });
    expect(await sql.query("SELECT 1 FROM update_attempt WHERE update_id = $1", [now.id])).toHaveLength(2);
  });

  it("a heartbeat prolongs the lease", async () => {
    await fill(1, "a.example");
    const began = await databaseTime(sql);
    const held = await take(10, free, 1_000);
    expect(await areDueIn(sql, serviceId, 1_000, began)).toBe(true);
    await renew(sql, held, 60_000);
    expect(await areDueIn(sql, serviceId, 60_000, began)).toBe(true);
  });

  it("keeps to each origin's limit and gives each its share first", async () => {
    await fill(50, "busy.example");
    await fill(50, "other.example");
    await fill(9, "small.example");
    // Of a host that is not known yet it takes two.
    const taken = await take(12, { origins: ["https://busy.example", "https://other.example"], free: [3, 50] });
    const count = (host: string) => taken.filter(({ origin }) => origin === `https://${host}`).length;
    expect(taken).toHaveLength(12);
    expect([count("busy.example"), count("small.example"), count("other.example")]).toEqual([3, 2, 7]);
    const nothing = { origins: ["https://busy.example", "https://other.example", "https://small.example"], free: [0, 0, 0] };
    expect(await take(100, nothing)).toEqual([]);
  });
});
