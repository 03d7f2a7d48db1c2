import { createHash, randomBytes } from "node:crypto";
import { repeatedTransaction } from "@/lib/database/repeat";
import { database, type Sql } from "@/lib/database/sql";
import { cookieValue, setCookieHeader } from "./cookies";

const tokenBytes = 32;
/** How long a sign-in that is under way waits, in seconds. */
export const stepSeconds = 600;
/** Of one member, or begun by passkeys from one network; the one that ends first has to go. */
const mostOpen = 50;

/** A sign-in that is under way in one browser. It is no session, and opens nothing. */
export interface Step {
  tokenHash: Uint8Array<ArrayBuffer>;
  /**
   * Whose password was right, and their session epoch of that moment; undefined where no password
   * was asked for.
   */
  member: { id: string; epoch: number } | undefined;
}

/**
 * Begins to wait for what comes next in a sign-in: after the password, or for a passkey alone.
 * Returns the value of the browser's cookie, of which only the hash is stored.
 *
 * @param network where it begins
 */
export async function openStep(
  network: string,
  member?: { id: string; epoch: number },
): Promise<string> {
  const token = randomBytes(tokenBytes).toString("base64url");
  const sameAs =
    "member_id IS NOT DISTINCT FROM $1::uuid AND ($1::uuid IS NOT NULL OR network = $2)";
  await repeatedTransaction(async (tx) => {
    await tx.query("DELETE FROM sign_in_step WHERE expires_at <= now()");
    await tx.query(
      `DELETE FROM sign_in_step WHERE token_hash IN (SELECT token_hash FROM sign_in_step WHERE ${sameAs} ORDER BY expires_at DESC OFFSET ${mostOpen - 1})`,
      [member?.id ?? null, network],
    );
    await tx.query(
      `INSERT INTO sign_in_step (token_hash, member_id, epoch, network, expires_at) VALUES ($1, $2, $3, $4, now() + interval '${stepSeconds} seconds')`,
      [hashOf(token), member?.id ?? null, member?.epoch ?? null, network],
    );
  });
  return token;
}

/**
 * The sign-in that a browser's cookie names, while it waits. The member's must not have been
 * disabled, nor had their sessions ended since.
 */
export async function openStepOf(cookieHeader: string | null): Promise<Step | undefined> {
  const token = cookieValue(cookieHeader, "step");
  if (token === undefined || !/^[\w-]{43}$/.test(token)) return undefined;
  const tokenHash = hashOf(token);
  const [row] = await database().query<{ id: string | null; epoch: number | null }>(
    `SELECT s.member_id AS id, s.epoch FROM sign_in_step s LEFT JOIN member m ON m.id = s.member_id
     WHERE s.token_hash = $1 AND s.expires_at > now() AND (s.member_id IS NULL OR (m.disabled_at IS NULL AND m.session_epoch = s.epoch))`,
    [tokenHash],
  );
  if (!row) return undefined;
  return {
    tokenHash,
    member: row.id === null || row.epoch === null ? undefined : { id: row.id, epoch: row.epoch },
  };
}

/** Stores the challenge that a passkey has to sign in a sign-in, and replaces any before. */
export async function noteChallenge({ tokenHash }: Step, challenge: string): Promise<void> {
  await database().query("UPDATE sign_in_step SET challenge = $2 WHERE token_hash = $1", [
    tokenHash,
    challenge,
  ]);
}

/** What a passkey was asked to sign in a sign-in: it can be used once, with any result. */
export async function takeChallenge({ tokenHash }: Step): Promise<string | undefined> {
  const [row] = await database().query<{ challenge: string | null }>(
    `UPDATE sign_in_step s SET challenge = NULL FROM (SELECT token_hash, challenge FROM sign_in_step WHERE token_hash = $1 FOR UPDATE) o
     WHERE s.token_hash = o.token_hash RETURNING o.challenge`,
    [tokenHash],
  );
  return row?.challenge ?? undefined;
}

/**
 * Ends a sign-in that waits. Returns whether it was still waiting: of two who go on with it at once
 * the first one does.
 */
export async function closeStep(tx: Sql, { tokenHash }: Step): Promise<boolean> {
  const closed = await tx.query(
    "DELETE FROM sign_in_step WHERE token_hash = $1 AND expires_at > now() RETURNING 1",
    [tokenHash],
  );
  return closed.length > 0;
}

/** The `Set-Cookie` header of a sign-in that is under way. */
export function stepCookie(token: string): string {
  return setCookieHeader("step", token, stepSeconds);
}

/** The `Set-Cookie` header that has a browser forget it. */
export function endedStepCookie(): string {
  return setCookieHeader("step", "", 0);
}

function hashOf(token: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash("sha256").update(token, "utf8").digest());
}
