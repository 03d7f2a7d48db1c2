import { config } from "@/lib/config/config";
import { database, type Sql } from "@/lib/database/sql";

/** A connection by which people of its domains have to sign in. */
export interface EnforcedConnection {
  id: string;
  name: string;
}

/**
 * Returns the connection by which addresses of a domain have to sign in; undefined where they may
 * sign in by password, and for everybody while `SIGN_ON_ENFORCED` is 0. It depends on the domain
 * alone, so that it may be public. `breakGlass`: the address that may use its password all the
 * same; it is secret.
 *
 * @param email lower case
 * @param sql the transaction at hand, where there is one
 */
export async function enforcedDomain(
  email: string,
  sql: Sql = database(),
): Promise<(EnforcedConnection & { breakGlass: string | null }) | undefined> {
  if (!config().SIGN_ON_ENFORCED) return undefined;
  const [row] = await sql.query<EnforcedConnection & { breakGlass: string | null }>(
    `SELECT c.id, c.name, b.email AS "breakGlass" FROM sign_on_connection c LEFT JOIN member b ON b.id = c.break_glass_id
     WHERE c.enforced AND $1 = ANY(c.domains) LIMIT 1`,
    [email.slice(email.lastIndexOf("@") + 1)],
  );
  return row;
}

/**
 * Returns the connection by which an e-mail address signs in and by nothing else; undefined where
 * it may sign in by password, as the break-glass owner may. For what reaches the owner of the
 * address alone. Arguments as of {@link enforcedDomain}.
 */
export async function enforcedFor(
  email: string,
  sql: Sql = database(),
): Promise<EnforcedConnection | undefined> {
  const domain = await enforcedDomain(email, sql);
  return domain && domain.breakGlass !== email ? { id: domain.id, name: domain.name } : undefined;
}
