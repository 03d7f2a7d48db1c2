import { log } from "@/lib/log/log";
import { ails } from "./answers";
import type { OpenCircuit, Outcome } from "./provider";

/**
 * After so many failures in a row, each begun after the first had ended, the provider is left
 * alone.
 */
const failuresToOpen = 10;
/**
 * Pauses between probes, in milliseconds: doubling, each shortened or lengthened by up to a quarter
 * at random.
 */
const firstPauseMs = 1_000;
const longestPauseMs = 15_000;
/** A provider that asks for it is left alone for so long at most. */
const longestWishMs = 60_000;
/** While a probe is under way. */
const probeMs = 1_000;

type Failure = Exclude<Outcome, { kind: "submitted" }>;

/**
 * A circuit breaker for what one credential sends to one origin. While the other side answers
 * nothing but that it is broken, or not at all, requests are answered with `held` instead of being
 * sent: no attempt is burnt, and no connection waits for its time-out. After the pause one request
 * goes as a probe, and the others wait until it has an answer; when the other side gives any
 * answer, all go on.
 *
 * Times are monotonic: a clock that is set stops nothing.
 */
export class Breaker {
  readonly #name: string;
  readonly #random: () => number;
  readonly #now: () => number;
  readonly #watch: (open: OpenCircuit | undefined) => void;
  #failures = 0;
  /** When the first failure of the row ended. */
  #failingSince = Infinity;
  #openUntil: number | undefined;
  #openedAt = 0;
  #pauses = 0;
  #last: Failure | undefined;
  #probing = false;

  /**
   * @param name of the other side, for the log: `fcm`, or the origin of a push service
   * @param watch receives each transition; `undefined` once it is closed
   */
  constructor(
    name: string,
    watch: (open: OpenCircuit | undefined) => void = () => undefined,
    now: () => number = () => performance.now(),
    random: () => number = Math.random,
  ) {
    this.#name = name;
    this.#watch = watch;
    this.#now = now;
    this.#random = random;
  }

  /** Sends, or holds. The outcomes of one call count as one: it ails when all of them do. */
  async run(count: number, send: () => Promise<Outcome[]>): Promise<Outcome[]> {
    if (this.#openUntil === undefined) return this.#send(send);
    const leftMs = this.#openUntil - this.#now();
    if (leftMs > 0) return this.#hold(count, leftMs);
    // No request waits for the probe: it may take as long as a time-out, and a waiting request
    // would keep others from their turn.
    if (this.#probing) return this.#hold(count, probeMs);
    this.#probing = true;
    try {
      return await this.#send(send);
    } finally {
      this.#probing = false;
    }
  }

  /** {@link run} for a call with one outcome. */
  async one(send: () => Promise<Outcome>): Promise<Outcome> {
    if (this.#openUntil === undefined) {
      const startedAt = this.#now();
      const outcome = await send();
      this.#note(startedAt, outcome, ails(outcome));
      return outcome;
    }
    const [outcome] = await this.run(1, async () => [await send()]);
    return outcome ?? { kind: "unknown", code: "7518", reason: "no outcome" };
  }

  async #send(send: () => Promise<Outcome[]>): Promise<Outcome[]> {
    const startedAt = this.#now();
    const outcomes = await send();
    const [first] = outcomes;
    if (first) this.#note(startedAt, first, outcomes.every(ails));
    return outcomes;
  }

  #hold(count: number, leftMs: number): Outcome[] {
    const afterMs = Math.max(Math.ceil(leftMs), 1);
    const { code, reason } = this.#last ?? { code: "7404", reason: "" };
    const heldOutcome: Outcome = {
      kind: "held",
      code,
      reason: `${reason}; it failed ${failuresToOpen} times in a row and is left alone for now`,
      afterMs,
    };
    return Array.from({ length: count }, () => heldOutcome);
  }

  #note(startedAt: number, outcome: Outcome, failed: boolean): void {
    if (!failed || outcome.kind === "submitted") this.#close();
    else if (this.#openUntil !== undefined) {
      // A request that was in flight when it opened adds nothing new.
      if (startedAt >= this.#openUntil) this.#open(outcome);
    } else if (this.#failures === 0) {
      this.#failures = 1;
      this.#failingSince = this.#now();
    } else if (
      startedAt > this.#failingSince ||
      (outcome.kind === "unknown" && outcome.timedOut === true)
    ) {
      // What was in flight at the first failure may have been lost with it, on one connection: that
      // is one failure. A time-out is one by itself.
      this.#failures += 1;
      if (this.#failures >= failuresToOpen) this.#open(outcome);
    }
  }

  #open(outcome: Failure): void {
    const pauseMs =
      Math.min(firstPauseMs * 2 ** Math.min(this.#pauses, 20), longestPauseMs) *
      (0.75 + this.#random() / 2);
    this.#pauses += 1;
    if (this.#openUntil === undefined) this.#openedAt = this.#now();
    const wished = outcome.kind === "deferred" ? (outcome.afterMs ?? 0) : 0;
    this.#openUntil = this.#now() + Math.max(pauseMs, Math.min(wished, longestWishMs));
    this.#last = outcome;
    this.#watch({ openedAt: this.#openedAt, probeAt: this.#openUntil, reason: outcome.reason });
    log().warn(
      { provider: this.#name, reason: outcome.reason, pauseMs: Math.round(pauseMs) },
      "a provider fails again and again; it is left alone",
    );
  }

  #close(): void {
    if (this.#openUntil !== undefined) {
      log().info({ provider: this.#name }, "a provider answers again");
      this.#watch(undefined);
    }
    this.#failures = 0;
    this.#failingSince = Infinity;
    this.#openUntil = undefined;
    this.#pauses = 0;
    this.#last = undefined;
  }
}
