import { randomUUID } from "node:crypto";
import { slicesOf } from "@/lib/database/slices";
import { database } from "@/lib/database/sql";
import { log } from "@/lib/log/log";

import { inGroups } from "@/lib/runtime/in-groups";
import { persist } from "@/lib/runtime/persist";
import { startLoop } from "@/lib/work/loop";
import { attempt } from "./attempt";
import { claim, giveBack, renew, type Claimed } from "./claim";
import { originBook } from "./origins";
import { defaultPolicy, type UpdatePolicy } from "./policy";
import { postUpdate, type Post } from "./post";
import { recordResults, type Result } from "./record";

/** Results in one transaction at most. */
const groupItems = 200;
/** After a look that found something, the next one waits so long for slots to become free: claims are batches. */
const gatherMs = 15;
/** Results that come within this time are recorded together (milliseconds). */
const recordGatherMs = 10;

/** While the database is away, what a receiver has answered is held on to: it would otherwise be sent again. */
const holdOn = {
  forMs: 60_000,
  onFailure: (error: unknown) => log().warn({ err: error }, "the database did not take what became of an update; trying again"),
};

/** The sender of this process. */
export interface UpdateSender {
  /** Looks at once whether there is something to send. */
  wake(): void;
  /** Claims nothing more, and resolves when what is under way has ended and is recorded. */
  stop(): Promise<void>;
}

/**
 * Sends the delivery updates that are due, here and in the senders of other processes, until stopped (contract 7). At least once each:
 * what is under way when a process dies is sent again after its lease. Woken by `wake` of the bus; looks by itself too, with pauses that grow
 * while there is nothing to do.
 *
 * @param options what is left out is as in `defaultPolicy`; `post` replaces the guarded call
 */
export function startUpdates(options: Partial<UpdatePolicy> & { post?: Post } = {}): UpdateSender {
  const { post = postUpdate, ...given } = options;
  const policy: UpdatePolicy = { ...defaultPolicy, ...given };
  const sql = database();
  const book = originBook(policy, () => performance.now());
  const held = new Map<string, Claimed>();
  const claims = slicesOf("updates to claim", { least: 100, most: policy.held });
  const renewals = slicesOf("leases of updates", { least: 100, most: policy.held });
  const record = inGroups<Result, void>(
    { workClass: "recording", items: groupItems, gatherMs: () => recordGatherMs, parallel: sql.kind === "embedded" ? 1 : 2 },
    async (results) => {
      await slicesOf("results of updates", { least: 20, most: groupItems }).each(results, (some) =>
        sql.transaction((tx) => recordResults(tx, some)),
      );
      return results.map(() => undefined);
    },
  );

  const sending = new Set<Promise<void>>();
  let inFlight = 0;
  let overdue = 0;
  const one = async (update: Claimed) => {
    let late = false;
    const timer = setTimeout(() => {
      if (overdue >= policy.overdue) return;
      late = true;
      overdue += 1;
      inFlight -= 1;
      pump();
    }, policy.overdueMs);
    const result = await attempt(sql, post, update, policy).catch((error: unknown) => {
      log().warn({ err: error, update: update.id }, "an update could not be sent; it is due again when its lease ends");
      return undefined;
    });
    clearTimeout(timer);
    if (late) overdue -= 1;
    else inFlight -= 1;
    const { verdict, attempted } = result ?? {};
    const back = book.end(update.origin, {
      succeeded: attempted && attempted.error === null,
      restMs: attempted?.retryAfterMs,
      gone: verdict?.kind === "gone",
    });
    const ended = result && { ...result, back };
    pump();
    try {
      // In one transaction: nobody gets what is given back before it is known that its receiver is gone.
      if (ended) await persist(() => record(ended), holdOn);
      else await persist(() => giveBack(sql, back), holdOn);
    } catch (error) {
      log().warn({ err: error, update: update.id }, "an update could not be recorded; it is due again when its lease ends");
    } finally {
      if (verdict?.kind === "gone") book.reopen(update.origin);
      // What was given back may have been claimed again by now.
      for (const { id, leaseToken } of [update, ...back]) if (held.get(id)?.leaseToken === leaseToken) held.delete(id);
      loop.wake();
    }
  };
  /** Begins what may be sent now. */
  const pump = () => {
    while (inFlight < policy.inFlight) {
      const update = book.next();
      if (!update) return;
      inFlight += 1;
      const sent = one(update).finally(() => sending.delete(sent));
      sending.add(sent);
    }
  };
  const [least, longest] = policy.pollMs;
  let pauseMs = least;
  const look = async (woken: boolean): Promise<number> => {
    const room = policy.held - held.size;
    const most = Math.min(room, claims.size);
    const claimed =
      most > 0
        ? await claims.run(
            () => claim(sql, randomUUID(), book.limits(), most, policy),
            ({ length }) => length,
          )
        : [];
    for (const update of claimed) {
      held.set(update.id, update);
      book.add(update);
    }
    pump();
    pauseMs = claimed.length > 0 || woken ? least : Math.min(pauseMs * 2, longest);
    if (claimed.length === 0) return pauseMs;
    // There may be more, and places for it.
    if (claimed.length === most && most < room) return 0;
    await pauseFor(gatherMs);
    return 0;
  };
  const loop = startLoop({
    of: "updates",
    lane: "update",
    look,
    failedMs: least,
    renew: { every: policy.heartbeatMs, leases: () => renewals.each([...held.values()], (some) => renew(sql, some, policy.leaseMs)) },
  });
  return {
    wake: loop.wake,
    stop: async () => {
      await loop.stop();
      const waiting = book.drain();
      for (const { id } of waiting) held.delete(id);
      // What cannot be given back is due again after its lease.
      await giveBack(sql, waiting).catch((error: unknown) => log().warn({ err: error }, "waiting updates were not given back"));
      while (sending.size > 0) await Promise.all(sending);
      loop.end();
    },
  };
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
