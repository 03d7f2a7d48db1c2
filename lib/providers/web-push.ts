import type { z } from "zod";
import { ForbiddenAddressError } from "@/lib/outbound/errors";
import { isMeant, type Allowed } from "@/lib/outbound/guard";
import type { Pool } from "@/lib/outbound/http2-pool";
import { once } from "@/lib/runtime/once";
import { deferred, outcomeOfError, rejected, slowsDown } from "./answers";
import type { webPushCredential } from "./credentials";
import { Encryptor } from "./encryptor";
import type { Batch, Outcome, Provider, Target } from "./provider";
import { PushServices } from "./push-services";
import { Vapid } from "./vapid";
import { webPushOutcome } from "./web-push-answers";
import { SubscriptionKeysError } from "./web-push-encryption";

const timeoutMs = 15_000;
/** A push service that refuses what others take is asked again after so long. */
const foreignPauseMs = 60_000;
const encryptor = () => once("encryptor", () => new Encryptor());

/** Web Push (RFC 8030) to whatever push service a subscription names, through the address guard. */
export function openWebPush(credential: z.output<typeof webPushCredential>, lab: readonly string[]): Provider {
  const service = new WebPush(credential, { by: "NOTIFY_ALLOW", lab });
  encryptor();
  return {
    send: async (batch) => {
      const signed = service.signer();
      const outcomes = await Promise.all(batch.targets.map((target) => service.send(batch, target, signed)));
      return service.blameOrigins(batch.targets, blameSubscriptions(batch.targets, outcomes));
    },
    close: () => service.close(),
  };
}

/**
 * A push service that takes one message and calls the key wrong for another cannot mean the key: that subscription was made with an older one
 * (Mozilla says no more than 401).
 */
function blameSubscriptions(targets: readonly Target[], outcomes: Outcome[]): Outcome[] {
  const wellWith = new Set(outcomes.flatMap(({ kind }, n) => (kind === "submitted" ? [originOf(targets[n])] : [])));
  return outcomes.map((outcome, n) =>
    outcome.kind === "stopped" && wellWith.has(originOf(targets[n]))
      ? rejected("7513", `${outcome.reason}: subscribed with another key`, true)
      : outcome,
  );
}

function originOf(target: Target | undefined): string {
  const endpoint = target?.subscription?.endpoint ?? "";
  return URL.canParse(endpoint) ? new URL(endpoint).origin : "";
}

class WebPush {
  readonly #vapid: Vapid;
  readonly #allowed: Allowed;
  readonly #services: PushServices;

  constructor(credential: z.output<typeof webPushCredential>, allowed: Allowed) {
    this.#vapid = new Vapid(credential);
    this.#allowed = allowed;
    this.#services = new PushServices(allowed);
  }

  /** A push service that refuses the key while another takes it does not mean the key: what goes there waits, and nothing else does. */
  blameOrigins(targets: readonly Target[], outcomes: Outcome[]): Outcome[] {
    return outcomes.map((outcome, n) =>
      outcome.kind === "stopped" && this.#services.takenElsewhere(originOf(targets[n]))
        ? deferred(outcome.code, `${outcome.reason}: this push service alone refuses the key`, undefined, "device", foreignPauseMs)
        : outcome,
    );
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
    if (endpoint.protocol !== "https:" && !isMeant(endpoint.hostname, Number(endpoint.port || 80), this.#allowed))
      return rejected("7512", "the subscription's endpoint is not https");
    let body: Buffer;
    try {
      body = await encryptor().encrypt(request.body, subscription.keys);
    } catch (error) {
      return rejected("7512", error instanceof SubscriptionKeysError ? error.message : "the subscription's keys cannot be used", true);
    }
    const headers = { ...request.headers, authorization: signed(endpoint.origin) };
    return this.#services.with(endpoint.origin, async (service) => {
      const { pool, concurrency, breaker } = service;
      const outcome = await concurrency.run(() => breaker.one(() => this.#post(pool, endpoint, headers, body)), slowsDown);
      if (outcome.kind === "submitted") service.taken = true;
      return outcome;
    });
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
      // Of this one subscription.
      if (error instanceof ForbiddenAddressError) return rejected("7512", error.message);
      return outcomeOfError(error, { refused: "7504", noToken: "7404" });
    }
  }

  async close(): Promise<void> {
    await this.#services.close();
  }
}
