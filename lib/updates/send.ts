import { randomUUID } from "node:crypto";
import { database } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { guardedPost } from "@/lib/outbound/guarded";
import { listen } from "@/lib/runtime/bus";
import { inGroups } from "@/lib/runtime/in-groups";
import { persist } from "@/lib/runtime/persist";
import { attempt } from "./attempt";
import { claim, giveBack, renew, type Claimed } from "./claim";
import { originBook } from "./origins";
import { defaultPolicy, type UpdatePolicy } from "./policy";
import type { Post } from "./post";
import { recordResults, type Result } from "./record";

/** Results in one transaction at most. */
const groupItems = 200;
/** After a look that found something, the next one waits so long for places to become free: claims are batches. */
const gatherMs = 15;
/** Results that come within this time are recorded together (milliseconds). */
const recordGatherMs = 10;

/** While the database is away, what a receiver has answered is held on to: it would otherwise be told again. */
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
 * Sends the delivery updates that are due, here and beside the senders of other processes, until stopped (contract 7). At least once each:
 * what is under way when a process dies is sent again after its lease. Woken by `wake` of the bus; looks by itself too, with pauses that grow
 * while there is nothing to do.
 *
 * @param options what is left out is as in `defaultPolicy`; `post` replaces the guarded call
 */
export function startUpdates(options: Partial<UpdatePolicy> & { post?: Post } = {}): UpdateSender {
  const { post = guardedPost, ...given } = options;
  const policy: UpdatePolicy = { ...defaultPolicy, ...given };
  const sql = database();
  const book = originBook(policy, () => performance.now());
  const held = new Map<string, Claimed>();
  const record = inGroups<Result, void>(
    { items: groupItems, gatherMs: () => recordGatherMs, parallel: sql.kind === "embedded" ? 1 : 2 },
    async (results) => {
      await sql.transaction((tx) => recordResults(tx, results));
      return results.map(() => undefined);
    },
  );

  let stopped = false;
  const nap = sleeper();

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
      for (const { id } of [update, ...back]) held.delete(id);
      nap.wake();
    }
  };
  /** Begins what may be sent now. */
  const pump = () => {
    while (inFlight < policy.inFlight) {
      const update = book.next();
      if (!update) return;
      inFlight += 1;
      void one(update);
    }
  };
  const look = async (): Promise<number> => {
    const room = policy.held - held.size;
    if (room <= 0) return 0;
    const claimed = await claim(sql, randomUUID(), book.limits(), room, policy);
    for (const update of claimed) {
      held.set(update.id, update);
      book.add(update);
    }
    pump();
    return claimed.length;
  };
  const loop = async () => {
    const [least, most] = policy.pollMs;
    let pause = least;
    while (!stopped) {
      let found = 0;
      try {
        found = await look();
      } catch (error) {
        log().warn({ err: error }, "claiming updates failed; trying again");
      }
      if (found > 0) {
        pause = least;
        await pauseFor(gatherMs);
      } else {
        const woken = await nap.sleep(pause);
        pause = woken ? least : Math.min(pause * 2, most);
      }
    }
  };

  const beat = setInterval(() => {
    renew(sql, [...held.values()], policy.leaseMs).catch((error: unknown) =>
      log().warn({ err: error }, "renewing the leases of updates failed"),
    );
  }, policy.heartbeatMs);
  const quiet = listen("wake", (lane) => lane === "update" && nap.wake());
  const running = loop();
  return {
    wake: nap.wake,
    stop: async () => {
      stopped = true;
      quiet();
      nap.wake();
      await running;
      const waiting = book.drain();
      for (const { id } of waiting) held.delete(id);
      // What cannot be given back is due again after its lease.
      await giveBack(sql, waiting).catch((error: unknown) => log().warn({ err: error }, "waiting updates were not given back"));
      while (held.size > 0) await nap.sleep(policy.timeoutMs);
      clearInterval(beat);
    },
  };
}

/** A sleep that can be cut short. A wake that comes while nobody sleeps is not lost: the next sleep ends at once. */
function sleeper() {
  let pending = false;
  let end: ((woken: boolean) => void) | undefined;
  return {
    wake: () => {
      if (end) end(true);
      else pending = true;
    },
    sleep: (ms: number) =>
      new Promise<boolean>((resolve) => {
        if (pending) {
          pending = false;
          resolve(true);
          return;
        }
        const timer = setTimeout(() => end?.(false), ms);
        end = (woken) => {
          clearTimeout(timer);
          end = undefined;
          resolve(woken);
        };
      }),
  };
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
