import { log } from "@/lib/log/log";
import { countVerdict, type ProviderCounts } from "./counts";
import type { Answer, Call, Service } from "./exchange";
import type { Faults, ProviderFaults } from "./faults";

/** How one request is answered, in any protocol. */
export interface Way {
  answer(answer: Answer): void;
  /** Destroys the connection. */
  drop(): void;
}

/**
 * Answers calls by the service, as the provider's faults change it: delayed, refused, dropped or
 * not at all. Counts each call.
 */
export class CallAnswerer {
  readonly #service: Service;
  readonly #faults: Faults;
  readonly #counts: ProviderCounts;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(service: Service, faults: Faults, counts: ProviderCounts) {
    this.#service = service;
    this.#faults = faults;
    this.#counts = counts;
  }

  take(call: Call, way: Way): void {
    this.#counts.requests += 1;
    const wrong = this.#faults.of(this.#service.provider);
    if (!wrong) this.#respond(call, way);
    else if (call.path === this.#service.tokenPath) this.#takeTokenCall(call, way, wrong);
    else this.#takeWithFaults(call, way, wrong);
  }

  /** Drops the answers that are still delayed. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #handle(call: Call): Answer {
    try {
      return this.#service.handle(call);
    } catch (error) {
      log().error({ err: error, provider: this.#service.provider }, "lab failed on a request");
      return { status: 500, body: "", verdict: "lab failed" };
    }
  }

  #respond(call: Call, way: Way): void {
    const answer = this.#handle(call);
    if (answer.verdict === "token") this.#counts.tokenCalls += 1;
    countVerdict(this.#counts, answer.verdict);
    way.answer(answer);
  }

  #takeTokenCall(call: Call, way: Way, { tokenStatus }: ProviderFaults): void {
    if (tokenStatus === undefined) return this.#respond(call, way);
    this.#counts.tokenCalls += 1;
    countVerdict(this.#counts, "token call refused");
    way.answer({ status: tokenStatus, body: "", verdict: "token call refused" });
  }

  #takeWithFaults(call: Call, way: Way, wrong: ProviderFaults): void {
    const verdict = this.#faults.decideVerdict(this.#service.provider, wrong);
    this.#later(verdict.delayMs, () => {
      switch (verdict.action) {
        case "serve":
          return this.#respond(call, way);
        case "refuse": {
          const answer = refusal(this.#service, call, verdict.faults);
          countVerdict(this.#counts, answer.verdict);
          return way.answer(answer);
        }
        case "hang":
          this.#counts.unanswered += 1;
          return undefined;
        case "dropAfter":
          this.#counts.unanswered += 1;
          countVerdict(this.#counts, this.#handle(call).verdict);
          return way.drop();
        case "drop":
          this.#counts.unanswered += 1;
          return way.drop();
      }
    });
  }

  #later(delayMs: number, act: () => void): void {
    if (delayMs === 0) return act();
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, delayMs);
    this.#timers.add(timer);
  }
}

function refusal(service: Service, call: Call, faults: ProviderFaults): Answer {
  const answer = service.forced({ status: faults.status, reason: faults.reason }, call);
  const headers = {
    ...answer.headers,
    ...(faults.retryAfter !== undefined && { "retry-after": String(faults.retryAfter) }),
  };
  if (faults.body === undefined) return { ...answer, headers };
  const html = faults.body.trimStart().startsWith("<");
  return {
    ...answer,
    headers: { ...headers, "content-type": html ? "text/html; charset=UTF-8" : "application/json" },
    body: faults.body,
  };
}
