import type { KeyObject } from "node:crypto";
import type { z } from "zod";
import { openPool, type Pool } from "@/lib/outbound/http2-pool";
import { now } from "@/lib/runtime/clock";
import { jsonOf, outcomeOfError, rejected, slowsDown } from "./answers";
import { apnsOutcome } from "./apns-answers";
import { Breaker } from "./breaker";
import { Concurrency } from "./concurrency";
import type { apnsCredential } from "./credentials";
import { privateKeyOf, signJwt } from "./jwt";
import { spareDevices } from "./mass-refusal";
import type { Batch, Outcome, Provider, Target } from "./provider";

const timeoutMs = 15_000;
/** Apple takes a token for an hour and wants it renewed no more often than every 20 minutes. */
const renewMs = 50 * 60_000;
const leastAgeMs = 20 * 60_000;

/** Apple Push Notification service over HTTP/2, with a provider token (.p8 key). */
export function openApns(credential: z.output<typeof apnsCredential>): Provider {
  const token = new ProviderToken(credential, privateKeyOf(credential.privateKey));
  const pool = openPool({ origin: credential.endpoint, maxSessions: 4, ...(credential.ca === undefined ? {} : { ca: credential.ca }) });
  const concurrency = new Concurrency();
  const breaker = new Breaker("apns");
  return {
    send: async (batch) => {
      // What is no hexadecimal number cannot be put into a path, and no phone has it.
      const sendTo = async (target: Target) =>
        /^[0-9a-f]{2,200}$/i.test(target.pushid)
          ? breaker.one(() => sendOne(pool, token, credential.bundleId, batch, target))
          : rejected("7512", "not an APNs device token: hexadecimal digits are needed", true);
      return spareDevices(await Promise.all(batch.targets.map((target) => concurrency.run(() => sendTo(target), slowsDown))));
    },
    close: () => pool.close(),
  };
}

async function sendOne(pool: Pool, token: ProviderToken, bundleId: string, { request }: Batch, target: Target): Promise<Outcome> {
  const send = () =>
    pool.request({
      method: "POST",
      path: `/3/device/${target.pushid}`,
      headers: { "apns-topic": bundleId, ...request.headers, "apns-id": target.deliveryId, authorization: `bearer ${token.get()}` },
      unique: ["apns-id"],
      body: request.body,
      timeoutMs,
    });
  try {
    const answer = await send();
    const isOld = answer.status === 403 && jsonOf(answer.body)["reason"] === "ExpiredProviderToken";
    return apnsOutcome(isOld && token.renew() ? await send() : answer);
  } catch (error) {
    return outcomeOfError(error, { refused: "7504", noToken: "7517" });
  }
}

/** The provider token (RFC 7519, ES256): one for all requests, made anew every 50 minutes. */
class ProviderToken {
  readonly #credential: Pick<z.output<typeof apnsCredential>, "teamId" | "keyId">;
  readonly #key: KeyObject;
  #token: string | undefined;
  #madeAt = 0;

  constructor(credential: Pick<z.output<typeof apnsCredential>, "teamId" | "keyId">, key: KeyObject) {
    this.#credential = credential;
    this.#key = key;
  }

  get(): string {
    const age = now() - this.#madeAt;
    // Made in the future: the clock was wrong then, and Apple refuses what is not issued yet.
    if (this.#token === undefined || age > renewMs || age < 0) this.#make();
    return this.#token ?? this.#make();
  }

  /** Makes a new one because Apple calls this one old; false when it is so young that Apple's clock must be meant. */
  renew(): boolean {
    if (now() - this.#madeAt < leastAgeMs) return false;
    this.#make();
    return true;
  }

  #make(): string {
    this.#madeAt = now();
    const { teamId, keyId } = this.#credential;
    this.#token = signJwt("ES256", { kid: keyId }, { iss: teamId, iat: Math.floor(this.#madeAt / 1_000) }, this.#key);
    return this.#token;
  }
}
