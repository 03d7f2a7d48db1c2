import type { StoredVersion } from "@/lib/directory/template/version";
import type { EffectiveRequest } from "@/lib/interface/effective";
import type { PushRequest } from "@/lib/interface/request";
import { once } from "@/lib/runtime/once";

/** How a request was read when it was accepted. */
export interface AsAccepted {
  request: PushRequest;
  version: StoredVersion | undefined;
  /** In the language that everybody gets, otherwise in the default one. */
  effective: EffectiveRequest;
  /** Where its time to live counts from; milliseconds by `steady`. */
  livesFrom: number;
}

/** A message that was stored, with what it was read as. */
export interface JustAccepted {
  transid: string;
  serviceId: string;
  appId: string;
  /** The campaign that it is a part of. */
  campaignId: string | null;
  /** Its bytes. */
  request: Uint8Array;
  /**
   * The language of its template that everybody gets, "" for the default text; null: each recipient
   * that of their device.
   */
  language: string | null;
  priority: 0 | 1;
  acceptedAt: Date;
  expiresAt: Date | null;
  read: AsAccepted;
}

/** Limits of the cache: further messages are read from their rows. */
const most = { messages: 500, bytes: 8 * 1_048_576 };

/**
 * What this process accepted and its workers have not asked for yet, the newest of it: they need
 * not read it again. Nothing depends on it, since other processes read the rows. Apart from the
 * messages that are being delivered, so that a burst of new ones pushes out none of these.
 */
class UnclaimedMessages {
  readonly #messages = new Map<string, JustAccepted>();
  #bytes = 0;
  #workers = 0;

  /** Keeps messages until the returned function is called. */
  open(): () => void {
    this.#workers += 1;
    return () => {
      this.#workers -= 1;
      if (this.#workers > 0) return;
      this.#messages.clear();
      this.#bytes = 0;
    };
  }

  /** Keeps a message, where there is a worker for it. */
  add(message: JustAccepted): void {
    if (this.#workers === 0 || message.request.length > most.bytes) return;
    this.#messages.set(message.transid, message);
    this.#bytes += message.request.length;
    for (const oldest of this.#messages.keys()) {
      if (this.#messages.size <= most.messages && this.#bytes <= most.bytes) return;
      this.take(oldest);
    }
  }

  take(transid: string): JustAccepted | undefined {
    const message = this.#messages.get(transid);
    if (message && this.#messages.delete(transid)) this.#bytes -= message.request.length;
    return message;
  }
}

const waiting = () => once("just-accepted", () => new UnclaimedMessages());

/** Keeps what this process accepts for its workers, until the returned function is called. */
export function keepAccepted(): () => void {
  return waiting().open();
}

/** Keeps messages that were stored for the workers of this process, where there are any. */
export function handOver(messages: readonly JustAccepted[]): void {
  for (const message of messages) waiting().add(message);
}

/** A message as it was accepted here, once; undefined where it has to be read from its row. */
export function takeAccepted(transid: string): JustAccepted | undefined {
  return waiting().take(transid);
}
