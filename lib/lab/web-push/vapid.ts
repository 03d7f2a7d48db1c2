import { type Jwt, openJwt, pointKey, BoundedCache, signatureHolds } from "@/lib/lab/jwt";

/** What a verified VAPID header says. */
export interface Vapid {
  /** Public key, base64url of 65 bytes. */
  key: string;
  audience: unknown;
  /** Seconds UTC. */
  expiry: number;
  subject: string;
}

const maxAheadSeconds = 86_400;
const skewSeconds = 60;

/**
 * Reads and verifies VAPID authorization headers (RFC 8292 §2 and §3); each distinct one is
 * verified once.
 */
export class VapidReader {
  readonly #read = new BoundedCache<Vapid | "malformed" | "unsound">(10_000);

  /**
   * `malformed`: not of the form `vapid t=…, k=…`. `unsound`: bad JWT, signature, expiry form or
   * subject.
   */
  read(authorization: string): Vapid | "malformed" | "unsound" {
    return this.#read.of(authorization, () => readVapid(authorization));
  }
}

/** Whether `exp` is still to come and at most 24 hours ahead. */
export function expiryHolds(vapid: Vapid): boolean {
  const now = Date.now() / 1000;
  return vapid.expiry > now && vapid.expiry <= now + maxAheadSeconds + skewSeconds;
}

function readVapid(authorization: string): Vapid | "malformed" | "unsound" {
  const parameters = /^vapid\s+(.+)$/i.exec(authorization)?.[1]?.split(",") ?? [];
  const values = new Map<string, string>();
  for (const parameter of parameters) {
    const [, name, value] = /^\s*([a-z]+)\s*=\s*"?([^"\s]+)"?\s*$/i.exec(parameter) ?? [];
    if (name === undefined || value === undefined) return "malformed";
    values.set(name.toLowerCase(), value);
  }
  const token = values.get("t");
  const point = values.get("k");
  if (token === undefined || point === undefined) return "malformed";
  const key = pointKey(point);
  const jwt = openJwt(token);
  if (!key || !jwt || !signatureHolds(jwt, "ES256", key)) return "unsound";
  return claimsOf(jwt, point);
}

function claimsOf(jwt: Jwt, key: string): Vapid | "unsound" {
  const { aud, exp, sub } = jwt.claims;
  if (typeof exp !== "number" || typeof sub !== "string" || !subjectIsContact(sub))
    return "unsound";
  return { key, audience: aud, expiry: exp, subject: sub };
}

/**
 * `mailto:` with an address, or an https URL that a third party can open. Apple refuses anything
 * beyond, so all browsers here do.
 */
function subjectIsContact(subject: string): boolean {
  if (/^mailto:[^\s<>@]+@[^\s<>@]+$/.test(subject)) return true;
  if (!subject.startsWith("https://")) return false;
  try {
    // Not `URL.canParse`, which goes wrong on Node 20 after some thousand calls.
    return new URL(subject).hostname !== "localhost";
  } catch {
    return false;
  }
}
