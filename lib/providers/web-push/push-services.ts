import type { AllowList } from "@/lib/outbound/guard";
import { openPool, type Pool } from "@/lib/outbound/http2-pool";
import { ails, slowsDown } from "../answers";
import { Breaker } from "../breaker";
import { Concurrency } from "../concurrency";
import { suspicious } from "../mass-refusal";
import { unwatched, type Outcome, type Watch } from "../provider";

/**
 * Push services connected to at once, as far as the others have nothing to do, and those whose
 * condition is remembered.
 */
const mostOpen = 50;
const mostKnown = 10_000;
/**
 * Requests in flight to one push service before its first answer, and to all together that have
 * none or were silent last.
 */
const firstRequests = 2;
const mostToStrangers = 100;
/** A request that has no answer after so long is given up (milliseconds). */
export const timeoutMs = 15_000;

/**
 * One push service: its connections, how much it bears, and whether it is well. One that is sick
 * holds up no other.
 */
class PushService {
  /** While there is something to do, and as long as there is room. */
  pool: Pool | undefined;
  readonly concurrency = new Concurrency(firstRequests);
  readonly breaker: Breaker;
  /** It took a message with this credential. */
  hasAccepted = false;
  /** Subscriptions that it called those of another key before it took a message. */
  ofOtherKeys = 0;
  /** What it was asked last it answered, and was not broken. */
  answers = false;
  /**
   * How often in a row it was broken or did not answer; what was in flight together counts once.
   */
  failures = 0;
  /** When the last of them ended; milliseconds, monotonic. */
  failedAt = -Infinity;
  /** Since when it has been asked and has not answered; milliseconds, monotonic. */
  silentSince: number | undefined;
  /**
   * When those that wait for it come back, for a slot among unproven push services; milliseconds,
   * monotonic.
   */
  placeAt = -Infinity;
  /** Messages that are being sent to it, or wait for their turn. */
  busy = 0;

  constructor(origin: string, watch: Watch) {
    this.breaker = new Breaker(origin, (open) => watch.circuit(origin, open));
  }
}

/** Posts what was prepared. */
type Post = (pool: Pool) => Promise<Outcome>;

/**
 * A push service that leaves a request unanswered for so long is asked nothing more meanwhile
 * (milliseconds).
 */
const silenceMs = 1_000;
const busyPauseMs = 1_000;
/**
 * What waits for silent ones comes back after pauses that grow with each time-out, at different
 * times (milliseconds).
 */
const silentPauseMs = 5_000;
const longestSilentPauseMs = 300_000;
/**
 * While none of {@link mostToStrangers} answers, one of their slots becomes free so often
 * (milliseconds): each is in use for the length of a time-out.
 */
const placeMs = timeoutMs / mostToStrangers;
/** They may become free sooner: those of which one answers never wait longer (milliseconds). */
const longestPlacePauseMs = 60_000;

function heldOutcome(reason: string, afterMs: number): Outcome {
  return { kind: "held", code: "7404", reason, afterMs: Math.round(afterMs) };
}

/** The push services that subscriptions name: anybody who may register a browser chooses one. */
export class PushServices {
  readonly #allowed: AllowList;
  readonly #watch: Watch;
  /** The one used last stands last, in both. */
  readonly #services = new Map<string, PushService>();
  readonly #open = new Map<string, PushService>();
  #toStrangers = 0;
  /**
   * When the last of those who wait for a slot among unproven push services may expect one;
   * milliseconds, monotonic.
   */
  #placeAt = -Infinity;

  /** @param allowed hosts that may be called although they are private */
  constructor(allowed: AllowList, watch: Watch = unwatched) {
    this.#allowed = allowed;
    this.#watch = watch;
  }

  /** Why nothing may be sent to the push service of an origin now; undefined when it may. */
  refusal(origin: string): Outcome | undefined {
    const service = this.#services.get(origin);
    if (service?.answers) return undefined;
    const silentMs =
      service?.silentSince === undefined ? 0 : performance.now() - service.silentSince;
    if (silentMs > silenceMs) {
      const pauseMs = Math.min(
        silentPauseMs * 2 ** Math.min(service?.failures ?? 0, 10),
        longestSilentPauseMs,
      );
      return heldOutcome("the push service does not answer", pauseMs * (1 + Math.random()));
    }
    // Proven ones that were broken a moment ago come back sooner than those that never answered.
    if (this.#toStrangers >= mostToStrangers)
      return heldOutcome(
        "too many push services do not answer",
        service?.hasAccepted ? busyPauseMs * (1 + Math.random()) : this.#untilPlace(service),
      );
    return undefined;
  }

  /**
   * One push service after the other, as slots become free: a thousand that came back together
   * would find none again, and each time costs the database two writes.
   */
  #untilPlace(service: PushService | undefined): number {
    const now = performance.now();
    let at = service?.placeAt ?? -Infinity;
    if (at <= now) {
      this.#placeAt = at = Math.min(
        Math.max(this.#placeAt, now) + placeMs,
        now + longestPlacePauseMs,
      );
      if (service) service.placeAt = at;
    }
    return Math.max(at - now, silentPauseMs * (1 + Math.random()));
  }

