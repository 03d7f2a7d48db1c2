import { providerOf } from "@/lib/interface/device-kinds";
import type { Queue } from "./queues";

/**
 * Deliveries that this process holds at once, over all queues: bounds memory, and what a crash may
 * send twice.
 */
export const heldAtMost = 4_000;
/**
 * A delivery that has been leased for longer keeps no more of its queue from being claimed
 * (milliseconds): it waits for an answer.
 */
export const overdueMs = 500;
/** Slots of a credential that less urgent new deliveries leave to more urgent ones, at most. */
const urgentRoom = 200;
/** Fewer free slots than this are not worth beginning with, where a share has as many. */
const leastRoom = 50;
/** A claim of which less than this share is leased is as good as done. */
const rest = 0.2;

/** Deliveries that were claimed together. */
export interface Claim {
  readonly queue: string;
  readonly credential: string;
  readonly size: number;
  /** Milliseconds, monotonic. */
  readonly at: number;
  /** How many of them are still leased. */
  leased: number;
}

/**
 * The slots that this process has for deliveries, freed one by one: a target that does not answer
 * keeps its own and no other.
 */
export class Places {
  #held = 0;
  /** By app and provider. */
  readonly #heldBy = new Map<string, number>();
  readonly #claims = new Map<string, Set<Claim>>();
  readonly #waiting = new Set<() => void>();

  /** How many are free. */
  get free(): number {
    return heldAtMost - this.#held;
  }

  /**
   * What a queue may still claim: a credential whose provider hangs keeps its slots for the
   * length of a time-out, so that each leaves room for as much as it has itself for one more.
   */
  roomOf(queue: Queue): number {
    return Math.min(this.free, this.#shareOf(queue) - (this.#heldBy.get(credentialOf(queue)) ?? 0));
  }

  /**
   * How many new deliveries of a queue may be begun now, of `most`: 0 where too few could be to be
   * worth it. What is less urgent leaves room of its credential for what may come above it. Where
   * many credentials are in use, shares are small, and so is what is left and what is worth it.
   */
  roomToBegin(queue: Queue, most: number): number {
    const share = this.#shareOf(queue);
    const reserve = queue.priority > 0 ? Math.min(urgentRoom, Math.floor(share / 4)) : 0;
    const room = this.roomOf(queue) - reserve;
    const least = Math.max(1, Math.min(most, leastRoom, Math.floor(share / 2)));
    return room >= least ? Math.min(room, most) : 0;
  }

  #shareOf(queue: Queue): number {
    const isHolding = this.#heldBy.has(credentialOf(queue));
    return Math.floor(heldAtMost / (this.#heldBy.size + (isHolding ? 1 : 2)));
  }

  /** How many of a queue are being sent, those left out that have been for {@link overdueMs}. */
  underWay(queue: Queue): number {
    const now = performance.now();
    let count = 0;
    for (const { at, leased } of this.#claims.get(queueName(queue)) ?? [])
      if (now - at < overdueMs) count += leased;
    return count;
  }

  /**
   * For sorting the queues that are due: the more urgent ones first, and of those the ones that
   * have less under way. What is claimed of a giant one is begun on this thread, and would hold up
   * the claims of the others.
   */
  compare(one: Queue, other: Queue): number {
    return one.priority - other.priority || this.underWay(one) - this.underWay(other);
  }

  /** Takes slots for what was claimed. */
  take(queue: Queue, size: number): Claim {
    const claim = {
      queue: queueName(queue),
      credential: credentialOf(queue),
      size,
      at: performance.now(),
      leased: size,
    };
    const claims = this.#claims.get(claim.queue);
    if (claims) claims.add(claim);
    else this.#claims.set(claim.queue, new Set([claim]));
    this.#hold(claim, size);
    return claim;
  }

  /** Resolves when slots become free, or after so many milliseconds. */
  nextFree(mostMs: number): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer);
        this.#waiting.delete(go);
        resolve();
      };
      const timer = setTimeout(go, mostMs);
      this.#waiting.add(go);
    });
  }

  /** Frees slots; returns whether it is time to claim again. */
  leave(claim: Claim, count: number): boolean {
    const before = claim.leased;
    claim.leased -= count;
    this.#hold(claim, -count);
    for (const go of this.#waiting) go();
    if (claim.leased === 0) {
      const claims = this.#claims.get(claim.queue);
      claims?.delete(claim);
      if (claims?.size === 0) this.#claims.delete(claim.queue);
      return true;
    }
    return before > claim.size * rest && claim.leased <= claim.size * rest;
  }

  #hold({ credential }: Claim, count: number): void {
    this.#held += count;
    const leased = (this.#heldBy.get(credential) ?? 0) + count;
    if (leased === 0) this.#heldBy.delete(credential);
    else this.#heldBy.set(credential, leased);
  }
}

/** Returns the name of a queue. */
export function queueName({ appId, kind, priority }: Queue): string {
  return `${appId} ${kind} ${priority}`;
}

function credentialOf({ appId, kind }: Queue): string {
  return `${appId} ${providerOf(kind)}`;
}
