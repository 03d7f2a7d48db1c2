import { createHash, randomBytes } from "node:crypto";

/**
 * Returns a new service key: 192 random bits, recognisable by its prefix. Shown once; only its hash
 * is stored.
 */
export function newServiceKey(): string {
  return `ck_${randomBytes(24).toString("base64url")}`;
}

/**
 * SHA-256 of a key. Keys are long and random, so a plain hash is enough, and look-up by it leaks
 * nothing about the key.
 */
export function hashServiceKey(key: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash("sha256").update(key, "utf8").digest());
}

/** What a person recognises a key by. */
export function prefixOf(key: string): string {
  return key.slice(0, 7);
}

/** A new client key of an app: publishable, part of the apps that send receipts (contract 8). */
export function newClientKey(): string {
  return `pk_${randomBytes(18).toString("base64url")}`;
}
