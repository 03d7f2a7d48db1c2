import { createHash, randomBytes } from "node:crypto";
import { seal, unseal } from "@/lib/auth/seal";
import { signOnTryPlace } from "@/lib/auth/sealed-places";
import { isId, newId } from "@/lib/database/id";
import { database, type Sql } from "@/lib/database/sql";
import { SignOnError } from "./faults";

/** How long a user may be at their provider (SQL). */
const keptFor = "interval '10 minutes'";
/** The same, in seconds. */
export const trySeconds = 600;
/** People of one network who are at a provider at a time; and all people together. */
const mostOfNetwork = 300;
const mostOfAll = 20_000;

/** What is remembered of a user who goes to a provider. */
export interface Remembered {
  nonce: string;
  /** PKCE (RFC 7636, 4.1). */
  verifier: string;
  /** A path of the console to go on to. */
  next: string;
}

/** A user who came back. */
export interface Returned extends Remembered {
  connectionId: string;
  /** The member whose test run it is; null for a sign-in. */
  testerId: string | null;
}

/** A new random value: what binds a try to a browser. */
export function newBrowserSecret(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Remembers a user who goes to a provider, for ten minutes. Throws `SignOnError` ("busy") when too many of their network, or of all, are there.
 *
 * @param state what is handed along; kept as a hash alone, as is what the browser's cookie holds
 */
export async function rememberTry(
  given: Remembered & { connectionId: string; state: string; browser: string; network: string; testerId: string | null },
): Promise<void> {
  const { connectionId, state, browser, network, testerId, ...remembered } = given;
  const id = newId();
  await forgetOld(database());
  const made = await database().query(
    `INSERT INTO sign_on_try (id, state_hash, connection_id, browser_hash, sealed, network, tester_id)
     SELECT $1, $2, $3, $4, $5, $6, $7
     WHERE (SELECT count(*) FROM sign_on_try WHERE network = $6) < ${mostOfNetwork} AND (SELECT count(*) FROM sign_on_try) < ${mostOfAll} RETURNING 1`,
    [id, hashOf(state), connectionId, hashOf(browser), seal(JSON.stringify(remembered), signOnTryPlace(id)), network, testerId],
  );
  if (made.length === 0) throw new SignOnError("busy");
}

/**
 * What is remembered of the user who comes back with this state, from the browser that they went from and to the address of the same connection: once. Undefined for all
 * else, which uses nothing up: what another browser tries ends no other sign-in.
 */
export async function takeTry(connectionId: string, state: string, browser: string): Promise<Returned | undefined> {
  if (!isId(connectionId)) return undefined;
  const [row] = await database().query<{ id: string; sealed: Uint8Array; connectionId: string; testerId: string | null }>(
    `DELETE FROM sign_on_try WHERE state_hash = $1 AND browser_hash = $2 AND connection_id = $3 AND created_at > now() - ${keptFor}
     RETURNING id, sealed, connection_id AS "connectionId", tester_id AS "testerId"`,
    [hashOf(state), hashOf(browser), connectionId],
  );
  if (!row) return undefined;
  const { id, sealed, ...rest } = row;
  return { ...(JSON.parse(unseal(sealed, signOnTryPlace(id))) as Remembered), ...rest };
}

/** Keeps what a test run showed, for its member alone and for ten minutes. Returns the id that they read it by. */
export async function keepTrial(connectionId: string, testerId: string, trial: unknown): Promise<string> {
  const id = newId();
  await database().query(
    "INSERT INTO sign_on_try (id, connection_id, browser_hash, sealed, network, tester_id) VALUES ($1, $2, $3, $4, 'trial', $5)",
    [id, connectionId, hashOf(newBrowserSecret()), seal(JSON.stringify(trial), signOnTryPlace(id)), testerId],
  );
  return id;
}

/** What {@link keepTrial} kept, for the member whose test run it was; undefined where it is over. */
export async function readTrial(sql: Sql, id: string, connectionId: string, testerId: string): Promise<unknown> {
  if (!isId(id) || !isId(connectionId)) return undefined;
  const [row] = await sql.query<{ sealed: Uint8Array }>(
    `SELECT sealed FROM sign_on_try WHERE id = $1 AND connection_id = $2 AND tester_id = $3 AND state_hash IS NULL AND created_at > now() - ${keptFor}`,
    [id, connectionId, testerId],
  );
  return row && (JSON.parse(unseal(row.sealed, signOnTryPlace(id))) as unknown);
}

async function forgetOld(sql: Sql): Promise<void> {
  await sql.query(`DELETE FROM sign_on_try WHERE created_at <= now() - ${keptFor}`);
}

function hashOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash("sha256").update(text, "utf8").digest());
}
