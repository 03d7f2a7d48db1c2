import type { Database } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { inGroups } from "@/lib/runtime/in-groups";
import { persist } from "@/lib/runtime/persist";
import { SharedSlots } from "@/lib/work/share";
import { attempt } from "./attempt";
import { giveBack, withUnstored, type ClaimedUpdate, type GivenBack } from "./claim";
import type { OriginBook } from "./origins";
import type { UpdatePolicy } from "./policy";
import type { Post } from "./post";
import { recordResults, type Result } from "./record";

/** Results, and bytes of their exchanges, in one transaction at most. */
const groupItems = 1_000;
const groupBytes = 4_000_000;
/**
 * Results that come within this time are recorded together (milliseconds): the more of them are
 * awaited, the longer, since a transaction costs many times what an update does.
 */
const gatherMs = (awaited: number) => (awaited < 24 ? 10 : awaited < 250 ? 40 : 150);

/**
 * How long results are retried while the database is away: an update whose result is lost would be
 * sent again.
 */
export const holdOn = {
  forMs: 60_000,
  onFailure: (error: unknown) =>
    log().warn({ err: error }, "the database did not take what became of an update; trying again"),
};

/** The calls of this process that are under way. */
export interface InFlight {
  /** Begins what may be sent now. */
  pump(): void;
  /** Resolves when everything that was begun has ended and is recorded. */
  settled(): Promise<void>;
}

interface Parts {
  sql: Database;
  policy: UpdatePolicy;
  post: Post;
  book: OriginBook;
  /** Everything that is leased here, by id. An update leaves it once its result is recorded. */
  leased: Map<string, ClaimedUpdate>;
  /** Counts those of slices that are not stored. */
  unstored: () => number;
  /** Called when there is room for more. */
  onRoom: () => void;
}

/**
 * Sends the updates of the book, at most `policy.inFlight` at once and more only while calls are
 * overdue, and records their results. Services share these slots: one whose hosts all hang leaves
 * some to the others.
 */
export function inFlightUpdates(parts: Parts): InFlight {
  const { sql, policy, post, book, leased, onRoom } = parts;
  const record = recorder(parts);
  const sending = new Set<Promise<void>>();
  const calls = new SharedSlots(policy.inFlight);
  const overdue = new SharedSlots(policy.overdue);
  const one = async (update: ClaimedUpdate) => {
    const slot = callSlot(update, { calls, overdue, overdueMs: policy.overdueMs, onRoom: pump });
    const result = await attempt(sql, post, update, policy).catch((error: unknown) => {
      log().warn(
        { err: error, update: update.id },
        "an update could not be sent; it is due again when its lease ends",
      );
      return undefined;
    });
    slot.leave();
    const own = withUnstored({ update, afterMs: policy.leaseMs });
    const { verdict, attempted } = result ?? {};
    const back = book
      .end(update, {
        succeeded: attempted && attempted.error === null,
        restMs: attempted?.retryAfterMs,
        gone: verdict?.kind === "gone",
      })
      .map(withUnstored);
    pump();
    if (book.isHalf(update)) onRoom();
    try {
      // Where it is being stored as leased, its result comes after that.
      if (!own.unstored) await update.slice?.stored;
      // In one transaction: no worker claims the returned updates before it is stored that their
      // receiver is gone.
      if (result) await persist(() => record({ ...result, unstored: own.unstored, back }), holdOn);
      else await persist(() => storeDue(sql, own.unstored ? [own, ...back] : back), holdOn);
    } catch (error) {
      for (const { update: lost, unstored } of [own, ...back]) if (unstored) lost.slice?.lose();
      log().warn(
        { err: error, update: update.id },
        "an update could not be recorded; it is due again when its lease ends",
      );
    } finally {
      if (verdict?.kind === "gone") book.reopen(update);
      // What was given back may have been claimed again by now.
      for (const { id, leaseToken } of [update, ...back.map((one) => one.update)])
        if (leased.get(id)?.leaseToken === leaseToken) leased.delete(id);
      onRoom();
    }
  };
  const pump = () => {
    for (;;) {
      const update = book.next((serviceId) => calls.mayTake(serviceId));
      if (!update) return;
      calls.take(update.serviceId);
      const sent = one(update).finally(() => sending.delete(sent));
      sending.add(sent);
    }
  };
  return {
    pump,
    settled: async () => {
      while (sending.size > 0) await Promise.all(sending);
    },
  };
}

/**
 * The slot that a call has among `calls`. Once the call is overdue it moves to `overdue`, where its
 * service may have one there, and `onRoom` is called.
 */
function callSlot(
  { serviceId }: ClaimedUpdate,
  {
    calls,
    overdue,
    overdueMs,
    onRoom,
  }: { calls: SharedSlots; overdue: SharedSlots; overdueMs: number; onRoom: () => void },
): { leave(): void } {
  let slots = calls;
  const timer = setTimeout(() => {
    if (!overdue.mayTake(serviceId)) return;
    slots = overdue;
    overdue.take(serviceId);
    calls.leave(serviceId);
    onRoom();
  }, overdueMs);
  return {
    leave: () => {
      clearTimeout(timer);
      slots.leave(serviceId);
    },
  };
}

async function storeDue(sql: Database, updates: readonly GivenBack[]): Promise<void> {
  if (updates.length > 0) await sql.transaction((tx) => giveBack(tx, updates));
}

/** Records results in groups. */
function recorder({ sql, leased, unstored }: Parts): (result: Result) => Promise<void> {
  const awaited = () => leased.size + unstored();
  return inGroups<Result, void>(
    {
      workClass: "recording",
      items: groupItems,
      weight: { of: ({ attempted }) => attempted?.exchange?.length ?? 0, most: groupBytes },
      gatherMs: () => gatherMs(awaited()),
      expected: awaited,
      parallel: 2,
    },
    async (results) => {
      await sql.transaction((tx) => recordResults(tx, results));
      return results.map(() => undefined);
    },
  );
}
