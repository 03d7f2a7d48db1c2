import type { Sql } from "@/lib/database/sql";
import { rejectInput } from "@/lib/verb/errors";
import { byId, type InService } from "@/lib/verb/service-of";

/** Keys that a service may have at a time: one for each program (contract 1). */
export const mostKeys = 50;

/** SQL condition for keys `k` that work. */
export const activeKey = "k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())";

/**
 * Holds the keys of a service until the transaction ends, so that two at once do not both count one
 * key less than there may be.
 */
export async function lockKeys(tx: Sql, serviceId: string): Promise<void> {
  await tx.query("SELECT 1 FROM service WHERE id = $1 FOR NO KEY UPDATE", [serviceId]);
}

/**
 * Refuses a further key where there are {@link mostKeys}. A key in its overlap counts as one with
 * the key that took its place. Call `lockKeys` first.
 */
export async function assertRoomForKey(tx: Sql, serviceId: string): Promise<void> {
  const [active] = await tx.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM service_key k WHERE k.service_id = $1 AND ${activeKey}
       AND NOT EXISTS (SELECT 1 FROM service_key s WHERE s.id = k.successor_id AND s.revoked_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > now()))`,
    [serviceId],
  );
  if ((active?.n ?? 0) >= mostKeys)
    rejectInput(`A service can have ${mostKeys} active keys at most. Revoke one first.`);
}

/** The service of a service key, revoked or not; undefined when there is no such key. */
export const serviceOfServiceKey = byId((sql, id) =>
  sql.query<InService>(`SELECT service_id AS "serviceId" FROM service_key WHERE id = $1`, [id]),
);

/** The service of a JWT secret; undefined when there is no such secret. */
export const serviceOfJwtSecret = byId((sql, id) =>
  sql.query<InService>(`SELECT service_id AS "serviceId" FROM jwt_secret WHERE id = $1`, [id]),
);
