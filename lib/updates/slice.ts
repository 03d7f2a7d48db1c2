import { newId } from "@/lib/database/id";
import type { Database, Sql } from "@/lib/database/sql";
import { once } from "@/lib/runtime/once";
import { changed, wake } from "@/lib/work/wake";
import {
  insertUpdates,
  updatesFor,
  type NewUpdate,
  type SendingState,
  type UpdateSource,
} from "./enqueue";

/** Slices of processes that died which one look stores. */
const mostEnded = 100;

/**
 * Updates that one transaction enqueued and that this process sends before they are stored. Until
 * each of them is, one row leases all.
 */
export class OpenSlice {
  readonly id: string;
  readonly leaseToken: string;
  /** Those that are neither stored nor being stored. */
  readonly #open: Map<string, NewUpdate>;
  #unstored: number;
  #end: (isRemoved: boolean) => void = () => undefined;
  /** Resolves when those are stored that {@link takeOpen} returned, or cannot be. */
  stored: Promise<void> = Promise.resolve();

  constructor(id: string, leaseToken: string, updates: readonly NewUpdate[]) {
    this.id = id;
    this.leaseToken = leaseToken;
    this.#open = new Map(updates.map((update) => [update.id, update]));
    this.#unstored = updates.length;
  }

  /** How many are not stored. */
  get unstored(): number {
    return this.#unstored;
  }

