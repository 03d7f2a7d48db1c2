import { seal, unseal } from "@/lib/auth/seal";
import { signOnTrialPlace } from "@/lib/auth/sealed-places";
import { isId, newId } from "@/lib/database/id";
import { database, type Sql } from "@/lib/database/sql";

/** How long the result of a test run can be read (SQL). */
const readableFor = "interval '10 minutes'";

/**
 * Stores what a test run showed, for its member alone and for ten minutes. Returns the id that they
 * read it by.
 */
export async function storeTrial(
  connectionId: string,
  testerId: string,
  trial: unknown,
): Promise<string> {
  const id = newId();
  await database().query(
    "INSERT INTO sign_on_trial (id, connection_id, sealed, tester_id) VALUES ($1, $2, $3, $4)",
    [id, connectionId, seal(JSON.stringify(trial), signOnTrialPlace(id)), testerId],
  );
  return id;
}

/**
 * Reads what {@link storeTrial} stored, for the member whose test run it was; undefined where it is
 * over.
 */
export async function readTrial(
  sql: Sql,
  id: string,
  connectionId: string,
  testerId: string,
): Promise<unknown> {
  if (!isId(id) || !isId(connectionId)) return undefined;
  const [row] = await sql.query<{ sealed: Uint8Array }>(
    `SELECT sealed FROM sign_on_trial WHERE id = $1 AND connection_id = $2 AND tester_id = $3 AND created_at > now() - ${readableFor}`,
    [id, connectionId, testerId],
  );
  return row && (JSON.parse(unseal(row.sealed, signOnTrialPlace(id))) as unknown);
}
