import { flagCredential, unflagCredential } from "@/lib/directory/credential/load";
import { newId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import { providerOf } from "@/lib/interface/device-kinds";
import { log } from "@/lib/log/log";
import { now } from "@/lib/runtime/clock";
import { persist } from "@/lib/runtime/persist";
import { providerOfApp } from "./app-providers";
import type { Change } from "./change";
import { claim, openLanes, renew, type Claimed, type Lane } from "./lanes";
import { loadMessages } from "./message";
import { recordChanges } from "./recorder";
import { sendPart, targetsOf, type PartResult } from "./send-batch";
import { onWake } from "./wake";

/** Deliveries that this process holds at once, over all lanes: bounds memory, and what a crash may send twice. */
export const heldAtMost = 4_000;
const batchRows = 1_000;
/** Batches of one lane under way at once: one is being recorded while the next is being sent. */
const batchesOfLane = 2;
/** Messages of a batch that are sent at once. */
const partsAtOnce = 64;
const heartbeatMs = 10_000;
/** Other processes wake us; this is for what they could not tell. */
const longestSleepMs = 1_000;
/** While a credential is refused: how many are tried with it, and how often. */
const flaggedRows = 50;
const flaggedPauseMs = 2_000;
const missingPauseMs = 30_000;
/** While the database is away, what is held is held on to: its lease may well outlive a restart. */
const holdOn = {
  forMs: 60_000,
  onFailure: (error: unknown) => log().warn({ err: error }, "the database did not take what became of a batch; trying again"),
};

interface LaneState {
  batches: number;
  pausedUntil: number;
}

/** Starts delivering in this process. The returned function stops claiming and resolves when what is held has been recorded. */
export function startDelivering(): () => Promise<void> {
  const worker = new Worker();
  return () => worker.stop();
}

class Worker {
  readonly #lanes = new Map<string, LaneState>();
  readonly #running = new Set<Promise<void>>();
  readonly #quiet: () => void;
  #held = 0;
  /** The same by credential: app and provider. */
  readonly #heldBy = new Map<string, number>();
  #stopped = false;
  #looking = false;
  #again = false;
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    this.#quiet = onWake("deliver", () => this.#kick());
    this.#kick();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#quiet();
    clearTimeout(this.#timer);
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #kick(): void {
    if (this.#stopped) return;
    if (this.#looking) {
      this.#again = true;
      return;
    }
    this.#looking = true;
    clearTimeout(this.#timer);
    const look = this.#look()
      .catch((error: unknown) => {
        log().warn({ err: error }, "looking for deliveries failed; trying again");
        return longestSleepMs;
      })
      .then((sleepMs) => {
        this.#looking = false;
        this.#running.delete(look);
        if (this.#stopped) return;
        if (this.#again) {
          this.#again = false;
          this.#kick();
        } else this.#timer = setTimeout(() => this.#kick(), sleepMs);
      });
    this.#running.add(look);
  }

  /** Claims what is due as far as there is room; answers after how many milliseconds to look again. */
  async #look(): Promise<number> {
    const lanes = await openLanes(database());
    const clock = performance.now();
    let sleepMs = longestSleepMs;
    const due: { lane: Lane; state: LaneState }[] = [];
    for (const lane of lanes) {
      const state = this.#stateOf(lane);
      const readyIn = Math.max(lane.dueInMs, state.pausedUntil - clock);
      if (readyIn > 0) sleepMs = Math.min(sleepMs, Math.max(readyIn, 5));
      else if (state.batches < batchesOfLane) due.push({ lane, state });
    }
    const most = lanes[0]?.priority;
    for (const { lane, state } of due) {
      if (heldAtMost - this.#held <= 0 || this.#stopped) break;
      const room = this.#roomOf(lane);
      if (room <= 0) continue;
      // A share for each lane that is due; later lanes of a lower priority leave room for what may come above them.
      const share = Math.max(Math.floor(heldAtMost / (due.length * batchesOfLane)), 50);
      const limit = Math.min(batchRows, room, lane.priority === most ? batchRows : share);
      await this.#take(lane, state, limit);
    }
    return sleepMs;
  }

  /**
   * What a lane may still claim: a credential whose provider hangs keeps what it holds for the length of a time-out, so that each leaves room for as
   * much as it has itself for one more.
   */
  #roomOf(lane: Lane): number {
    const own = credentialOf(lane);
    const share = Math.floor(heldAtMost / (this.#heldBy.size + (this.#heldBy.has(own) ? 1 : 2)));
    return Math.min(heldAtMost - this.#held, share - (this.#heldBy.get(own) ?? 0));
  }

  #hold(lane: Lane, count: number): void {
    const own = credentialOf(lane);
    this.#held += count;
    const held = (this.#heldBy.get(own) ?? 0) + count;
    if (held === 0) this.#heldBy.delete(own);
    else this.#heldBy.set(own, held);
  }

  async #take(lane: Lane, state: LaneState, limit: number): Promise<void> {
    const found = await providerOfApp(lane.appId, providerOf(lane.kind));
    const flagged = "flagged" in found && found.flagged;
    const leaseToken = newId();
    const claimed = await claim(database(), lane, leaseToken, flagged ? Math.min(limit, flaggedRows) : limit);
    if (claimed.length === 0) return;
    state.batches += 1;
    this.#hold(lane, claimed.length);
    const batch = this.#deliver({ lane, state, leaseToken, claimed, found, flagged })
      .catch((error: unknown) => log().error({ err: error, lane }, "a batch was not recorded; it is sent again when its lease ends"))
      .finally(() => {
        state.batches -= 1;
        this.#hold(lane, -claimed.length);
        this.#running.delete(batch);
        this.#kick();
      });
    this.#running.add(batch);
  }

  async #deliver(batch: Batch): Promise<void> {
    const { lane, state, leaseToken, claimed, found } = batch;
    if (!("provider" in found)) {
      const reason = "missing" in found ? "The app has no provider for this platform any more" : found.broken;
      state.pausedUntil = performance.now() + flaggedPauseMs;
      await persist(() => recordChanges(claimed.map((delivery) => waitFor(delivery, leaseToken, reason))), holdOn);
      return;
    }
    const open = new Map(claimed.map((delivery) => [delivery.id, delivery]));
    const beat = setInterval(() => {
      renew(database(), leaseToken, [...open.values()]).catch((error: unknown) => log().warn({ err: error }, "renewing leases failed"));
    }, heartbeatMs);
    try {
      const messageIds = claimed.map(({ messageId }) => messageId);
      const messages = await persist(() => loadMessages(database(), messageIds), holdOn);
      const parts = [...byMessage(claimed)].map(([messageId, deliveries]) => ({
        message: messages.get(messageId),
        kind: lane.kind,
        leaseToken,
        claimed: deliveries,
      }));
      await eachOf(parts, partsAtOnce, async (part) => {
        const targets = await persist(() => targetsOf(database(), part), holdOn);
        const result = await sendPart(part, targets, found.provider);
        await persist(() => this.#note(batch, result), holdOn);
        await persist(() => recordChanges(result.changes), holdOn);
        for (const { id } of part.claimed) open.delete(id);
      });
    } finally {
      clearInterval(beat);
    }
  }

  /** What a part tells about the provider: a refused credential is flagged, one that works again is not, a throttled lane pauses. */
  async #note({ lane, state, flagged }: Batch, result: PartResult): Promise<void> {
    const provider = providerOf(lane.kind);
    if (result.stopped !== undefined) {
      state.pausedUntil = performance.now() + flaggedPauseMs;
      await flagCredential(database(), lane.appId, provider, result.stopped);
    } else if (result.worked && flagged) await unflagCredential(database(), lane.appId, provider);
    if (result.pauseMs !== undefined) state.pausedUntil = Math.max(state.pausedUntil, performance.now() + result.pauseMs);
  }

  #stateOf(lane: Lane): LaneState {
    const name = `${lane.appId} ${lane.kind} ${lane.priority}`;
    const known = this.#lanes.get(name);
    if (known) return known;
    const made = { batches: 0, pausedUntil: 0 };
    this.#lanes.set(name, made);
    return made;
  }
}

interface Batch {
  lane: Lane;
  state: LaneState;
  leaseToken: string;
  claimed: readonly Claimed[];
  found: Awaited<ReturnType<typeof providerOfApp>>;
  flagged: boolean;
}

function credentialOf({ appId, kind }: Lane): string {
  return `${appId} ${providerOf(kind)}`;
}

function waitFor({ messageId, id }: Claimed, leaseToken: string, description: string): Change {
  const at = new Date(now());
  return {
    messageId,
    deliveryId: id,
    leaseToken,
    to: "waiting",
    code: "7504",
    description,
    at,
    nextAt: new Date(at.getTime() + missingPauseMs),
    attempted: false,
  };
}

function byMessage(claimed: readonly Claimed[]): Map<string, Claimed[]> {
  const groups = new Map<string, Claimed[]>();
  for (const delivery of claimed) {
    const group = groups.get(delivery.messageId);
    if (group) group.push(delivery);
    else groups.set(delivery.messageId, [delivery]);
  }
  return groups;
}

async function eachOf<T>(items: readonly T[], atOnce: number, run: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: Math.min(atOnce, items.length) }, async () => {
      for (const item of queue) await run(item);
    }),
  );
}
