import { config } from "@/lib/config/config";
import { database, type Sql } from "@/lib/database/sql";

/** A connection by which people of its domains have to sign in. */
export interface Enforced {
  id: string;
  name: string;
}

/**
 * The connection by which an e-mail address signs in and by nothing else; undefined where it may sign in by password. It depends on the domain alone, whether or not
 * there is such a member; the break-glass owner is left out, and everybody while `SIGN_ON_ENFORCED` is 0.
 *
 * @param email lower case
 * @param sql the transaction at hand, where there is one
 */
export async function enforcedFor(email: string, sql: Sql = database()): Promise<Enforced | undefined> {
  if (!config().SIGN_ON_ENFORCED) return undefined;
  const [row] = await sql.query<Enforced>(
    `SELECT c.id, c.name FROM sign_on_connection c LEFT JOIN member b ON b.id = c.break_glass_id
     WHERE c.enforced AND $1 = ANY(c.domains) AND b.email IS DISTINCT FROM $2 LIMIT 1`,
    [email.slice(email.lastIndexOf("@") + 1), email],
  );
  return row;
}
