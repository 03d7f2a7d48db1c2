import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { repeatRolledBack } from "@/lib/database/repeat";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { startReceiver, type Receiver } from "@/lib/lab/receiver";
import { endUpdateLeases } from "./claim";
import { enqueueUpdates, type UpdateSource } from "./enqueue";
import type { UpdatePolicy } from "./policy";
import { startUpdates, type UpdateSender } from "./send";
import { enqueueFirstUpdates, storeEndedSlices } from "./slice";
import { testService, testSource, updatesOf } from "./testing";

vi.stubEnv("NOTIFY_ALLOW", "127.0.0.0/8");
vi.stubEnv("APP_SECRET", "a secret of at least thirty-two characters");

interface Body {
  deliveryInfoNotification: { transid: string; deliveryInfo: { deliveryStatus: string } };
}

/** Fails never for good, and stores what has no answer almost at once. */
const policy: Partial<UpdatePolicy> = {
  pausesMs: Array.from({ length: 50 }, () => 1),
  jitter: 0,
  pollMs: [2, 10],
  holdAttempts: 50,
  unstoredMs: 20,
  mostUnstored: 60,
};

/**
 * `first`: deliveries are recorded; `later`: receipts of all so far come; `end`: leases end;
 * `restart`: the sender stops, and another one begins; `fail`: the receiver fails some times.
 */
const events = ["first", "first", "later", "end", "restart", "fail"] as const;

describe("updates in slices and in rows", () => {
  let sql: Database;
  let at: Receiver;
  let sender: UpdateSender | undefined;
  beforeAll(async () => {
    sql = await openTestDatabase();
    at = await startReceiver();
  }, 120_000);
  afterAll(async () => {
    await sender?.stop();
    await at.stop();
    await sql.close();
  }, 120_000);

  /** Does what events say; returns how many updates there are. */
  const play = async (serviceId: string, order: readonly (typeof events)[number][]) => {
    const submitted: UpdateSource[] = [];
    let delivered = 0;
    for (const event of order) {
      if (event === "first") {
        const some = Array.from({ length: 15 }, () => testSource(serviceId, "submitted"));
        await sql.transaction((tx) => enqueueFirstUpdates(tx, some));
        submitted.push(...some);
      } else if (event === "later") {
        const some = submitted.slice(delivered);
        delivered = submitted.length;
        await enqueueUpdates(
          sql,
          some.map((one) => ({ ...one, kind: "delivered" as const, code: "7500" as const })),
        );
      } else if (event === "end") {
        // Ends them all in one statement, which the server may roll back in favour of the sender:
        // a start does so before there is one.
        await repeatRolledBack(() => endUpdateLeases(sql));
        await storeEndedSlices(sql);
      } else if (event === "restart") {
        await sender?.stop();
        sender = startUpdates(policy);
      } else at.behave({ status: 500, times: 5 });
    }
    return submitted.length + delivered;
  };

  /** Plays events until all updates are sent, and stops the sender, also where that fails. */
  const playToTheEnd = async (serviceId: string, order: readonly (typeof events)[number][]) => {
    try {
      const count = await play(serviceId, order);
      const sent = await vi.waitFor(async () => {
        const all = await updatesOf(sql, serviceId);
        expect(all.filter(({ state }) => state === "sent")).toHaveLength(count);
        expect(await sql.query("SELECT 1 FROM update_slice")).toEqual([]);
        return all;
      }, 30_000);
      expect(sent).toHaveLength(count);
      return sent;
    } finally {
      await sender?.stop();
    }
  };

  it("are each sent, and in order, when leases end, senders stop and receivers fail", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...events), { minLength: 10, maxLength: 20 }),
        async (order) => {
          const serviceId = await testService(sql, { notifyurl: at.url });
          at.clear();
          sender = startUpdates(policy);
          const rows = await playToTheEnd(serviceId, order);
          const ids = new Set(at.requests.map(({ headers }) => headers["webhook-id"]));
          expect(ids).toEqual(new Set(rows.map(({ id }) => id)));
          const submitted = new Set<string>();
          const early = at.requests.filter(({ body }) => {
            const { deliveryInfoNotification: update } = JSON.parse(body) as Body;
            if (update.deliveryInfo.deliveryStatus === "Submitted") submitted.add(update.transid);
            return !submitted.has(update.transid);
          });
          expect(early).toEqual([]);
        },
      ),
      // What a smaller run would meet is what this one left behind.
      { numRuns: 10, endOnFailure: true },
    );
  }, 120_000);
});
