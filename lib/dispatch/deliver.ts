import { newId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import { flagCredential, keepWorked } from "@/lib/directory/credential/load";
import { providerOf } from "@/lib/interface/device-kinds";
import { log } from "@/lib/log/log";
import { rowsAtOnce } from "@/lib/runtime/attended";
import { now } from "@/lib/runtime/clock";
import { persist } from "@/lib/runtime/persist";
import { startLoop, type Loop } from "@/lib/work/loop";
import { appsChanged } from "./app-changed";
import { providerOfApp } from "./app-providers";
import type { Change } from "./change";
import { loadMessages } from "./message";
import { heldAtMost, queueName, overdueMs, Places, type Claim } from "./places";
import { claim, openQueues, renew, type ClaimedDelivery, type Queue } from "./queues";
import { expectOutcomes, recordOutcome, recordsSettled } from "./recorder";
import { sendPart, targetsOf, type Verdict } from "./send-batch";

/** Deliveries that are claimed at a time. */
const claimRows = () => rowsAtOnce(1_000);
/** Messages that are begun before others get a turn of the event loop. */
const partsInTurn = 32;
const heartbeatMs = 10_000;
/** Other processes wake us; this is for what they could not announce. */
const longestSleepMs = 1_000;
/** While a credential is refused: how many are tried with it, and how often. */
const flaggedRows = 50;
const flaggedPauseMs = 2_000;
const missingPauseMs = 30_000;
/** Retries while the database is away: the leases of the claimed rows may outlive a restart. */
const holdOn = {
  forMs: 60_000,
  onFailure: (error: unknown) =>
    log().warn({ err: error }, "the database did not tell what is to be sent; trying again"),
};

/** Both in milliseconds, monotonic. */
interface QueueState {
  /** The provider wants no more until then. */
  pausedUntil: number;
  /** The provider is left alone until then, or until it takes something. */
  heldUntil: number;
}

/**
 * Starts delivering in this process. The returned function stops claiming and resolves when all
 * that is leased has been recorded.
 */
export function startDelivering(): () => Promise<void> {
  const worker = new Worker();
  return () => worker.stop();
}

class Worker {
  readonly #queues = new Map<string, QueueState>();
  readonly #running = new Set<Promise<void>>();
  readonly #places = new Places();
  /** The leased deliveries by id: their leases are renewed. */
  readonly #held = new Map<string, LeasedDelivery>();
  readonly #loop: Loop;
  /** Milliseconds, monotonic. */
  #renewedAt = performance.now();
  #stopped = false;

  constructor() {
    this.#loop = startLoop({
      of: "deliveries",
      lane: "deliver",
      look: () => this.#look(),
      failedMs: longestSleepMs,
      renew: { every: heartbeatMs, leases: () => this.#renew() },
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#loop.stop();
    while (this.#running.size > 0) await Promise.all(this.#running);
    this.#loop.end();
    await recordsSettled();
  }

  async #renew(): Promise<void> {
    await renew(database(), [...this.#held.values()]);
    this.#renewedAt = performance.now();
  }

  /**
   * Claims what is due as far as there is room; answers after how many milliseconds to look again.
   */
  async #look(): Promise<number> {
    // After the database was away, leases of this process may have ended: renew them before another
    // worker claims the rows.
    if (this.#held.size > 0 && performance.now() - this.#renewedAt > heartbeatMs * 1.5)
      await this.#renew();
    const queues = await openQueues(database());
    const clock = performance.now();
    let sleepMs = longestSleepMs;
    const due: { queue: Queue; state: QueueState }[] = [];
    for (const queue of queues) {
      const state = this.#stateOf(queue);
      const readyIn = Math.max(queue.dueInMs, state.pausedUntil - clock, state.heldUntil - clock);
      if (readyIn > 0) sleepMs = Math.min(sleepMs, Math.max(readyIn, 5));
      else due.push({ queue, state });
    }
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
    const flagged = "flagged" in appProvider && appProvider.flagged;
    const knownToWork = "worked" in appProvider && appProvider.worked;
    const leaseToken = newId();
    const claimed = await claim(
      database(),
      queue,
      leaseToken,
      flagged ? Math.min(limit, flaggedRows) : limit,
    );
    if (claimed.length === 0) return;
    for (const { id, messageId } of claimed) this.#held.set(id, { id, messageId, leaseToken });
    const places = this.#places.take(queue, claimed.length);
    expectOutcomes(claimed.length);
    const batch: Batch = {
      queue,
      state,
      leaseToken,
      claimed,
      appProvider,
      flagged,
      knownToWork,
      places,
      records: [],
      isCredentialNoted: false,
    };
    const running = this.#deliver(batch)
      .catch((error: unknown) =>
        log().error(
          { err: error, queue },
          "deliveries could not be begun; they are sent when their lease ends",
        ),
      )
      .then(async () => void (await Promise.all(batch.records)))
      .finally(() => {
        for (const { id } of claimed)
          if (this.#held.get(id)?.leaseToken === leaseToken) this.#held.delete(id);
        expectOutcomes(-places.leased);
        if (places.leased > 0) this.#places.leave(places, places.leased);
        this.#running.delete(running);
        this.#loop.wake();
      });
    this.#running.add(running);
  }

  async #deliver(batch: Batch): Promise<void> {
    const { queue, state, leaseToken, claimed, appProvider } = batch;
    if (!("provider" in appProvider)) {
      const reason =
        "missing" in appProvider
          ? "The app has no provider for this platform any more"
          : appProvider.broken;
      state.pausedUntil = performance.now() + flaggedPauseMs;
      for (const delivery of claimed) this.#record(batch, waitFor(delivery, leaseToken, reason));
      return;
    }
    const messageIds = claimed.map(({ messageId }) => messageId);
    const messages = await persist(() => loadMessages(database(), messageIds), holdOn);
    const targets = await persist(
      () => targetsOf(database(), { kind: queue.kind, claimed }),
      holdOn,
    );
    const sending: Promise<void>[] = [];
    for (const { messageId, language, places } of byContent(claimed)) {
      const part = {
        message: messages.get(messageId),
        kind: queue.kind,
        language,
        leaseToken,
        claimed: places.flatMap((n) => claimed[n] ?? []),
      };
      const own = places.flatMap((n) => targets[n] ?? []);
      sending.push(
        // One message that cannot be sent keeps no other of its batch from being waited for.
        sendPart(part, own, appProvider.provider, (verdict) => this.#tell(batch, verdict)).catch(
          (error: unknown) =>
            log().error(
              { err: error, queue, transid: messageId },
              "a message could not be sent; it is tried again when its lease ends",
            ),
        ),
      );
      if (sending.length % partsInTurn === 0)
        await new Promise<void>((resolve) => setImmediate(resolve));
    }
    await Promise.all(sending);
  }

  /**
   * Records a verdict, and what it shows about the provider: a refused credential is flagged, one
   * that works again is not, a throttled queue pauses.
   */
  #tell(batch: Batch, { change, worked, stopped, pauseMs, heldMs }: Verdict): void {
    const { queue, state, flagged, knownToWork } = batch;
    const provider = providerOf(queue.kind);
    const at = performance.now();
    if (stopped !== undefined) {
      state.pausedUntil = at + flaggedPauseMs;
      if (!batch.isCredentialNoted)
        this.#note(batch, () => flagCredential(database(), queue.appId, provider, stopped));
    } else if (worked && (flagged || !knownToWork) && !batch.isCredentialNoted)
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

  #record({ queue, leaseToken, places, records }: Batch, change: Change): void {
    records.push(
      recordOutcome(change)
        .catch((error: unknown) =>
          log().error(
            { err: error, queue, delivery: change.deliveryId },
            "a delivery was not recorded; it is sent again when its lease ends",
          ),
        )
        .then(() => {
          if (this.#held.get(change.deliveryId)?.leaseToken === leaseToken)
            this.#held.delete(change.deliveryId);
          if (this.#places.leave(places, 1)) this.#loop.wake();
        }),
    );
  }

  #stateOf(queue: Queue): QueueState {
    const name = queueName(queue);
    const existingState = this.#queues.get(name);
    if (existingState) return existingState;
    const newState = { pausedUntil: 0, heldUntil: 0 };
    this.#queues.set(name, newState);
    return newState;
  }
}

type LeasedDelivery = Pick<ClaimedDelivery, "id" | "messageId"> & { leaseToken: string };

interface Batch {
  queue: Queue;
  state: QueueState;
  leaseToken: string;
  claimed: readonly ClaimedDelivery[];
  appProvider: Awaited<ReturnType<typeof providerOfApp>>;
  flagged: boolean;
  /** That the provider takes messages with the credential has been written down a moment ago. */
  knownToWork: boolean;
  places: Claim;
  records: Promise<void>[];
  /** Whether the state of its credential was recorded. */
  isCredentialNoted: boolean;
}

function waitFor(
  { messageId, id }: ClaimedDelivery,
  leaseToken: string,
  description: string,
): Change {
  return {
    messageId,
    deliveryId: id,
    leaseToken,
    to: "waiting",
    code: "7504",
    description,
    at: new Date(now()),
    dueAt: performance.now() + missingPauseMs,
    attempted: false,
  };
}

/** Places in the batch that are sent the same: those of one message in one language. */
function byContent(
  claimed: readonly ClaimedDelivery[],
): Iterable<{ messageId: string; language: string; places: number[] }> {
  const groups = new Map<string, { messageId: string; language: string; places: number[] }>();
  for (const [n, { messageId, language }] of claimed.entries()) {
    const name = language === "" ? messageId : `${messageId} ${language}`;
    const group = groups.get(name);
    if (group) group.places.push(n);
    else groups.set(name, { messageId, language, places: [n] });
  }
  return groups.values();
}
