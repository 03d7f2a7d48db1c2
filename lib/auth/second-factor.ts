import type { Sql } from "@/lib/database/sql";
import { useRecoveryCode } from "./recovery-codes";
import { seal, unseal } from "./seal";
import { authenticatorPlace } from "./sealed-places";
import { isTotpCode, totpStep } from "./totp";

/** The second proof of a member, after the password. */
export interface Factors {
  app: boolean;
  passkeys: boolean;
}

/** The second factors of a member; undefined for who has none. */
export async function factorsOf(sql: Sql, memberId: string): Promise<Factors | undefined> {
  const [row] = await sql.query<Factors>(
    `SELECT EXISTS (SELECT 1 FROM authenticator_app WHERE member_id = $1) AS app, EXISTS (SELECT 1 FROM passkey WHERE member_id = $1) AS passkeys`,
    [memberId],
  );
  return row && (row.app || row.passkeys) ? row : undefined;
}

/**
 * Stores the secret of a member's authenticator app, sealed, and replaces any before.
 *
 * @param step whose code showed that the app has it: it counts as used
 */
export async function keepAuthenticator(
  tx: Sql,
  memberId: string,
  secret: string,
  step: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO authenticator_app (member_id, sealed, last_step) VALUES ($1, $2, $3)
     ON CONFLICT (member_id) DO UPDATE SET sealed = excluded.sealed, last_step = excluded.last_step, created_at = now()`,
    [memberId, seal(secret, authenticatorPlace(memberId)), step],
  );
}

/**
 * Takes a code of a member's app, or one of their recovery codes, and returns whether it was one.
 * Each counts once: no process accepts a code of the app, or one before it, a second time.
 * Counting tries is up to the caller.
 *
 * @param tx what is done by the code is done in it, so that a code is used up by what it was used
 *   for alone
 * @param now milliseconds since 1970, UTC
 */
export async function takeCode(
  tx: Sql,
  memberId: string,
  code: string,
  now?: number,
): Promise<boolean> {
  if (!isTotpCode(code)) return useRecoveryCode(tx, memberId, code);
  const [app] = await tx.query<{ sealed: Uint8Array; lastStep: number }>(
    `SELECT sealed, last_step AS "lastStep" FROM authenticator_app WHERE member_id = $1 FOR UPDATE`,
    [memberId],
  );
  if (!app) return false;
  const step = totpStep(unseal(app.sealed, authenticatorPlace(memberId)), code, now);
  if (step === undefined || step <= app.lastStep) return false;
  await tx.query("UPDATE authenticator_app SET last_step = $2 WHERE member_id = $1", [
    memberId,
    step,
  ]);
  return true;
}