  /**
   * Sends something to the push service of an origin, which stays open meanwhile. Push services
   * that do not answer may have so many requests in flight together and no more, even if a sender
   * names many of them: what is beyond, and what finds no room at its own, waits.
   *
   * @param prepare called once there is room, so that nothing is spent on what waits: what to post,
   *   or the outcome when it cannot be posted
   */
  async send(origin: string, prepare: () => Promise<Outcome | Post>): Promise<Outcome> {
    const service = this.#of(origin);
    service.busy += 1;
    try {
      return await service.concurrency.run(
        async () => this.refusal(origin) ?? this.#prepared(origin, service, prepare),
        slowsDown,
        // One that answers gets to everybody; no more than one batch waits for it.
        () =>
          this.refusal(origin) ??
          (service.answers ? undefined : heldOutcome("the push service is busy", busyPauseMs)),
      );
    } finally {
      service.busy -= 1;
    }
  }

  async #prepared(
    origin: string,
    service: PushService,
    prepare: () => Promise<Outcome | Post>,
  ): Promise<Outcome> {
    const stranger = !service.answers;
    if (stranger) this.#toStrangers += 1;
    try {
      const prepared = await prepare();
      return typeof prepared === "function"
        ? await this.#post(service, () => prepared(this.#poolOf(origin, service)))
        : prepared;
    } finally {
      if (stranger) this.#toStrangers -= 1;
    }
  }

  async #post(service: PushService, post: () => Promise<Outcome>): Promise<Outcome> {
    const startedAt = performance.now();
    const ask = () => {
      service.silentSince ??= performance.now();
      return post();
    };
    const outcome = await service.breaker.one(ask);
    if (outcome.kind === "submitted") service.hasAccepted = true;
    if (outcome.kind === "rejected" && outcome.ofAll) service.ofOtherKeys += 1;
    if (outcome.kind !== "held") {
      service.silentSince = undefined;
      service.answers = !ails(outcome);
      if (service.answers) service.failures = 0;
      else if (startedAt > service.failedAt) {
        service.failures += 1;
        service.failedAt = performance.now();
      }
    }
    return outcome;
  }

  /** Whether another push service takes what is signed with this credential. */
  isAcceptedElsewhere(origin: string): boolean {
    for (const [other, { hasAccepted }] of this.#services)
      if (hasAccepted && other !== origin) return true;
    return false;
  }

  /**
   * Whether a push service that calls subscriptions those of another key means the one that is
   * used: it said so of many, and has accepted no message.
   */
  meansKey(origin: string): boolean {
    const service = this.#services.get(origin);
    return (
      service !== undefined &&
      !service.hasAccepted &&
      service.ofOtherKeys >= suspicious &&
      !this.isAcceptedElsewhere(origin)
    );
  }

  async close(): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    this.#services.clear();
    await Promise.all(open.flatMap(({ pool }) => (pool ? [pool.close()] : [])));
  }

  #of(origin: string): PushService {
    const existingService = this.#services.get(origin);
    this.#services.delete(origin);
    const service = existingService ?? new PushService(origin, this.#watch);
    this.#services.set(origin, service);
    if (this.#services.size > mostKnown) this.#forgetOne();
    return service;
  }

  #poolOf(origin: string, service: PushService): Pool {
    this.#open.delete(origin);
    this.#open.set(origin, service);
    if (this.#open.size > mostOpen) this.#closeIdle();
    service.pool ??= openPool({ origin, allowed: this.#allowed, maxSessions: 4 });
    return service.pool;
  }

  #closeIdle(): void {
    for (const [origin, service] of this.#open) {
      if (this.#open.size <= mostOpen) return;
      if (service.busy > 0) continue;
      this.#open.delete(origin);
      void service.pool?.close();
      service.pool = undefined;
    }
  }

  #forgetOne(): void {
    for (const [origin, { busy }] of this.#services) {
      if (busy > 0 || this.#open.has(origin)) continue;
      this.#services.delete(origin);
      this.#watch.circuit(origin, undefined);
      return;
    }
  }
}
