import type { Database, Sql } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { persist, type Persistence } from "@/lib/runtime/persist";
import { asWork } from "@/lib/runtime/work-class";
import { claimedFrom, giveBack, withUnstored, type ClaimedUpdate } from "./claim";
import type { NewUpdate, SendingState } from "./enqueue";
import type { OriginBook } from "./origins";
import type { UpdatePolicy } from "./policy";
import {
  addSliceSender,
  removeSlices,
  renewSlices,
  storeFirst,
  type OpenSlice,
  type SliceSender,
} from "./slice";

interface Parts {
  sql: Database;
  policy: UpdatePolicy;
  book: OriginBook;
  /** Everything that is stored and leased here, by id. */
  leased: Map<string, ClaimedUpdate>;
  /** Begins what may be sent now. */
  pump: () => void;
  holdOn: Persistence;
}

/**
 * The slices of updates that one sender has. Their updates are in the book, as claimed ones are.
 * Those that are not sent within `policy.unstoredMs` are stored, leased where they are in flight,
 * so that one receiver that hangs keeps no slice open.
 */
export class OpenSlices implements SliceSender {
  readonly leaseMs: number;
  readonly #parts: Parts;
  readonly #slices = new Map<string, OpenSlice>();
  readonly #storing = new Set<Promise<void>>();
  readonly #leave: () => void;
  #stopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.leaseMs = parts.policy.leaseMs;
    this.#leave = addSliceSender(this);
  }

  /** Counts the updates that are not stored. */
  get unstored(): number {
    return [...this.#slices.values()].reduce((sum, { unstored }) => sum + unstored, 0);
  }

  hasRoomFor(update: NewUpdate): boolean {
    return this.#parts.book.hasRoomFor(update);
  }

  begin(slice: OpenSlice): void {
    asWork("bulk", () => this.#begin(slice));
  }

  /** Heartbeat. */
  renew(): Promise<void> {
    return renewSlices(this.#parts.sql, [...this.#slices.values()], this.leaseMs);
  }

  /**
   * Gets no more slices, and resolves when each update is stored. A slice of a transaction that
   * ends later is stored at once.
   */
  async stop(): Promise<void> {
    this.#leave();
    this.#stopped = true;
    for (const slice of this.#slices.values()) this.#storeOpen(slice);
    while (this.#storing.size > 0) await Promise.all(this.#storing);
  }

  #begin(slice: OpenSlice): void {
    const { book, pump, policy } = this.#parts;
    this.#slices.set(slice.id, slice);
    slice.onEnd((isRemoved) => {
      this.#slices.delete(slice.id);
      if (!isRemoved) void this.#store(slice, (tx) => removeSlices(tx, [slice]));
    });
    if (this.#stopped) return this.#storeOpen(slice);
    const resting = book.add(slice.open.map((update) => claimedFrom(update, slice)));
    if (resting.length > 0) {
      const back = resting.map(withUnstored);
      void this.#store(slice, (tx) => giveBack(tx, back));
    }
    pump();
    setTimeout(() => this.#storeOpen(slice), policy.unstoredMs).unref();
  }

  #storeOpen(slice: OpenSlice): void {
    const { book, policy, leased } = this.#parts;
    const open = slice.takeOpen();
    if (open.length === 0) return;
    const waiting = new Set(book.drainSlice(slice).map(({ id }) => id));
    const inFlight = open.filter(({ id }) => !waiting.has(id));
    const due: SendingState = { state: "pending", attempts: 0, pauseMs: 0 };
    const underWay = { ...due, pauseMs: policy.leaseMs, leaseToken: slice.leaseToken };
    const states = open.map((update) => ({
      slice,
      update,
      sending: waiting.has(update.id) ? due : underWay,
    }));
    slice.stored = this.#store(slice, async (tx) => {
      await storeFirst(tx, states);
      tx.afterCommit(() => {
        for (const update of inFlight) leased.set(update.id, claimedFrom(update, slice));
      });
    });
  }

  #store(slice: OpenSlice, run: (tx: Sql) => Promise<void>): Promise<void> {
    const { sql, holdOn } = this.#parts;
    // After the stop the database is closed soon.
    const limits = this.#stopped ? { ...holdOn, forMs: 0 } : holdOn;
    const stored = asWork("recording", () => persist(() => sql.transaction(run), limits))
      .catch((error: unknown) => {
        slice.lose();
        log().warn(
          { err: error },
          "updates that were not sent yet could not be stored; they are due when their lease ends",
        );
      })
      .finally(() => this.#storing.delete(stored));
    this.#storing.add(stored);
    return stored;
  }
}
