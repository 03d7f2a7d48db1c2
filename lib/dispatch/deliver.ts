import { newId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import { flagCredential, keepWorked } from "@/lib/directory/credential/load";
import { providerOf } from "@/lib/interface/device-kinds";
import { log } from "@/lib/log/log";
import { rowsAtOnce } from "@/lib/runtime/attended";
import { once } from "@/lib/runtime/once";
import { persist } from "@/lib/runtime/persist";
import { LookBack } from "@/lib/work/look-back";
import { startLoop, type Loop } from "@/lib/work/loop";
import { appsChanged } from "./app-changed";
import { providerOfApp } from "./app-providers";
import {
  batchOf,
  byQueue,
  claimedFrom,
  isLate,
  looksEveryMs,
  stateOf,
  UnstoredDeliveries,
  waitingFrom,
  type Batch,
  type BegunBatch,
  type QueueState,
} from "./batch";
import type { Change, NewDelivery } from "./change";
import { heldAtMost, overdueMs, Places } from "./places";
import { claim, openQueues, renew, type ClaimedDelivery, type Queue } from "./queues";
import { expectOutcomes, recordLeased, recordOutcome, recordsSettled } from "./recorder";
import { sendBatch, type Verdict } from "./send-batch";

/** Deliveries that are claimed at a time. */
const claimRows = () => rowsAtOnce(1_000);
const heartbeatMs = 10_000;
/** Other processes wake us; this is for what they could not announce. */
const longestSleepMs = 1_000;
/** While a credential is refused: how many are tried with it, and how often. */
const flaggedRows = 50;
const flaggedPauseMs = 2_000;
/** How long new deliveries wait for slots before others get their turn (milliseconds). */
const roomMs = 1_000;
/** Who waits for slots looks again after so long (milliseconds): a provider may pause meanwhile. */
const roomLookMs = 50;
/** Retries while the database is away: the leases of the claimed rows may outlive a restart. */
const holdOn = {
  forMs: 60_000,
  onFailure: (error: unknown) =>
    log().warn({ err: error }, "the database did not tell what is to be sent; trying again"),
};

/**
 * Starts delivering in this process. The returned function stops claiming and resolves when all
 * that is leased has been recorded.
 */
export function startDelivering(): () => Promise<void> {
  const worker = new Worker();
  workers().push(worker);
  return () => {
    workers().splice(workers().indexOf(worker), 1);
    return worker.stop();
  };
}

const workers = () => once<Worker[]>("delivery-workers", () => []);

/** Whether this process delivers. */
export function isDelivering(): boolean {
  return workers().length > 0;
}

/** New deliveries that are being sent. */
interface BegunDeliveries {
  /**
   * When each that was begun is stored, resolves to those that are to be stored as waiting: their
   * provider pauses, does not answer or is missing. Rejects when some could not be stored.
   */
  stored: Promise<NewDelivery[]>;
  /** Those that found no free slot, or left it to more urgent ones: they have another turn. */
  unbegun: readonly NewDelivery[];
}

/**
 * Sends deliveries that are not stored yet, in this process: each is stored once, with its outcome,
 * or as leased when that takes long. Resolves when all are begun that can be, after a second at
 * most for each provider. Call only while {@link isDelivering}.
 */
export async function sendNew(deliveries: readonly NewDelivery[]): Promise<BegunDeliveries> {
  const [worker] = workers();
  return worker
    ? worker.sendNew(deliveries)
    : { stored: Promise.resolve([...deliveries]), unbegun: [] };
}

class Worker {
  readonly #queues = new Map<string, QueueState>();
  readonly #running = new Set<Promise<void>>();
  readonly #places = new Places();
  readonly #lookBack = new LookBack();
  /** The leased deliveries by id: their leases are renewed. */
  readonly #held = new Map<string, LeasedDelivery>();
  /** Whether rows were due at the last look: it is worth looking again when slots are free. */
  #hasDue = false;
  readonly #loop: Loop;
  #stopped = false;

  constructor() {
    this.#loop = startLoop({
      of: "deliveries",
      lane: "deliver",
      look: () => this.#look(),
      failedMs: longestSleepMs,
      renew: { every: heartbeatMs, leases: () => renew(database(), [...this.#held.values()]) },
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#loop.stop();
    while (this.#running.size > 0) await Promise.all(this.#running);
    this.#loop.end();
    await recordsSettled();
  }

  /**
   * Claims what is due as far as there is room; answers after how many milliseconds to look again.
   */
  async #look(): Promise<number> {
    const since = this.#lookBack.next();
    const queues = await openQueues(database(), since);
    this.#lookBack.report(
      since,
      queues.some((queue) => queue.since === undefined),
    );
    const clock = performance.now();
    let sleepMs = longestSleepMs;
    const due: { queue: Queue; state: QueueState }[] = [];
    for (const queue of queues) {
      const state = stateOf(this.#queues, queue);
      const readyIn = Math.max(queue.dueInMs, state.pausedUntil - clock, state.heldUntil - clock);
      if (readyIn > 0) sleepMs = Math.min(sleepMs, Math.max(readyIn, 5));
      else due.push({ queue, state });
    }
    this.#hasDue = due.length > 0;
    const most = queues[0]?.priority;
    // A share for each queue that is due; later queues of a lower priority leave room for what may
    // come above them.
    const share = Math.max(Math.floor(heldAtMost / (due.length * 2)), 50);
    due.sort((one, other) => this.#places.compare(one.queue, other.queue));
    for (const { queue, state } of due) {
      if (this.#places.free <= 0 || this.#stopped) break;
      const batchRows = queue.priority === most ? claimRows() : Math.min(claimRows(), share);
      const limit = Math.min(batchRows, this.#places.roomOf(queue));
      // While one claim is being recorded the next is being sent; few at a time would be one
      // statement for each.
      if (limit > 0 && this.#places.underWay(queue) <= batchRows * 1.25)
        await this.#take(queue, state, limit);
      else sleepMs = Math.min(sleepMs, overdueMs);
    }
    return sleepMs;
  }

  async #take(queue: Queue, state: QueueState, limit: number): Promise<void> {
    const appProvider = await providerOfApp(queue.appId, providerOf(queue.kind));
    const isFlagged = "flagged" in appProvider && appProvider.flagged;
    const leaseToken = newId();
    const most = isFlagged ? Math.min(limit, flaggedRows) : limit;
    const claimed = await claim(database(), queue, leaseToken, most);
    if (claimed.length === 0) return;
    for (const { id, messageId } of claimed) this.#held.set(id, { id, messageId, leaseToken });
    const unstored = new UnstoredDeliveries([]);
    this.#begin({ queue, state, leaseToken, claimed, unstored, appProvider });
  }

  async sendNew(deliveries: readonly NewDelivery[]): Promise<BegunDeliveries> {
    const unbegun: NewDelivery[] = [];
    const left: NewDelivery[] = deliveries.filter(({ kind }) => kind === "");
    const stored: Promise<void>[] = [];
    await Promise.all(
      byQueue(deliveries).map(async ({ queue, own }) => {
        const state = stateOf(this.#queues, queue);
        for (let from = 0; from < own.length;) {
          const room = await this.#roomFor(queue, state, own.length - from);
          const appProvider = await providerOfApp(queue.appId, providerOf(queue.kind));
          const isUsable = "provider" in appProvider && !appProvider.flagged;
          if (room === "later") return void unbegun.push(...own.slice(from));
          if (room === "waits" || !isUsable) return void left.push(...own.slice(from));
          const some = own.slice(from, from + room);
          from += some.length;
          const unstored = new UnstoredDeliveries(some);
          const claimed = some.map(claimedFrom);
          stored.push(unstored.stored);
          this.#begin({ queue, state, leaseToken: newId(), claimed, unstored, appProvider });
        }
      }),
    );
    const rest = Promise.allSettled(stored).then((results) => {
      for (const result of results) if (result.status === "rejected") throw result.reason;
      return left;
    });
    // Who waits for it comes later.
    rest.catch(() => undefined);
    return { stored: rest, unbegun };
  }

  /**
   * So many new deliveries of a queue may be begun now, once some may. `waits`: they are to be
   * stored, since their provider takes none; `later`: others have the slots.
   */
  async #roomFor(
    queue: Queue,
    state: QueueState,
    most: number,
  ): Promise<number | "waits" | "later"> {
    const until = performance.now() + roomMs;
    for (;;) {
      const clock = performance.now();
      if (state.pausedUntil > clock || state.heldUntil > clock) return "waits";
      if (state.isSilent) return "waits";
      if (this.#stopped || clock > until) return "later";
      const room =
        this.#places.underWay(queue) > claimRows() * 1.25
          ? 0
          : this.#places.roomToBegin(queue, Math.min(most, claimRows()));
      if (room > 0) return room;
      await this.#places.nextFree(roomLookMs);
    }
  }

  #begin(begun: BegunBatch): void {
    const { queue, claimed, leaseToken, unstored } = begun;
    const places = this.#places.take(queue, claimed.length);
    expectOutcomes(claimed.length);
    const batch = batchOf(begun, places);
    // Who waits for the outcomes of others waits for these no longer.
    const expectFewer = () => {
      expectOutcomes(-batch.expected);
      batch.expected = 0;
    };
    const late = setInterval(() => {
      if (!isLate(batch)) return;
      this.#storeOpen(batch);
      expectFewer();
    }, looksEveryMs);
    const running = sendBatch(batch, {
      record: (change) => this.#record(batch, change),
      report: (verdict) => this.#tell(batch, verdict),
    })
      .catch((error: unknown) => {
        unstored.fail(error);
        log().error(
          { err: error, queue },
          "deliveries could not be begun; they are sent when their lease ends",
        );
      })
      .then(async () => void (await Promise.all(batch.records)))
      .then(() => {
        clearInterval(late);
        // Those of a message that could not be sent: they are sent when their lease ends.
        this.#storeOpen(batch);
        return unstored.leased;
      })
      .finally(() => {
        for (const { id } of claimed)
          if (this.#held.get(id)?.leaseToken === leaseToken) this.#held.delete(id);
        expectFewer();
        if (places.leased > 0) this.#places.leave(places, places.leased);
        this.#running.delete(running);
        if (this.#hasDue || batch.leavesRows) this.#loop.wake();
      });
    this.#running.add(running);
  }

  /** Stores the new deliveries that have no outcome yet as leased by this worker. */
  #storeOpen(batch: Batch): void {
    const { queue, leaseToken, unstored } = batch;
    const open = unstored.takeOpen();
    if (open.length === 0) return;
    batch.leavesRows = true;
    unstored.leased = recordLeased(open.map((one) => waitingFrom(one, leaseToken))).then(
      () => {
        for (const { id, messageId } of open) {
          // Its outcome may have been recorded meanwhile.
          if (unstored.settle(id)) this.#held.set(id, { id, messageId, leaseToken });
        }
      },
      (error: unknown) => {
        log().error({ err: error, queue }, "deliveries that are being sent could not be stored");
        unstored.fail(error);
      },
    );
  }

  /**
   * Records a verdict, and what it shows about the provider: a refused credential is flagged, one
   * that works again is not, a throttled queue pauses.
   */
  #tell(batch: Batch, { change, worked, stopped, pauseMs, heldMs }: Verdict): void {
    const { queue, state, appProvider } = batch;
    const isFlagged = "flagged" in appProvider && appProvider.flagged;
    const knownToWork = "worked" in appProvider && appProvider.worked;
    const provider = providerOf(queue.kind);
    const at = performance.now();
    if (stopped !== undefined) {
      state.pausedUntil = at + flaggedPauseMs;
      if (!batch.isCredentialNoted)
        this.#note(batch, () => flagCredential(database(), queue.appId, provider, stopped));
    } else if (worked && (isFlagged || !knownToWork) && !batch.isCredentialNoted)
      this.#note(batch, () => keepWorked(database(), queue.appId, provider));
    if (pauseMs !== undefined) state.pausedUntil = Math.max(state.pausedUntil, at + pauseMs);
    if (worked) state.heldUntil = 0;
    else if (heldMs !== undefined) state.heldUntil = at + heldMs;
    this.#record(batch, change);
  }

  /** Records the state of the credential, once for each batch. */
  #note(batch: Batch, write: () => Promise<void>): void {
    batch.isCredentialNoted = true;
    batch.records.push(
      persist(write, holdOn)
        .then(() => appsChanged([batch.queue.appId]))
        .catch((error: unknown) =>
          log().error({ err: error, queue: batch.queue }, "a credential's state was not kept"),
        ),
    );
  }

  #record(batch: Batch, change: Change): void {
    const { queue, state, leaseToken, places, unstored } = batch;
    batch.silentLooks = 0;
    state.answeredAt = performance.now();
    state.isSilent = false;
    if (change.to === "waiting") batch.leavesRows = true;
    // It counts itself off once it is recorded.
    if (batch.expected > 0) batch.expected -= 1;
    else expectOutcomes(1);
    const delivery = unstored.take(change.deliveryId) ?? unstored.leasedOf(change.deliveryId);
    const recorded = recordOutcome({ ...change, leaseToken, ...(delivery && { delivery }) }).then(
      () => delivery && unstored.settle(delivery.id),
    );
    batch.records.push(
      recorded
        .catch((error: unknown) => {
          unstored.fail(error);
          log().error(
            { err: error, queue, delivery: change.deliveryId },
            "a delivery was not recorded; it is sent again when its lease ends",
          );
        })
        .then(() => {
          if (this.#held.get(change.deliveryId)?.leaseToken === leaseToken)
            this.#held.delete(change.deliveryId);
          if (this.#places.leave(places, 1) && this.#hasDue) this.#loop.wake();
        }),
    );
  }
}

type LeasedDelivery = Pick<ClaimedDelivery, "id" | "messageId"> & { leaseToken: string };
