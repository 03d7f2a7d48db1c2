import { isDelivering } from "@/lib/dispatch/deliver";
import { stillAccepted } from "@/lib/dispatch/expand";

const firstPollMs = 20;
const longestPollMs = 200;
/** Messages that are looked at together, the oldest first: about in this order they end. */
const mostInLook = 1_000;

/**
 * Messages of an order that this worker had accepted and whose recipients no worker has looked up
 * yet. They stay few, so that a pause or a stop finds most of an order not accepted, and its cursor
 * says how far it came.
 */
export class Backlog {
  /** Recipients by message. */
  readonly #open = new Map<string, number>();
  #recipients = 0;

  /** Adds a message that was accepted. */
  add(transid: string, recipients: number): void {
    this.#open.set(transid, recipients);
    this.#recipients += recipients;
  }

  /**
   * Waits until it has so many recipients at most; not in a process that delivers nothing, where
   * others may take long.
   *
   * @param goOn asked before each wait: whether this worker still has the order
   * @returns false when it has to leave the order
   */
  async shrink(most: number, goOn: () => Promise<boolean>): Promise<boolean> {
    if (!isDelivering()) return true;
    for (let pollMs = firstPollMs; this.#recipients > most; pollMs *= 2) {
      await this.#forget();
      if (this.#recipients <= most) return true;
      if (!(await goOn())) return false;
      await new Promise((resolve) => setTimeout(resolve, Math.min(pollMs, longestPollMs)));
    }
    return true;
  }

  async #forget(): Promise<void> {
    for (;;) {
      const oldest = [...this.#open].slice(0, mostInLook);
      const accepted = new Set(await stillAccepted(oldest.map(([transid]) => transid)));
      for (const [transid, recipients] of oldest)
        if (!accepted.has(transid) && this.#open.delete(transid)) this.#recipients -= recipients;
      if (accepted.size > 0 || this.#open.size === 0) return;
    }
  }
}
