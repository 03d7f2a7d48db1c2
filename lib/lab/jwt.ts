import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { isObject, parseJson } from "./exchange";

/** A parsed compact JWS, its signature not yet verified. */
export interface Jwt {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  signingInput: Buffer;
  signature: Buffer;
}

const base64url = /^[A-Za-z0-9_-]+$/;

/** Parses a compact JWS (RFC 7515 §3.1); returns undefined when it is none. */
export function openJwt(text: string): Jwt | undefined {
  const parts = text.split(".");
  const [head, body, signature] = parts;
  if (
    parts.length !== 3 ||
    !head ||
    !body ||
    !signature ||
    !parts.every((part) => base64url.test(part))
  )
    return undefined;
  const header = parseJson(Buffer.from(head, "base64url").toString("utf8"));
  const claims = parseJson(Buffer.from(body, "base64url").toString("utf8"));
  if (!isObject(header) || !isObject(claims)) return undefined;
  return {
    header,
    claims,
    signingInput: Buffer.from(`${head}.${body}`, "ascii"),
    signature: Buffer.from(signature, "base64url"),
  };
}

/**
 * Whether the signature is the key's. ES256 takes the 64 raw bytes of RFC 7518 §3.4 only: DER is
 * refused.
 */
export function signatureHolds(jwt: Jwt, algorithm: "RS256" | "ES256", key: KeyObject): boolean {
  if (jwt.header["alg"] !== algorithm) return false;
  if (algorithm === "RS256") return verify("sha256", jwt.signingInput, key, jwt.signature);
  return (
    jwt.signature.length === 64 &&
    verify("sha256", jwt.signingInput, { key, dsaEncoding: "ieee-p1363" }, jwt.signature)
  );
}

/**
 * The P-256 key of an uncompressed point in base64url (65 bytes, RFC 8292 §3.2), or undefined when
 * it is none.
 */
export function pointKey(text: string): KeyObject | undefined {
  const point = Buffer.from(text, "base64url");
  if (!base64url.test(text) || point.length !== 65 || point[0] !== 4) return undefined;
  try {
    return createPublicKey({
      format: "jwk",
      key: {
        kty: "EC",
        crv: "P-256",
        x: point.subarray(1, 33).toString("base64url"),
        y: point.subarray(33).toString("base64url"),
      },
    });
  } catch {
    return undefined; // not on the curve
  }
}

/** A cache that drops its oldest entries beyond `max`, so that a flood of JWTs costs no memory. */
export class BoundedCache<V> {
  readonly #entries = new Map<string, V>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get(key: string): V | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: V): void {
    if (this.#entries.size >= this.#max) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.#entries.delete(oldest.value);
    }
    this.#entries.set(key, value);
  }

  /** Returns the cached value, or creates and caches it. */
  of(key: string, make: () => V): V {
    const cachedValue = this.#entries.get(key);
    if (cachedValue !== undefined) return cachedValue;
    const newValue = make();
    this.set(key, newValue);
    return newValue;
  }
}
