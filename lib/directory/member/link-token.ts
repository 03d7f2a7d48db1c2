import { createHash, randomBytes } from "node:crypto";
import { countTry } from "@/lib/auth/throttle";
import { rejectInput, RefusedError } from "@/lib/verb/errors";

const tokenBytes = 32;
const shape = /^[A-Za-z0-9_-]{43}$/;

/** What links to accounts end with: new and random, for the link alone. */
export function newLinkToken(): string {
  return randomBytes(tokenBytes).toString("base64url");
}

/** Returns the hash that is stored of a token. It is long and random, so a plain hash is enough. */
export function hashLinkToken(token: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash("sha256").update(token, "utf8").digest());
}

/** A link that opens nothing, for any reason: visitors do not learn which links there were. */
export function deadLink(): RefusedError {
  return new RefusedError({
    pointer: "",
    message: "This link was used, was revoked, or has expired. Ask the sender for a new one.",
  });
}

/**
 * Looks up what a link opens, and counts the try: after 20 wrong ones each costs a pause, up to a
 * minute. Undefined where it opens nothing. Throws `RefusedError` during a pause.
 *
 * @param asker who tries: a network, or a member
 */
export async function tryLink<T>(
  asker: string,
  token: string,
  look: (hash: Uint8Array<ArrayBuffer>) => Promise<T | undefined>,
): Promise<T | undefined> {
  if (!shape.test(token)) return undefined;
  const counted = await countTry([
    { name: `link:from:${asker}`, free: 20, longestSeconds: 60, cleared: true },
  ]);
  if (!counted.ok) rejectInput(`Too many attempts. Try again in ${counted.seconds} seconds.`);
  const target = await look(hashLinkToken(token));
  if (target !== undefined) await counted.right();
  return target;
}
