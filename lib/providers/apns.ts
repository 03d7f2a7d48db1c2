import type { KeyObject } from "node:crypto";
import type { Credential } from "@/lib/describe/providers";
import { idFault, normalId } from "@/lib/interface/recipient-id";
import type { Allowed } from "@/lib/outbound/guard";
import { openPool, type Pool } from "@/lib/outbound/http2-pool";
import { now } from "@/lib/runtime/clock";
import { jsonOf, outcomeOfError, rejected, type ProviderAnswer } from "./answers";
import { apnsOutcome } from "./apns-answers";
import { Breaker } from "./breaker";
import { Concurrency } from "./concurrency";
import { signJwt, signingKey } from "./jwt";
import { sendToEach } from "./each-target";
import { unwatched, type Batch, type Outcome, type Provider, type Target, type Watch } from "./provider";

const timeoutMs = 15_000;
/** Apple takes a token for an hour and wants it renewed no more often than every 20 minutes. */
const renewMs = 50 * 60_000;
const leastAgeMs = 20 * 60_000;
/** What Apple says of a token that is too old, and among other things of one that is not issued yet. */
const wrongTimes = new Set(["ExpiredProviderToken", "InvalidProviderToken"]);

/** Apple Push Notification service over HTTP/2, with a provider token (.p8 key). */
export function openApns(credential: Credential<"apns">, lab: readonly string[], watch: Watch = unwatched): Provider {
  const allowed: Allowed = { by: "PROVIDER_ALLOW", lab };
  const token = new ProviderToken(credential, signingKey("ES256", credential.privateKey));
  const pool = openPool({
    origin: credential.endpoint,
    allowed,
    maxSessions: 4,
    ...(credential.ca === undefined ? {} : { ca: credential.ca }),
  });
  const concurrency = new Concurrency();
  const breaker = new Breaker("apns", (open) => watch.circuit("", open));
  return {
    send: (batch, tell) =>
      sendToEach(batch, tell, concurrency, async (target) => {
        // What is no hexadecimal number must not be put into a path.
        const fault = idFault("ios_pushid", target.pushid);
        return fault === undefined ? breaker.one(() => sendOne(pool, token, batch, target)) : rejected("7512", `the token ${fault}`, true);
      }),
    close: () => pool.close(),
  };
}

async function sendOne(pool: Pool, token: ProviderToken, { request }: Batch, target: Target): Promise<Outcome> {
  const pushid = normalId("ios_pushid", target.pushid);
  const send = async (bearer: string): Promise<ProviderAnswer> => ({
    ...(await pool.request({
      method: "POST",
      path: `/3/device/${pushid}`,
      headers: { ...request.headers, "apns-id": target.deliveryId, authorization: `bearer ${bearer}` },
      unique: ["apns-id"],
      body: request.body,
      timeoutMs,
    })),
    secrets: [pushid, bearer],
  });
  try {
    const used = token.get();
    const answer = await send(used);
    const isOld = answer.status === 403 && wrongTimes.has(String(jsonOf(answer.body)["reason"]));
    return apnsOutcome(isOld && token.renew(used) ? await send(token.get()) : answer);
  } catch (error) {
    return outcomeOfError(error, { refused: "7504", noToken: "7517" });
  }
}

/** The provider token (RFC 7519, ES256): one for all requests, made anew every 50 minutes. */
class ProviderToken {
  readonly #credential: Pick<Credential<"apns">, "teamId" | "keyId">;
  readonly #key: KeyObject;
  #token: string | undefined;
  /** By `now()`: what the token says. */
  #issuedAt = 0;
  /** By `performance.now()`: a clock that jumps makes no token older. */
  #madeAt = 0;

  constructor(credential: Pick<Credential<"apns">, "teamId" | "keyId">, key: KeyObject) {
    this.#credential = credential;
    this.#key = key;
  }

  get(): string {
    if (this.#token === undefined || performance.now() - this.#madeAt > renewMs) this.#make();
    return this.#token ?? this.#make();
  }

  /**
   * Makes a new one because Apple finds the time of this one wrong, unless that has been done; false when it is so young, by a clock that has not
   * jumped since, that Apple's must be meant.
   */
  renew(used: string): boolean {
    if (used !== this.#token) return true;
    const age = performance.now() - this.#madeAt;
    const jumped = Math.abs(now() - this.#issuedAt - age);
    if (age < leastAgeMs && jumped < leastAgeMs) return false;
    this.#make();
    return true;
  }

  #make(): string {
    this.#madeAt = performance.now();
    this.#issuedAt = now();
    const { teamId, keyId } = this.#credential;
    this.#token = signJwt("ES256", { kid: keyId }, { iss: teamId, iat: Math.floor(this.#issuedAt / 1_000) }, this.#key);
    return this.#token;
  }
}
