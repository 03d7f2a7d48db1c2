import type { UpdateCode } from "@/lib/interface/codes";
import { isBrowser } from "@/lib/interface/device-kinds";
import { now } from "@/lib/runtime/clock";
import type { providerOfApp } from "./app-providers";
import type { Change, NewDelivery } from "./change";
import { queueName, type Claim } from "./places";
import type { ClaimedDelivery, Queue } from "./queues";

/**
 * New deliveries are stored before they have an outcome once their provider does not answer for so
 * many looks, and after so many at most, so that one that hangs keeps no others from being done
 * with: a second and fifteen, unless this process was too busy to read the answers.
 */
export const looksEveryMs = 250;
const silentLooks = 4;
const unstoredLooks = 60;

/** Times are in milliseconds, monotonic. */
export interface QueueState {
  /** The provider wants no more until then. */
  pausedUntil: number;
  /** The provider is left alone until then, or until it takes something. */
  heldUntil: number;
  /** The last outcome was then. */
  answeredAt: number;
  /** Its provider has not answered what was sent for a while. */
  isSilent: boolean;
}

/** The state of a queue, from now on in `states`. */
export function stateOf(states: Map<string, QueueState>, queue: Queue): QueueState {
  const name = queueName(queue);
  const existingState = states.get(name);
  if (existingState) return existingState;
  const newState = { pausedUntil: 0, heldUntil: 0, answeredAt: 0, isSilent: false };
  states.set(name, newState);
  return newState;
}

/** Deliveries of a queue that are sent together: claimed ones, or such as are not stored yet. */
export interface Batch {
  queue: Queue;
  state: QueueState;
  /** Of the claimed ones, and of new ones that are stored before they have an outcome. */
  leaseToken: string;
  claimed: readonly ClaimedDelivery[];
  /** Those that are not stored yet. */
  unstored: UnstoredDeliveries;
  appProvider: Awaited<ReturnType<typeof providerOfApp>>;
  places: Claim;
  /** How often it was looked at since it was begun, and since its last outcome. */
  looks: number;
  silentLooks: number;
  /** Whether rows may wait once it has ended. */
  leavesRows: boolean;
  /** So many outcomes are still counted as expected. */
  expected: number;
  records: Promise<void>[];
  /** Whether the state of its credential was recorded. */
  isCredentialNoted: boolean;
}

/** What a batch is begun with. */
export type BegunBatch = Pick<
  Batch,
  "queue" | "state" | "leaseToken" | "claimed" | "unstored" | "appProvider"
>;

/** The batch of what was claimed, or is not stored yet, which has no outcomes until now. */
export function batchOf(begun: BegunBatch, places: Claim): Batch {
  return {
    ...begun,
    places,
    looks: 0,
    silentLooks: 0,
    leavesRows: begun.unstored.isEmpty,
    expected: begun.claimed.length,
    records: [],
    isCredentialNoted: false,
  };
}

/**
 * Whether what has no outcome yet is to be stored; to be called at each look. Notes in the state of
 * the queue that its provider does not answer.
 */
export function isLate(batch: Batch): boolean {
  const { queue, state, places } = batch;
  batch.looks += 1;
  batch.silentLooks += 1;
  if (batch.looks >= unstoredLooks) return true;
  if (batch.silentLooks < silentLooks) return false;
  // Of a batch that has outcomes the last ones hang; one that has none may wait behind others.
  if (places.leased < places.size) return true;
  if (performance.now() - state.answeredAt < silentLooks * looksEveryMs) return false;
  // A queue of browsers goes to many push services.
  if (!isBrowser(queue.kind)) state.isSilent = true;
  return true;
}

/** The new deliveries of a batch, until each is stored. */
export class UnstoredDeliveries {
  /** Those that have no outcome yet. */
  readonly #open: Map<string, NewDelivery>;
  /** Those that {@link takeOpen} returned. */
  readonly #leased = new Map<string, NewDelivery>();
  /** Those that are not stored. */
  readonly #unstored: Set<string>;
  #resolve: () => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  /** Resolves when each is stored; rejects when one could not be. */
  readonly stored: Promise<void>;
  /** Resolves when those are stored that {@link takeOpen} returned. */
  leased: Promise<void> = Promise.resolve();

  constructor(deliveries: readonly NewDelivery[]) {
    this.#open = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
    this.#unstored = new Set(this.#open.keys());
    this.stored = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Who waits for it comes later.
    this.stored.catch(() => undefined);
    if (this.#unstored.size === 0) this.#resolve();
  }

  /** Whether all are stored. */
  get isEmpty(): boolean {
    return this.#unstored.size === 0;
  }

  /** One of them, which has an outcome now; undefined where it is stored by another way. */
  take(id: string): NewDelivery | undefined {
    const delivery = this.#open.get(id);
    this.#open.delete(id);
    return delivery;
  }

  /** All that have no outcome yet, to be stored as leased. */
  takeOpen(): NewDelivery[] {
    const open = [...this.#open.values()];
    for (const delivery of open) this.#leased.set(delivery.id, delivery);
    this.#open.clear();
    return open;
  }

  /** One of those that {@link takeOpen} returned. */
  leasedOf(id: string): NewDelivery | undefined {
    return this.#leased.get(id);
  }

  /** One of them is stored; returns whether it was not until now. */
  settle(id: string): boolean {
    const isNew = this.#unstored.delete(id);
    if (this.#unstored.size === 0) this.#resolve();
    return isNew;
  }

  /** One of them could not be stored. */
  fail(error: unknown): void {
    this.#reject(error);
  }
}

/** As a delivery is claimed. */
export function claimedFrom(delivery: NewDelivery): ClaimedDelivery {
  const { messageId, id, deviceId, pushid, language, destinationType, destination } = delivery;
  const recipient = { type: destinationType, id: destination };
  return { messageId, id, deviceId, pushid, language, attempts: 0, recipient };
}

/** The change that stores a delivery as waiting: leased, or due at once. */
export function waitingFrom(delivery: NewDelivery, leaseToken?: string): Change {
  return {
    messageId: delivery.messageId,
    deliveryId: delivery.id,
    delivery,
    ...(leaseToken === undefined ? {} : { leaseToken }),
    to: "waiting",
    code: "",
    description: "",
    at: delivery.queuedAt,
    dueAt: performance.now(),
    attempted: false,
  };
}

/** Why a delivery waits, and for how many milliseconds. */
interface Wait {
  code: UpdateCode;
  description: string;
  ms: number;
}

/** The change of a delivery that waits without an attempt. */
export function waitFor({ messageId, id }: ClaimedDelivery, { ms, ...why }: Wait): Change {
  return {
    messageId,
    deliveryId: id,
    to: "waiting",
    ...why,
    at: new Date(now()),
    dueAt: performance.now() + ms,
    attempted: false,
  };
}

/** Places in the batch that are sent the same: those of one message in one language. */
export function byContent(
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

/** New deliveries by the queue that they would wait in. */
export function byQueue(
  deliveries: readonly NewDelivery[],
): { queue: Queue; own: NewDelivery[] }[] {
  const groups = new Map<string, { queue: Queue; own: NewDelivery[] }>();
  for (const delivery of deliveries) {
    const { appId, kind, priority } = delivery;
    if (kind === "") continue;
    const queue = { appId, kind, priority, dueInMs: 0 };
    const name = queueName(queue);
    const group = groups.get(name);
    if (group) group.own.push(delivery);
    else groups.set(name, { queue, own: [delivery] });
  }
  return [...groups.values()];
}
