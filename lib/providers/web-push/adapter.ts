import { parseUrl } from "@/lib/interface/url";
import { ForbiddenAddressError } from "@/lib/outbound/errors";
import { isMeant, type AllowList } from "@/lib/outbound/guard";
import type { Pool } from "@/lib/outbound/http2-pool";
import { once } from "@/lib/runtime/once";
import { deferred, outcomeOfError, rejected } from "../answers";
import { patienceMs } from "../mass-refusal";
import {
  type Batch,
  type OpenProvider,
  type Outcome,
  type Target,
  type OutcomeCallback,
  unwatched,
  type Watch,
} from "../provider";
import { webPushOutcome } from "./answers";
import { webPushCredential, type WebPushCredential } from "./credential";
import { SubscriptionKeysError } from "./encryption";
import { Encryptor } from "./encryptor";
import { pushServiceOf, webPushHeaders } from "./push-service";
import { PushServices, timeoutMs } from "./push-services";
import { Vapid } from "./vapid";

/** A push service that refuses what others take is asked again after so long. */
const foreignPauseMs = 60_000;
const encryptor = () => once("encryptor", () => new Encryptor());

/** Web Push (RFC 8030) to the push service that a subscription names, through the address guard. */
export const openWebPush: OpenProvider = (input, lab, watch = unwatched) => {
  const credential = webPushCredential.schema.parse(input);
  const service = new WebPush(credential, { by: "NOTIFY_ALLOW", lab }, watch);
  encryptor();
  return {
    send: async (batch, tell) => {
      const signed = service.signer();
      const report = service.blaming(batch.targets, tell);
      await Promise.all(
        batch.targets.map(async (target, n) => {
          report(n, await service.send(batch, target, signed));
        }),
      );
    },
    close: () => service.close(),
  };
};

function originOf(target: Target | undefined): string {
  const endpoint = target?.subscription?.endpoint ?? "";
  return parseUrl(endpoint)?.origin ?? "";
}

/**
 * Why nothing can ever be sent to an endpoint that the deployment does not list; undefined when
 * something may.
 */
function deadEnd({ protocol, hostname }: URL): Outcome | undefined {
  // Names that never lead anywhere (RFC 2606, 2; RFC 6761, 6): Chromium puts `.invalid` where a
  // permission was revoked.
  const nowhere = /(?:^|\.)(invalid|example|test)\.?$/.exec(hostname)?.[1];
  if (nowhere === "invalid")
    return rejected(
      "7513",
      "the subscription's address cannot exist: the browser's permission was taken away",
      true,
    );
  if (nowhere !== undefined)
    return rejected(
      "7513",
      `the subscription's address cannot exist: no push service has a name that ends in .${nowhere}`,
      true,
    );
  return protocol === "https:"
    ? undefined
    : rejected("7512", "the subscription's endpoint is not https", true);
}

/** A request's headers as the push service at a host wants them. */
function headersAt(
  host: string,
  { kind, headers, ttlSeconds, topic }: Batch["request"],
): Record<string, string> {
  return kind === "chrome" || kind === "firefox" || kind === "safari"
    ? webPushHeaders(pushServiceOf(host, kind), { ttlSeconds, topic })
    : headers;
}

class WebPush {
  readonly #vapid: Vapid;
  readonly #allowed: AllowList;
  readonly #services: PushServices;

  constructor(credential: WebPushCredential, allowed: AllowList, watch: Watch) {
    this.#vapid = new Vapid(credential);
    this.#allowed = allowed;
    this.#services = new PushServices(allowed, watch);
  }

