import { createHash } from "node:crypto";
import { z } from "zod";
import { cookieValue, cookieValues, setCookieHeader, type CookieName } from "@/lib/auth/cookies";
import { seal, unseal, UnsealError } from "@/lib/auth/seal";
import { signOnAttemptPlace } from "@/lib/auth/sealed-places";
import { database } from "@/lib/database/sql";
import { now } from "@/lib/runtime/clock";
import { once } from "@/lib/runtime/once";
import { SignOnError } from "./faults";

// Only the browser that begins an attempt stores it: unfinished attempts of unauthenticated clients
// use no room on the server.

/** Seconds that a user may be at their provider. */
const attemptSeconds = 600;
/**
 * A browser's attempts that are under way, in tabs: older ones are forgotten, so that its requests
 * stay below what a server reads of headers.
 */
const mostAttempts = 5;
const mostCookieBytes = 6_000;

const attemptSchema = z.object({
  connectionId: z.string(),
  nonce: z.string(),
  /** PKCE (RFC 7636, 4.1). */
  verifier: z.string(),
  /** A path of the console to go on to. */
  next: z.string(),
  /** The member whose test run it is; null for a sign-in. */
  testerId: z.string().nullable(),
  /** Milliseconds since 1970. */
  endsAt: z.number(),
});
/** A user who goes to a provider. */
export type Attempt = Omit<z.output<typeof attemptSchema>, "endsAt">;

/**
 * The `Set-Cookie` headers by which a browser stores an attempt for ten minutes, sealed to its
 * state, so that it opens for that state alone; with those that remove its oldest ones where there
 * are too many.
 *
 * @param cookie header of the request
 */
export function storeAttempt(attempt: Attempt, state: string, cookie: string | null): string[] {
  const begun = Math.floor(now() / 1_000);
  const sealed = seal(
    JSON.stringify({ ...attempt, endsAt: now() + attemptSeconds * 1_000 }),
    signOnAttemptPlace(state),
  );
  const value = `${begun}.${Buffer.from(sealed).toString("base64url")}`;
  return [...surplus(cookie, value.length), setCookieHeader(nameFor(state), value, attemptSeconds)];
}

/**
 * Returns the attempt that a browser began with this state and connection less than ten minutes
 * ago; otherwise undefined.
 */
export function openAttempt(
  connectionId: string,
  state: string,
  cookie: string | null,
): Attempt | undefined {
  const sealed = cookieValue(cookie, nameFor(state))?.split(".")[1];
  if (sealed === undefined) return undefined;
  try {
    const { endsAt, ...attempt } = attemptSchema.parse(
      JSON.parse(unseal(Buffer.from(sealed, "base64url"), signOnAttemptPlace(state))),
    );
    return attempt.connectionId === connectionId && endsAt > now() ? attempt : undefined;
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
}

/** The `Set-Cookie` header by which a browser forgets an attempt. */
export function forgetAttempt(state: string): string {
  return setCookieHeader(nameFor(state), "", 0);
}

/** States whose code this process is redeeming. */
const redeemed = () => once("sign-on-states", () => new Set<string>());

/**
 * Redeems the code of a state by `redeem` and uses the state up. Throws `SignOnError` ("stale") for
 * one that is being redeemed or was: a browser may ask twice, and a provider that gets a code twice
 * revokes what it issued for it. What failed at the provider leaves no row.
 */
export async function redeemOnce<T>(state: string, redeem: () => Promise<T>): Promise<T> {
  if (redeemed().has(state)) throw new SignOnError("stale");
  redeemed().add(state);
  try {
    // A provider must not see it again: the first one may have ended while this one was on its way.
    if (await isSpent(state)) throw new SignOnError("stale");
    const result = await redeem();
    if (!(await spendState(state))) throw new SignOnError("stale");
    return result;
  } finally {
    redeemed().delete(state);
  }
}

/**
 * Returns false for a state that was spent before: it counts once, also where a provider accepts a
 * code twice.
 */
export async function spendState(state: string): Promise<boolean> {
  const rows = await database().query(
    "INSERT INTO sign_on_state (state_hash) VALUES ($1) ON CONFLICT (state_hash) DO NOTHING RETURNING 1",
    [hashOf(state)],
  );
  return rows.length > 0;
}

async function isSpent(state: string): Promise<boolean> {
  const rows = await database().query("SELECT 1 FROM sign_on_state WHERE state_hash = $1", [
    hashOf(state),
  ]);
  return rows.length > 0;
}

function hashOf(state: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash("sha256").update(state, "utf8").digest());
}

function nameFor(state: string): CookieName {
  return `sign-on.${createHash("sha256").update(state, "utf8").digest("base64url").slice(0, 16)}`;
}

/** Those that remove the oldest attempts of a browser, until one more of so many bytes has room. */
function surplus(cookie: string | null, bytes: number): string[] {
  const newestFirst = [...cookieValues(cookie, "sign-on.")].sort(
    ([, one], [, other]) => Number.parseInt(other, 10) - Number.parseInt(one, 10),
  );
  let total = bytes;
  return newestFirst.flatMap(([name, value], place) => {
    total += value.length;
    return place + 1 >= mostAttempts || total > mostCookieBytes
      ? [setCookieHeader(name, "", 0)]
      : [];
  });
}
