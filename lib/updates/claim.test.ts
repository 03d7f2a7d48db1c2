import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase, rowsIn } from "@/lib/database/testing";
import { newTransid } from "@/lib/runtime/transid";
import { recentId } from "@/lib/work/look-back";
import { claim, giveBack, renew } from "./claim";
import { enqueueUpdates } from "./enqueue";
import type { ClaimLimits } from "./origins";
import { defaultPolicy } from "./policy";
import { recordResults } from "./record";
import { areDueIn, databaseTime, noLimits, testService, testSource, updatesOf } from "./testing";

describe("claims", () => {
  let sql: Database;
  let serviceId: string;
  beforeAll(async () => {
    sql = await openTestDatabase();
    serviceId = await testService(sql);
  }, 120_000);
  afterAll(() => sql.close(), 60_000);
  beforeEach(async () => {
    await sql.query(`DELETE FROM "update"`);
  });

  const take = (room = 100, limits = noLimits, leaseMs = 30_000) =>
    claim(sql, randomUUID(), limits, room, { ...defaultPolicy, leaseMs });
  const ofOrigins = (free: Record<string, number>): ClaimLimits => ({
    ...noLimits,
    origins: {
      serviceIds: Object.keys(free).map(() => serviceId),
      origins: Object.keys(free).map((host) => `https://${host}`),
      free: Object.values(free),
    },
  });
  const fill = (count: number, host: string, of = serviceId) =>
    enqueueUpdates(
      sql,
      Array.from({ length: count }, () =>
        testSource(of, "submitted", { notifyurl: `https://${host}/x` }),
      ),
    );

  it("gives no worker what another one has leased, until the lease ends", async () => {
    await fill(1, "a.example");
    const [first] = await take(10, noLimits, 0);
    expect(first).toMatchObject({
      origin: "https://a.example",
      attempts: 0,
      receiver: "notifyurl",
    });
    const [second] = await take();
    expect(second?.id).toBe(first?.id);
    expect(await take()).toEqual([]);
  });

  it("reads no more of what waits than it takes, though nothing waited when rows were counted", async () => {
    const fillOne = () => {
      const messageId = newTransid();
      const notifyurl = "https://a.example/x";
      return enqueueUpdates(
        sql,
        Array.from({ length: 2_000 }, () =>
          testSource(serviceId, "submitted", { messageId, notifyurl }),
        ),
      );
    };
    for (let n = 0; n < 5; n += 1) {
      await fillOne();
      await sql.query(`UPDATE "update" SET state = 'sent', next_at = NULL WHERE state = 'pending'`);
    }
    await sql.script(`VACUUM ANALYZE "update"`);
    await fillOne();
    const read = await rowsIn(sql, (tx) =>
      claim(tx, randomUUID(), ofOrigins({ "a.example": 100 }), 100, defaultPolicy, recentId()),
    );
    // Each of a hundred is in hand some times; with those that wait looked through, 200,000.
    expect(read).toBeLessThan(5_000);
  });

  it("a late result of a lost lease changes nothing, but its attempt is stored", async () => {
    await fill(1, "a.example");
    const [late] = await take(10, noLimits, 0);
    const [now] = await take();
    if (!late || !now) throw new Error("nothing claimed");
    const attempted = {
      id: randomUUID(),
      status: 500,
      error: "answered 500",
      at: new Date(),
      durationMs: 3,
      exchange: null,
    };
    await recordResults(sql, [
      { update: late, verdict: { kind: "parked", reason: "late" }, attempted },
    ]);
    await renew(sql, [late], 0);
    expect((await updatesOf(sql, serviceId))[0]).toMatchObject({ state: "pending", attempts: 0 });
    const sent = {
      update: now,
      verdict: { kind: "sent" },
      attempted: { ...attempted, id: randomUUID(), status: 200, error: null },
    } as const;
    await recordResults(sql, [sent]);
    // A worker that gets no confirmation records the result once more.
    await recordResults(sql, [sent]);
    expect((await updatesOf(sql, serviceId))[0]).toMatchObject({
      state: "sent",
      attempts: 1,
      dueInMs: null,
    });
    expect(
      await sql.query("SELECT 1 FROM update_attempt WHERE update_id = $1", [now.id]),
    ).toHaveLength(2);
  });

  it("a heartbeat prolongs the lease", async () => {
    await fill(1, "a.example");
    const began = await databaseTime(sql);
    const leased = await take(10, noLimits, 1_000);
    expect(await areDueIn(sql, serviceId, 1_000, began)).toBe(true);
    await renew(sql, leased, 60_000);
    expect(await areDueIn(sql, serviceId, 60_000, began)).toBe(true);
  });

  it("keeps to each origin's limit and gives each its share first", async () => {
    await fill(50, "busy.example");
    await fill(50, "other.example");
    await fill(9, "small.example");
    // Of a new host it takes two.
    const claimed = await take(12, ofOrigins({ "busy.example": 3, "other.example": 50 }));
    const count = (host: string) =>
      claimed.filter(({ origin }) => origin === `https://${host}`).length;
    expect(claimed).toHaveLength(12);
    expect([count("busy.example"), count("small.example"), count("other.example")]).toEqual([
      3, 2, 7,
    ]);
    expect(
      await take(100, ofOrigins({ "busy.example": 0, "other.example": 0, "small.example": 0 })),
    ).toEqual([]);
  });

  it("gives each service its turn, however many hosts another one calls", async () => {
    const other = await testService(sql);
    for (let n = 0; n < 30; n += 1) await fill(1, `host-${n}.example`);
    await fill(2, "host-1.example", other);
    const first = await take(6);
    expect(first.filter((update) => update.serviceId === other)).toHaveLength(2);
    const services = { ids: [serviceId], free: [5], newFree: 1 };
    await fill(2, "host-1.example", other);
    const second = await take(20, { ...noLimits, services });
    expect(second.filter((update) => update.serviceId === other)).toHaveLength(1);
    expect(second.filter((update) => update.serviceId === serviceId)).toHaveLength(5);
  });

  it("gives back an update for later, at once or after a pause", async () => {
    await fill(2, "a.example");
    const [one, two] = await take();
    if (!one || !two) throw new Error("nothing claimed");
    const began = await databaseTime(sql);
    await giveBack(sql, [{ update: one, afterMs: 3_600_000 }]);
    await renew(sql, [two], 3_600_000);
    expect(await areDueIn(sql, serviceId, 3_600_000, began)).toBe(true);
    await giveBack(sql, [{ update: two, afterMs: 0 }]);
    expect((await take()).map(({ id }) => id)).toEqual([two.id]);
  });
});
