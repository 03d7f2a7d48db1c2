import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { lockWaited, openTestDatabase } from "@/lib/database/testing";
import { claim, giveBack, renew, type ClaimedUpdate } from "./claim";
import { enqueueUpdates } from "./enqueue";
import { defaultPolicy } from "./policy";
import { recordResults, type Result } from "./record";
import { noLimits, testService, testSource } from "./testing";

describe("locks of updates", () => {
  let sql: Database;
  let serviceId: string;
  const leaseMs = 30_000;
  const claimed = async (count: number): Promise<ClaimedUpdate[]> => {
    await enqueueUpdates(
      sql,
      Array.from({ length: count }, () =>
        testSource(serviceId, "submitted", { notifyurl: "https://a.example/x" }),
      ),
    );
    const limits = {
      ...noLimits,
      origins: { serviceIds: [serviceId], origins: ["https://a.example"], free: [count] },
      services: { ids: [serviceId], free: [count], newFree: count },
    };
    const rows = await claim(sql, randomUUID(), limits, count, { ...defaultPolicy, leaseMs });
    return rows.toSorted((one, other) => (one.messageId < other.messageId ? -1 : 1));
  };
  const resultOf = (
    update: ClaimedUpdate,
    verdict: Result["verdict"] = { kind: "sent" },
  ): Result => ({
    update,
    verdict,
    attempted: {
      id: newId(),
      at: new Date(),
      durationMs: 1,
      status: 200,
      error: null,
      exchange: null,
    },
  });
  const lockOf = (update: ClaimedUpdate) =>
    sql.transaction(async (tx) => {
      await tx.query(`SELECT 1 FROM "update" WHERE message_id = $1 AND id = $2 FOR UPDATE`, [
        update.messageId,
        update.id,
      ]);
      await lockEnd;
    });
  const deadlocks = async () =>
    (
      await sql.query<{ n: number }>(
        "SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()",
      )
    )[0]?.n;
  let lockEnd: Promise<void>;
  let release: () => void;

  beforeAll(async () => {
    sql = await openTestDatabase();
    serviceId = await testService(sql);
    // A deadlock is found as soon as it is there.
    const [row] = await sql.query<{ name: string }>("SELECT current_database() AS name");
    await sql.query(`ALTER DATABASE ${row?.name ?? ""} SET deadlock_timeout = '20ms'`);
    await sql.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'idle'",
    );
  }, 120_000);
  afterAll(() => sql.close(), 60_000);
  beforeEach(async () => {
    await sql.query(`DELETE FROM "update"`);
    lockEnd = new Promise((resolve) => (release = resolve));
  });

  it("renews the leases of the others while one is being recorded", async () => {
    const [first, second] = await claimed(2);
    if (!first || !second) throw new Error("Nothing was claimed.");
    await sql.query(`UPDATE "update" SET next_at = now() + interval '1 second'`);
    const recording = lockOf(first);
    try {
      await expect
        .poll(() => sql.query(`SELECT 1 FROM "update" FOR UPDATE SKIP LOCKED`))
        .toHaveLength(1);
      await renew(sql, [first, second], leaseMs);
      const due = await sql.query<{ id: string }>(
        `SELECT id FROM "update" WHERE next_at > now() + interval '20 seconds'`,
      );
      expect(due.map(({ id }) => id)).toEqual([second.id]);
    } finally {
      release();
      await recording;
    }
  });

  it("records and releases several in one order, however they were listed", async () => {
    const updates = await claimed(2);
    const [first, second] = updates;
    if (!first || !second) throw new Error("Nothing was claimed.");
    const locked = lockOf(first);
    try {
      await expect
        .poll(() => sql.query(`SELECT 1 FROM "update" FOR UPDATE SKIP LOCKED`))
        .toHaveLength(1);
      // Waits for the first one, and holds none behind it meanwhile.
      const back = [first, second].map((update) => ({ update, afterMs: 0 }));
      const ways = [
        sql.transaction((tx) => recordResults(tx, [resultOf(second), resultOf(first)])),
        sql.transaction((tx) =>
          recordResults(tx, [{ ...resultOf(second), back: [{ update: first, afterMs: 0 }] }]),
        ),
        giveBack(sql, back.toReversed()),
      ];
      await lockWaited(sql);
      expect(
        await sql.query(`SELECT 1 FROM "update" WHERE id = $1 FOR UPDATE SKIP LOCKED`, [second.id]),
      ).toHaveLength(1);
      release();
      await Promise.all(ways);
    } finally {
      release();
      await locked;
    }
  });

  it("never waits in a circle, in any order of events", async () => {
    expect(await deadlocks()).toBe(0);
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.shuffledSubarray(
            Array.from({ length: 40 }, (_, n) => n),
            { minLength: 5 },
          ),
          { minLength: 12, maxLength: 12 },
        ),
        async (orders) => {
          const updates = await claimed(40);
          const inOrder = (order: readonly number[]) => order.flatMap((n) => updates[n] ?? []);
          await Promise.all(
            orders.map(async (order, n) => {
              const some = inOrder(order);
              if (n % 4 === 0) return renew(sql, some, leaseMs);
              if (n % 4 === 1)
                return giveBack(
                  sql,
                  some.map((update) => ({ update, afterMs: 0 })),
                );
              if (n % 4 === 2)
                return sql.transaction((tx) =>
                  recordResults(
                    tx,
                    some.map((update) => resultOf(update)),
                  ),
                );
              return sql.transaction((tx) =>
                recordResults(
                  tx,
                  some.map((update) =>
                    resultOf(update, { kind: "gone", reason: "It answered 410." }),
                  ),
                ),
              );
            }),
          );
          await sql.query(`DELETE FROM "update"`);
        },
      ),
      { numRuns: 15 },
    );
    expect(await deadlocks()).toBe(0);
  });
});