  /** The updates that are neither stored nor being stored. */
  get open(): NewUpdate[] {
    return [...this.#open.values()];
  }

  /** One of them, for the caller to store; undefined where it is stored by another way. */
  take(id: string): NewUpdate | undefined {
    const update = this.#open.get(id);
    this.#open.delete(id);
    return update;
  }

  /** All of them, for the caller to store. */
  takeOpen(): NewUpdate[] {
    const { open } = this;
    this.#open.clear();
    return open;
  }

  /** So many of those that a caller stores are stored. */
  settle(count: number, isRemoved: boolean): void {
    this.#unstored -= count;
    if (this.#unstored === 0) this.#end(isRemoved);
  }

  /** Some cannot be stored: they are sent again once its lease has ended, which is not renewed. */
  lose(): void {
    this.#end(true);
  }

  /** @param end called when each is stored, and whether the row of the slice was removed with it */
  onEnd(end: (isRemoved: boolean) => void): void {
    this.#end = end;
  }
}

/** What sends the updates of slices in this process. */
export interface SliceSender {
  leaseMs: number;
  /** Whether it has room for an update that is not stored. */
  hasRoomFor(update: NewUpdate): boolean;
  begin(slice: OpenSlice): void;
}

/** Of this process. */
const senders = () => once<SliceSender[]>("slice-senders", () => []);

/** Has a sender get slices, until the returned function is called. */
export function addSliceSender(sender: SliceSender): () => void {
  senders().push(sender);
  return () => void senders().splice(senders().indexOf(sender), 1);
}

/**
 * Puts the first updates of deliveries into the outbox, as `enqueueUpdates` does: there must be no
 * other of these deliveries yet. Where this process sends updates, one row leases all that its
 * sender has room for; it sends them once the transaction is committed, and stores each with what
 * became of it.
 *
 * @returns how many updates are stored, for any sender
 */
export async function enqueueFirstUpdates(
  tx: Sql,
  sources: readonly UpdateSource[],
): Promise<number> {
  const updates = await updatesFor(tx, sources);
  const [sender] = senders();
  if (!sender) return insertUpdates(tx, updates);
  const own: NewUpdate[] = [];
  const others: NewUpdate[] = [];
  for (const update of updates)
    (update.origin !== undefined && sender.hasRoomFor(update) ? own : others).push(update);
  if (own.length > 0) {
    const slice = await insertSlice(tx, own, sender.leaseMs);
    tx.afterCommit(() => sender.begin(slice));
  }
  return insertUpdates(tx, others);
}

async function insertSlice(
  tx: Sql,
  updates: readonly NewUpdate[],
  leaseMs: number,
): Promise<OpenSlice> {
  const [id, leaseToken] = [newId(), newId()];
  const [row] = await tx.query<{ createdAt: Date }>(
    `INSERT INTO update_slice (id, message_ids, updates, next_at, lease_token, created_at)
     VALUES ($1, $2::uuid[], $3, now() + make_interval(secs => $4::float8 / 1000), $5, now()) RETURNING created_at AS "createdAt"`,
    [
      id,
      [...new Set(updates.map(({ messageId }) => messageId))],
      JSON.stringify(updates),
      leaseMs,
      leaseToken,
    ],
  );
  return new OpenSlice(
    id,
    leaseToken,
    updates.map((update) => ({ ...update, ...row })),
  );
}

/** An update of an open slice, and how far its sending is. */
export interface FirstState {
  slice: OpenSlice;
  update: NewUpdate;
  sending: SendingState;
}

/**
 * Stores updates of open slices with how far they are, and removes the row of a slice of which
 * nothing else is left; pages are notified. Where another process has stored an update, since the
 * lease of its slice had ended, that one stands.
 */
export async function storeFirst(tx: Sql, states: readonly FirstState[]): Promise<void> {
  if (states.length === 0) return;
  const counts = new Map<OpenSlice, number>();
  for (const { slice } of states) counts.set(slice, (counts.get(slice) ?? 0) + 1);
  const whole = new Set(
    [...counts].flatMap(([slice, count]) => (slice.unstored === count ? [slice] : [])),
  );
  // A slice is locked before its updates.
  if (whole.size > 0) await removeSlices(tx, [...whole]);
  await insertUpdates(
    tx,
    states.map(({ update, sending }) => ({ ...update, sending })),
  );
  tx.afterCommit(() => {
    for (const [slice, count] of counts) slice.settle(count, whole.has(slice));
    const services = new Map(states.map(({ update }) => [update.messageId, update.serviceId]));
    for (const [transid, serviceId] of services) changed({ transid, serviceId });
  });
}

/**
 * Removes the rows of slices of which each update is stored, and wakes the senders: later updates
 * of their deliveries wait for that.
 */
export async function removeSlices(tx: Sql, slices: readonly OpenSlice[]): Promise<void> {
  await tx.query("DELETE FROM update_slice WHERE id = ANY($1::uuid[])", [
    slices.map(({ id }) => id),
  ]);
  tx.afterCommit(() => wake("update"));
}

/** Heartbeat: renews the leases of slices, unless another process has them. */
export async function renewSlices(
  sql: Sql,
  slices: readonly OpenSlice[],
  leaseMs: number,
): Promise<void> {
  if (slices.length === 0) return;
  await sql.query(
    `UPDATE update_slice s SET next_at = now() + make_interval(secs => $3::float8 / 1000) FROM (
       SELECT o.id FROM update_slice o JOIN unnest($1::uuid[], $2::uuid[]) AS h(id, lease) ON o.id = h.id AND o.lease_token = h.lease
       FOR UPDATE OF o SKIP LOCKED) leased
     WHERE s.id = leased.id`,
    [slices.map(({ id }) => id), slices.map(({ leaseToken }) => leaseToken), leaseMs],
  );
}

/**
 * Stores the updates of slices whose lease has ended, for any sender: the process that had them
 * died, or lost its database for long. Those that it has stored stand.
 */
export async function storeEndedSlices(sql: Database): Promise<void> {
  const ended = await sql.query<{ id: string }>(
    `SELECT id FROM update_slice WHERE next_at <= now() ORDER BY id LIMIT ${mostEnded}`,
  );
  for (const { id } of ended) await sql.transaction((tx) => storeEndedSlice(tx, id));
  if (ended.length > 0) wake("update");
}

async function storeEndedSlice(tx: Sql, id: string): Promise<void> {
  const [row] = await tx.query<{ updates: string; createdAt: Date }>(
    `SELECT updates, created_at AS "createdAt" FROM update_slice WHERE id = $1 AND next_at <= now() FOR UPDATE SKIP LOCKED`,
    [id],
  );
  if (!row) return;
  const updates = JSON.parse(row.updates) as NewUpdate[];
  await insertUpdates(
    tx,
    updates.map((update) => ({ ...update, createdAt: row.createdAt })),
  );
  await tx.query("DELETE FROM update_slice WHERE id = $1", [id]);
}
