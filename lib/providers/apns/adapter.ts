import type { KeyObject } from "node:crypto";
import {
  certificateTimeFault,
  readAppleCertificate,
  type AppleCertificate,
} from "@/lib/describe/apple-certificate";
import { idFault, normalId } from "@/lib/interface/recipient-id";
import { NotSentError } from "@/lib/outbound/errors";
import type { AllowList } from "@/lib/outbound/guard";
import { openPool, type Pool } from "@/lib/outbound/http2-pool";
import { now } from "@/lib/runtime/clock";
import { jsonOf, outcomeOfError, rejected, type ProviderAnswer } from "../answers";
import { Breaker } from "../breaker";
import { Concurrency } from "../concurrency";
import { sendToEach } from "../each-target";
import { signJwt, signingKey } from "../jwt";
import { type Batch, type OpenProvider, type Outcome, type Target, unwatched } from "../provider";
import { apnsOutcome } from "./answers";
import { apnsCredential, type ApnsCredential } from "./credential";

const timeoutMs = 15_000;
/** Apple takes a token for an hour and wants it renewed no more often than every 20 minutes. */
const renewMs = 50 * 60_000;
const leastAgeMs = 20 * 60_000;
/**
 * What Apple says of a token that is too old, and among other things of one that is not issued yet.
 */
const wrongTimes = new Set(["ExpiredProviderToken", "InvalidProviderToken"]);

/**
 * How a TLS server says that it does not take the certificate of a client (RFC 8446, 6.2), in the
 * words of OpenSSL.
 */
const certificateAlert =
  /_ALERT_(?:BAD_CERTIFICATE|CERTIFICATE_|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA)/;

/**
 * Apple Push Notification service over HTTP/2, with a provider token (.p8 key) or a client
 * certificate. Throws `KeyError`.
 */
export const openApns: OpenProvider = (input, lab, watch = unwatched) => {
  const credential = apnsCredential.schema.parse(input);
  const allowed: AllowList = { by: "PROVIDER_ALLOW", lab };
  const { certificate: cert, certificateKey: key } = credential;
  const identity =
    credential.signIn === "certificate"
      ? new CertificateIdentity(cert ?? "")
      : new ProviderToken(credential);
  const pool = openPool({
    origin: credential.endpoint,
    allowed,
    maxSessions: 4,
    ...(credential.ca === undefined ? {} : { ca: credential.ca }),
    ...(identity instanceof CertificateIdentity && {
      certificate: { cert: cert ?? "", key: key ?? "" },
    }),
  });
  const concurrency = new Concurrency();
  const breaker = new Breaker("apns", (open) => watch.circuit("", open));
  return {
    send: (batch, tell) =>
      sendToEach(batch, tell, concurrency, async (target) => {
        // What is no hexadecimal number must not be put into a path.
        const fault = idFault("ios_pushid", target.pushid);
        if (fault !== undefined) return rejected("7512", `the token ${fault}`, true);
        const unusable = identity instanceof CertificateIdentity ? identity.fault() : undefined;
        return unusable ?? breaker.one(() => sendOne(pool, identity, batch, target));
      }),
    close: () => pool.close(),
  };
};

async function sendOne(
  pool: Pool,
  identity: ProviderToken | CertificateIdentity,
  { request }: Batch,
  target: Target,
): Promise<Outcome> {
  const pushid = normalId("ios_pushid", target.pushid);
  const send = async (bearer: string | undefined): Promise<ProviderAnswer> => ({
    ...(await pool.request({
      method: "POST",
      path: `/3/device/${pushid}`,
      headers: {
        ...request.headers,
        "apns-id": target.deliveryId,
        ...(bearer !== undefined && { authorization: `bearer ${bearer}` }),
      },
      unique: ["apns-id"],
      body: request.body,
      timeoutMs,
    })),
    secrets: bearer === undefined ? [pushid] : [pushid, bearer],
  });
  try {
    if (identity instanceof CertificateIdentity) return apnsOutcome(await send(undefined));
    const used = identity.get();
    const answer = await send(used);
    const isOld = answer.status === 403 && wrongTimes.has(String(jsonOf(answer.body)["reason"]));
    return apnsOutcome(isOld && identity.renew(used) ? await send(identity.get()) : answer);
  } catch (error) {
    if (
      identity instanceof CertificateIdentity &&
      error instanceof NotSentError &&
      certificateAlert.test(error.message)
    )
      return {
        kind: "stopped",
        code: "7515",
        reason: "APNs 403 BadCertificate: the connection was refused",
      };
    return outcomeOfError(error, { refused: "7504", noToken: "7517" });
  }
}

/** A client certificate, which the connection shows: its requests have no header for it. */
class CertificateIdentity {
  readonly #certificate: AppleCertificate;

  constructor(pem: string) {
    this.#certificate = readAppleCertificate(pem);
  }

  /** What becomes of a delivery while the certificate is not valid: it waits for another one. */
  fault(): Outcome | undefined {
    const fault = certificateTimeFault(this.#certificate, now());
    return fault === undefined
      ? undefined
      : {
          kind: "stopped",
          code: "7515",
          reason: `The apns credential cannot be used: certificate: ${fault}`,
        };
  }
}

/** The provider token (RFC 7519, ES256): one for all requests, renewed every 50 minutes. */
class ProviderToken {
  readonly #credential: Pick<ApnsCredential, "teamId" | "keyId">;
  readonly #key: KeyObject;
  #token: string | undefined;
  /** By `now()`: what the token says. */
  #issuedAt = 0;
  /** By `performance.now()`: a clock that jumps makes no token older. */
  #madeAt = 0;

  constructor(credential: Pick<ApnsCredential, "teamId" | "keyId" | "privateKey">) {
    this.#credential = credential;
    this.#key = signingKey("ES256", credential.privateKey ?? "");
  }

  get(): string {
    if (this.#token === undefined || performance.now() - this.#madeAt > renewMs) this.#make();
    return this.#token ?? this.#make();
  }

  /**
   * Makes a new one because Apple finds the time of this one wrong, unless that has been done;
   * false when it is so young, by a clock that has not jumped since, that Apple's must be wrong.
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
    this.#token = signJwt(
      "ES256",
      { kid: keyId },
      { iss: teamId, iat: Math.floor(this.#issuedAt / 1_000) },
      this.#key,
    );
    return this.#token;
  }
}
