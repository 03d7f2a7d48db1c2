import { randomUUID } from "node:crypto";
import { database } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { startLoop } from "@/lib/work/loop";
import { claim, giveBack, renew, type ClaimedUpdate } from "./claim";
import { inFlightUpdates } from "./in-flight";
import { originBook } from "./origins";
import { defaultPolicy, type UpdatePolicy } from "./policy";
import { postUpdate, type Post } from "./post";

/**
 * After a look that found something, the next one waits so long for slots to become free: claims
 * are batches.
 */
const gatherMs = 15;

/** The sender of this process. */
export interface UpdateSender {
  /** Looks at once whether there is something to send. */
  wake(): void;
  /** Claims nothing more, and resolves when what is under way has ended and is recorded. */
  stop(): Promise<void>;
}

/**
 * Sends the delivery updates that are due, here and in the senders of other processes, until
 * stopped (contract 7). At least once each: what is under way when a process dies is sent again
 * after its lease. Woken by `wake` of the bus; looks by itself too, with pauses that grow while
 * there is nothing to do.
 *
 * @param options what is left out is as in `defaultPolicy`; `post` replaces the guarded call
 */
export function startUpdates(options: Partial<UpdatePolicy> & { post?: Post } = {}): UpdateSender {
  const { post = postUpdate, ...overrides } = options;
  const policy: UpdatePolicy = { ...defaultPolicy, ...overrides };
  const sql = database();
  const book = originBook(policy, () => performance.now());
  const leased = new Map<string, ClaimedUpdate>();
  const inFlight = inFlightUpdates({
    sql,
    policy,
    post,
    book,
    leased,
    onRoom: () => loop.wake(),
  });

  const [least, longest] = policy.pollMs;
  let pauseMs = least;
  const look = async (woken: boolean): Promise<number> => {
    const room = policy.mostLeased - leased.size;
    const claimed = room > 0 ? await claim(sql, randomUUID(), book.limits(), room, policy) : [];
    const resting = book.add(claimed);
    for (const update of claimed) leased.set(update.id, update);
    for (const { update } of resting) leased.delete(update.id);
    inFlight.pump();
    // What cannot be given back is due again after its lease.
    await giveBack(sql, resting).catch((error: unknown) =>
      log().warn({ err: error }, "updates of URLs that rest were not given back"),
    );
    pauseMs = claimed.length > 0 || woken ? least : Math.min(pauseMs * 2, longest);
    if (claimed.length === 0) return pauseMs;
    await pauseFor(gatherMs);
    return 0;
  };
  const loop = startLoop({
    of: "updates",
    lane: "update",
    look,
    failedMs: least,
    renew: {
      every: policy.heartbeatMs,
      leases: () => renew(sql, [...leased.values()], policy.leaseMs),
    },
  });
  return {
    wake: loop.wake,
    stop: async () => {
      await loop.stop();
      const waiting = book.drain();
      for (const { id } of waiting) leased.delete(id);
      // What cannot be given back is due again after its lease.
      const back = waiting.map((update) => ({ update, afterMs: 0 }));
      await giveBack(sql, back).catch((error: unknown) =>
        log().warn({ err: error }, "waiting updates were not given back"),
      );
      await inFlight.settled();
      loop.end();
    },
  };
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
