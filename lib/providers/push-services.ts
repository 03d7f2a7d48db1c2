import { openPool, type Pool } from "@/lib/outbound/http2-pool";
import { ails, slowsDown } from "./answers";
import { Breaker } from "./breaker";
import { Concurrency } from "./concurrency";
import type { Batch, Outcome } from "./provider";

/** Push services connected to at once, as far as the others have nothing to do. */
const mostOrigins = 50;
/** Requests in flight to one push service before its first answer, and to all together that have none or were silent last. */
const firstRequests = 2;
const mostToStrangers = 400;

/** One push service: its connections, how much it bears, and whether it is well. One that is sick holds up no other. */
interface PushService {
  pool: Pool;
  concurrency: Concurrency;
  breaker: Breaker;
  /** It took a message with this credential. */
  taken: boolean;
  /** What it was asked last it answered, whatever it said. */
  answers: boolean;
  /** Messages that are being sent to it, or wait for their turn. */
  busy: number;
}

const full: Outcome = { kind: "held", code: "7404", reason: "the push service is busy or does not answer", afterMs: 1_000 };

/** The push services that subscriptions name: anybody who may register a browser chooses one. */
export class PushServices {
  readonly #allowHosts: readonly string[];
  readonly #services = new Map<string, PushService>();
  #toStrangers = 0;

  /** @param allowHosts hosts that may be called although they are private, or without TLS */
  constructor(allowHosts: readonly string[]) {
    this.#allowHosts = allowHosts;
  }

  /**
   * Sends something to the push service of an origin, which stays open meanwhile. Push services that do not answer may have so many requests in
   * flight together and no more, whoever names how many of them: what is beyond, and what finds no room at its own, is held for a second.
   */
  async send(origin: string, post: (pool: Pool) => Promise<Outcome>, ready?: Batch["ready"]): Promise<Outcome> {
    const service = this.#of(origin);
    service.busy += 1;
    this.#closeIdle();
    try {
      return await service.concurrency.run(
        async () => {
          await ready?.();
          return this.#post(service, post);
        },
        slowsDown,
        () => full,
      );
    } finally {
      service.busy -= 1;
    }
  }

  async #post(service: PushService, post: (pool: Pool) => Promise<Outcome>): Promise<Outcome> {
    const stranger = !service.answers;
    if (stranger && this.#toStrangers >= mostToStrangers) return full;
    if (stranger) this.#toStrangers += 1;
    try {
      const outcome = await service.breaker.one(() => post(service.pool));
      if (outcome.kind === "submitted") service.taken = true;
      if (outcome.kind !== "held") service.answers = !ails(outcome);
      return outcome;
    } finally {
      if (stranger) this.#toStrangers -= 1;
    }
  }

  /** Whether another push service takes what is signed with this credential. */
  takenElsewhere(origin: string): boolean {
    for (const [other, { taken }] of this.#services) if (taken && other !== origin) return true;
    return false;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#services.values()].map(({ pool }) => pool.close()));
    this.#services.clear();
  }

  #of(origin: string): PushService {
    const known = this.#services.get(origin);
    this.#services.delete(origin);
    const service = known ?? {
      pool: openPool({ origin, checkAddress: true, allowHosts: this.#allowHosts, maxSessions: 4 }),
      concurrency: new Concurrency(firstRequests),
      breaker: new Breaker(origin),
      taken: false,
      answers: false,
      busy: 0,
    };
    // The one used last stands last.
    this.#services.set(origin, service);
    return service;
  }

  #closeIdle(): void {
    for (const [origin, { pool, busy }] of this.#services) {
      if (this.#services.size <= mostOrigins) return;
      if (busy > 0) continue;
      this.#services.delete(origin);
      void pool.close();
    }
  }
}