  /**
   * Decides what a refused key says: that the subscription, the push service or the key is wrong. A
   * push service that accepts one message of a batch and calls the key wrong for another cannot
   * mean the key: that subscription belongs to an older one (Mozilla says no more than 401). One
   * that refuses the key while another accepts it stands alone: what goes there waits, and nothing
   * else does. One that calls many subscriptions those of another key, and has accepted none, means
   * the key after all. Refusals wait until all of the batch that went to the same push service is
   * answered, {@link patienceMs} at most.
   */
  blaming(targets: readonly Target[], tell: OutcomeCallback): OutcomeCallback {
    const origins = targets.map(originOf);
    const open = new Map<string, number>();
    for (const origin of origins) open.set(origin, (open.get(origin) ?? 0) + 1);
    const well = new Set<string>();
    let pending: [number, Outcome][] = [];
    let timer: NodeJS.Timeout | undefined;
    const release = (ready: (origin: string) => boolean) => {
      if (pending.length === 0) return;
      const waiting = pending;
      pending = [];
      for (const [n, outcome] of waiting) {
        const origin = origins[n] ?? "";
        const refusal =
          outcome.kind === "rejected" && outcome.ofAll && this.#services.meansKey(origin)
            ? outcome.ofAll
            : outcome;
        if (!ready(origin)) pending.push([n, outcome]);
        else if (refusal.kind !== "stopped") tell(n, refusal);
        else if (well.has(origin))
          tell(n, rejected("7513", `${refusal.reason}: subscribed with another key`, true));
        else if (this.#services.isAcceptedElsewhere(origin))
          tell(
            n,
            deferred(
              refusal.code,
              `${refusal.reason}: this push service alone refuses the key`,
              undefined,
              "device",
              foreignPauseMs,
            ),
          );
        else tell(n, refusal);
      }
      if (pending.length > 0) return;
      clearTimeout(timer);
      timer = undefined;
    };
    return (n, outcome) => {
      const origin = origins[n] ?? "";
      const left = (open.get(origin) ?? 1) - 1;
      open.set(origin, left);
      if (outcome.kind === "stopped" || (outcome.kind === "rejected" && outcome.ofAll)) {
        pending.push([n, outcome]);
        timer ??= setTimeout(() => release(() => true), patienceMs);
      } else {
        if (outcome.kind === "submitted") well.add(origin);
        tell(n, outcome);
      }
      if (left === 0 || well.has(origin)) release((other) => other === origin);
    };
  }

  /**
   * The `authorization` header by origin, one and the same for a whole batch: what a push service
   * takes and what it refuses can be compared only when both were signed alike, and a clock that
   * jumps in between would sign otherwise.
   */
  signer(): (origin: string) => string {
    const headers = new Map<string, string>();
    return (origin) => {
      const header = headers.get(origin) ?? this.#vapid.header(origin);
      headers.set(origin, header);
      return header;
    };
  }

  async send(
    { request }: Batch,
    { subscription }: Target,
    signed: (origin: string) => string,
  ): Promise<Outcome> {
    if (!subscription) return rejected("7512", "no subscription is registered under this push id");
    const endpoint = parseUrl(subscription.endpoint);
    if (!endpoint) return rejected("7512", "the subscription's endpoint is no URL", true);
    const port = Number(endpoint.port || (endpoint.protocol === "https:" ? 443 : 80));
    const dead = deadEnd(endpoint);
    if (dead && !isMeant(endpoint.hostname, port, this.#allowed)) return dead;
    const { keys } = subscription;
    return this.#services.send(endpoint.origin, async () => {
      let body: Buffer;
      try {
        body = await encryptor().encrypt(request.body, keys);
      } catch (error) {
        return rejected(
          "7512",
          error instanceof SubscriptionKeysError
            ? error.message
            : "the subscription's keys cannot be used",
          true,
        );
      }
      const headers = {
        ...headersAt(endpoint.hostname, request),
        authorization: signed(endpoint.origin),
      };
      return (pool) => this.#post(pool, endpoint, headers, body);
    });
  }

  async #post(
    pool: Pool,
    endpoint: URL,
    headers: Batch["request"]["headers"],
    body: Buffer,
  ): Promise<Outcome> {
    try {
      const path = endpoint.pathname + endpoint.search;
      const answer = await pool.request({
        method: "POST",
        path,
        headers: {
          ...headers,
          "content-encoding": "aes128gcm",
          "content-type": "application/octet-stream",
        },
        body,
        timeoutMs,
      });
      const secrets = [
        endpoint.href,
        path,
        path.slice(path.lastIndexOf("/") + 1),
        headers["authorization"] ?? "",
      ];
      return webPushOutcome({ ...answer, secrets });
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
