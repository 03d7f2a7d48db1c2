import type { Sql } from "@/lib/database/sql";

/** Calls of the last 24 hours from one address. */
export interface KeyCaller {
  /** Empty for all that were not counted apart. */
  address: string;
  calls: number;
}

/** Calls of the last 24 hours with a key or a JWT secret. */
export interface KeyCalls {
  calls: number;
  /** From where: the addresses with the most, at most five. */
  callers: KeyCaller[];
  /** Addresses of those calls that are not among `callers`. */
  moreCallers: number;
}

const mostCallers = 5;

/** Reads who called with each of these keys or JWT secrets, by its id. */
export async function callsWith(
  sql: Sql,
  keys: readonly { id: string }[],
): Promise<(id: string) => KeyCalls> {
  const uses = await sql.query<KeyCaller & { keyId: string }>(
    `SELECT u.key_id AS "keyId", u.address, sum(u.calls)::float8 AS calls FROM service_key_use u
     WHERE u.key_id = ANY($1::uuid[]) AND u.hour > now() - interval '24 hours' GROUP BY u.key_id, u.address ORDER BY calls DESC, u.address`,
    [keys.map(({ id }) => id)],
  );
  return (id) => {
    const own = uses.filter(({ keyId }) => keyId === id);
    return {
      calls: own.reduce((sum, { calls }) => sum + calls, 0),
      callers: own.slice(0, mostCallers).map(({ address, calls }) => ({ address, calls })),
      moreCallers: Math.max(0, own.length - mostCallers),
    };
  };
}
