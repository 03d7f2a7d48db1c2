import type { z } from "zod";
import { openPool, type Pool } from "@/lib/outbound/http2-pool";
import { once } from "@/lib/runtime/once";
import { outcomeOfError, rejected, slowsDown } from "./answers";
import { Breaker } from "./breaker";
import { Concurrency } from "./concurrency";
import type { webPushCredential } from "./credentials";
import { Encryptor } from "./encryptor";
import type { Batch, Outcome, Provider, Target } from "./provider";
import { Vapid } from "./vapid";
import { webPushOutcome } from "./web-push-answers";
import { SubscriptionKeysError } from "./web-push-encryption";

const timeoutMs = 15_000;
/** Push services connected to at once; the one used least lately is closed for a new one. */
const mostOrigins = 50;
const encryptor = () => once("encryptor", () => new Encryptor());

/** One push service: its connections, and whether it is well. */
interface Service {
  pool: Pool;
  breaker: Breaker;
}

/** Web Push (RFC 8030) to whatever push service a subscription names, through the address guard. */
export function openWebPush(credential: z.output<typeof webPushCredential>): Provider {
  const service = new WebPush(credential);
  encryptor();
  const concurrency = new Concurrency();
  return {
    send: async (batch) => {
      const signed = service.signer();
      const outcomes = await Promise.all(
        batch.targets.map((target) => concurrency.run(() => service.send(batch, target, signed), slowsDown)),
      );
      return blameSubscriptions(batch.targets, outcomes);
    },
    close: () => service.close(),
  };
}

/**
 * A push service that takes one message and calls the key wrong for another cannot mean the key: that subscription was made with an older one
 * (Mozilla says no more than 401).
 */
function blameSubscriptions(targets: readonly Target[], outcomes: Outcome[]): Outcome[] {
  const originOf = (target: Target | undefined) => {
    const endpoint = target?.subscription?.endpoint ?? "";
    return URL.canParse(endpoint) ? new URL(endpoint).origin : "";
  };
  const wellWith = new Set(outcomes.flatMap(({ kind }, n) => (kind === "submitted" ? [originOf(targets[n])] : [])));
  return outcomes.map((outcome, n) =>
    outcome.kind === "stopped" && wellWith.has(originOf(targets[n]))
      ? rejected("7513", `${outcome.reason}: subscribed with another key`, true)
      : outcome,
  );
}

class WebPush {
  readonly #vapid: Vapid;
  readonly #allowHosts: readonly string[];
  readonly #services = new Map<string, Service>();

  constructor(credential: z.output<typeof webPushCredential>) {
    this.#vapid = new Vapid(credential);
    this.#allowHosts = credential.allowHosts;
  }

  /**
   * The `authorization` header by origin, one and the same for a whole batch: what a push service takes and what it refuses can be compared only
   * when both were signed alike, and a clock that jumps in between would sign otherwise.
   */
  signer(): (origin: string) => string {
    const made = new Map<string, string>();
    return (origin) => {
      const header = made.get(origin) ?? this.#vapid.header(origin);
      made.set(origin, header);
      return header;
    };
  }

  async send({ request }: Batch, { subscription }: Target, signed: (origin: string) => string): Promise<Outcome> {
    if (!subscription) return rejected("7512", "no subscription is registered under this push id");
    if (!URL.canParse(subscription.endpoint)) return rejected("7512", "the subscription's endpoint is no URL", true);
    const endpoint = new URL(subscription.endpoint);
    if (endpoint.protocol !== "https:" && !this.#allowHosts.includes(endpoint.host))
      return rejected("7512", "the subscription's endpoint is not https");
    const { pool, breaker } = this.#service(endpoint.origin);
    try {
      const body = await encryptor().encrypt(request.body, subscription.keys);
      return await breaker.one(() => this.#post(pool, endpoint, { ...request.headers, authorization: signed(endpoint.origin) }, body));
    } catch (error) {
      if (error instanceof SubscriptionKeysError) return rejected("7512", error.message, true);
      throw error;
    }
  }

  async #post(pool: Pool, endpoint: URL, headers: Batch["request"]["headers"], body: Buffer): Promise<Outcome> {
    try {
      const answer = await pool.request({
        method: "POST",
        path: endpoint.pathname + endpoint.search,
        headers: {
          ...headers,
          "content-encoding": "aes128gcm",
          "content-type": "application/octet-stream",
        },
        body,
        timeoutMs,
      });
      return webPushOutcome(answer);
    } catch (error) {
      return outcomeOfError(error, { refused: "7504", noToken: "7404" });
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#services.values()].map(({ pool }) => pool.close()));
    this.#services.clear();
  }

  #service(origin: string): Service {
    const known = this.#services.get(origin);
    if (known) {
      this.#services.delete(origin);
      this.#services.set(origin, known);
      return known;
    }
    const [oldest] = this.#services;
    if (oldest && this.#services.size >= mostOrigins) {
      this.#services.delete(oldest[0]);
      void oldest[1].pool.close();
    }
    const pool = openPool({ origin, checkAddress: true, allowHosts: this.#allowHosts, maxSessions: 4 });
    const opened = { pool, breaker: new Breaker(origin) };
    this.#services.set(origin, opened);
    return opened;
  }
}
