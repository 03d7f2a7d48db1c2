import { randomUUID } from "node:crypto";
import { database, type Database } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { LookBack, recentId } from "@/lib/work/look-back";
import { startLoop } from "@/lib/work/loop";
import { claim, giveBack, renew, type ClaimedUpdate, type GivenBack } from "./claim";
import { holdOn, inFlightUpdates } from "./in-flight";
import { OpenSlices } from "./open-slices";
import { originBook } from "./origins";
import { defaultPolicy, type UpdatePolicy } from "./policy";
import { postUpdate, type Post } from "./post";
import { storeEndedSlices } from "./slice";

/**
 * After a look that found something, the next one waits so long for slots to become free: claims
 * are batches.
 */
const gatherMs = 15;
/** How often slices of processes that died are looked for, at most. */
const endedSlicesMs = 1_000;

/** The sender of this process. */
export interface UpdateSender {
  /** Looks at once whether there is something to send. */
  wake(): void;
  /** Claims nothing more, and resolves when what is under way has ended and is recorded. */
  stop(): Promise<void>;
}

/** Returns what claims due updates: so many at most, as far back as its turn reads. */
function claimerOf(
  sql: Database,
  policy: UpdatePolicy,
  book: Pick<ReturnType<typeof originBook>, "limits">,
): (room: number) => Promise<ClaimedUpdate[]> {
  const lookBack = new LookBack();
  return async (room) => {
    if (room <= 0) return [];
    const since = lookBack.next();
    const claimed = await claim(sql, randomUUID(), book.limits(), room, policy, since);
    const recent = recentId();
    lookBack.report(
      since,
      claimed.some(({ messageId }) => messageId < recent),
    );
    return claimed;
  };
}

/**
 * Sends the delivery updates that are due, here and in the senders of other processes, and those
 * that this process enqueues in slices, until stopped (contract 7). At least once each: what is
 * under way when a process dies is sent again after its lease. Woken by `wake` of the bus; looks by
 * itself too, with pauses that grow while there is nothing to do.
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
    unstored: () => slices.unstored,
    onRoom: () => loop.wake(),
  });
  const slices = new OpenSlices({ sql, policy, book, leased, pump: () => inFlight.pump(), holdOn });

  const [least, longest] = policy.pollMs;
  let pauseMs = least;
  const claimDue = claimerOf(sql, policy, book);
  const lookForEndedSlices = endedSlicesLook(sql);
  const look = async (woken: boolean): Promise<number> => {
    await lookForEndedSlices();
    const claimed = await claimDue(policy.mostLeased - leased.size);
    const resting = book.add(claimed);
    for (const update of claimed) leased.set(update.id, update);
    for (const { update } of resting) leased.delete(update.id);
    inFlight.pump();
    await tryToGiveBack(sql, resting);
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
      leases: () => Promise.all([renew(sql, [...leased.values()], policy.leaseMs), slices.renew()]),
    },
  });
  return {
    wake: loop.wake,
    stop: async () => {
      await loop.stop();
      await slices.stop();
      const waiting = book.drain();
      for (const { id } of waiting) leased.delete(id);
      await tryToGiveBack(
        sql,
        waiting.map((update) => ({ update, afterMs: 0 })),
      );
      await inFlight.settled();
      loop.end();
    },
  };
}

/** Returns what stores the updates of slices whose lease has ended, once in a while. */
function endedSlicesLook(sql: Database): () => Promise<void> {
  let lastAt = -Infinity;
  return async () => {
    if (performance.now() - lastAt < endedSlicesMs) return;
    lastAt = performance.now();
    await storeEndedSlices(sql).catch((error: unknown) =>
      log().warn({ err: error }, "updates of processes that died were not stored; trying again"),
    );
  };
}

/** What cannot be given back is due again after its lease. */
async function tryToGiveBack(sql: Database, updates: readonly GivenBack[]): Promise<void> {
  await giveBack(sql, updates).catch((error: unknown) =>
    log().warn({ err: error }, "updates that rest, or are left at the stop, were not given back"),
  );
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
