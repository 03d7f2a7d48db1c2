import { createECDH, createPrivateKey, sign, type KeyObject } from "node:crypto";

/** A private key from PEM. Throws when it is none. */
export function privateKeyOf(pem: string): KeyObject {
  return createPrivateKey(pem);
}

/** A VAPID or provider key from its scalar and point, base64url (RFC 7518 6.2). Throws when they do not belong together. */
export function p256Key(publicKey: string, privateKey: string): KeyObject {
  const point = Buffer.from(publicKey, "base64url");
  if (point.length !== 65 || point[0] !== 4) throw new Error("publicKey is not an uncompressed point of P-256 (65 bytes, base64url)");
  // The import below does not look whether they do.
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(privateKey, "base64url");
  if (!pair.getPublicKey().equals(point)) throw new Error("publicKey and privateKey are no pair");
  const x = point.subarray(1, 33).toString("base64url");
  const y = point.subarray(33).toString("base64url");
  return createPrivateKey({ key: { kty: "EC", crv: "P-256", x, y, d: privateKey.replace(/=+$/, "") }, format: "jwk" });
}

/** A signed JWT (RFC 7519): RS256 or ES256, the latter as the plain r and s of RFC 7518 3.4, not DER. */
export function signJwt(
  algorithm: "RS256" | "ES256",
  header: Record<string, unknown>,
  claims: Record<string, unknown>,
  key: KeyObject,
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ typ: "JWT", alg: algorithm, ...header })}.${part(claims)}`;
  const signature = sign("sha256", Buffer.from(text), algorithm === "ES256" ? { key, dsaEncoding: "ieee-p1363" } : key);
  return `${text}.${signature.toString("base64url")}`;
}
