import type { Allowed } from "@/lib/outbound/guard";
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
  /** Since when it has been asked and has not answered; milliseconds, monotonic. */
  silentSince: number | undefined;
  /** Messages that are being sent to it, or wait for their turn. */
  busy: number;
}

/** A push service that leaves a request unanswered for so long is asked nothing more meanwhile (milliseconds). */
const silenceMs = 1_000;
const busyPauseMs = 1_000;
/** What waits for silent ones comes back at different times. */
const silentPauseMs = 5_000;

function held(reason: string, afterMs: number): Outcome {
  return { kind: "held", code: "7404", reason, afterMs: Math.round(afterMs) };
}

/** The push services that subscriptions name: anybody who may register a browser chooses one. */
export class PushServices {
  readonly #allowed: Allowed;
  readonly #services = new Map<string, PushService>();
  #toStrangers = 0;

  /** @param allowed hosts that may be called although they are private */
  constructor(allowed: Allowed) {
    this.#allowed = allowed;
  }

  /** Why nothing may be sent to the push service of an origin now; undefined when it may. */
  refusal(origin: string): Outcome | undefined {
    const service = this.#services.get(origin);
    if (service?.answers) return undefined;
    const silentMs = service?.silentSince === undefined ? 0 : performance.now() - service.silentSince;
    if (silentMs <= silenceMs && this.#toStrangers < mostToStrangers) return undefined;
    return held("the push service does not answer", silentPauseMs * (1 + Math.random()));
  }

  /**
   * Sends something to the push service of an origin, which stays open meanwhile. Push services that do not answer may have so many requests in
   * flight together and no more, whoever names how many of them: what is beyond, and what finds no room at its own, is held.
   */
  async send(origin: string, post: (pool: Pool) => Promise<Outcome>, ready?: Batch["ready"]): Promise<Outcome> {
    const service = this.#of(origin);
    service.busy += 1;
    this.#closeIdle();
    try {
      return await service.concurrency.run(
        async () => {
          await ready?.();
          return this.refusal(origin) ?? this.#post(service, post);
        },
        slowsDown,
        () => this.refusal(origin) ?? held("the push service is busy", busyPauseMs),
      );
    } finally {
      service.busy -= 1;
    }
  }

  async #post(service: PushService, post: (pool: Pool) => Promise<Outcome>): Promise<Outcome> {
    const stranger = !service.answers;
    if (stranger) this.#toStrangers += 1;
    const ask = () => {
      service.silentSince ??= performance.now();
      return post(service.pool);
    };
    try {
      const outcome = await service.breaker.one(ask);
      if (outcome.kind === "submitted") service.taken = true;
      if (outcome.kind !== "held") {
        service.answers = !ails(outcome);
        service.silentSince = undefined;
      }
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
      pool: openPool({ origin, allowed: this.#allowed, maxSessions: 4 }),
      concurrency: new Concurrency(firstRequests),
      breaker: new Breaker(origin),
      taken: false,
      answers: false,
      silentSince: undefined,
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
