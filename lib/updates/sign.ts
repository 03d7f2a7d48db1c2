import { createHmac } from "node:crypto";

/**
 * Headers that let a receiver check who sent an update and that it was not changed (contract 7):
 * `x-hub-signature` with the HMAC-SHA-256 of the exact body in hex, and the three of Standard
 * Webhooks. The key is the secret's text; for Standard Webhooks a secret that begins with `whsec_`
 * is base64 after it.
 *
 * @param id the update's, the same at every attempt
 * @param seconds time of this attempt, seconds UTC
 */
export function signatureHeaders(
  secret: string,
  id: string,
  body: Uint8Array,
  seconds: number,
): Record<string, string> {
  const key = secret.startsWith("whsec_")
    ? Buffer.from(secret.slice("whsec_".length), "base64")
    : secret;
  return {
    "x-hub-signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    ...identityHeaders(id, seconds),
    "webhook-signature": `v1,${createHmac("sha256", key).update(`${id}.${seconds}.`).update(body).digest("base64")}`,
  };
}

/**
 * The stable id by which a receiver drops repeats, and the time of this attempt; sent unsigned too.
 */
export function identityHeaders(id: string, seconds: number): Record<string, string> {
  return { "webhook-id": id, "webhook-timestamp": String(seconds) };
}
