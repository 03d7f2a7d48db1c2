import type { Sql } from "@/lib/database/sql";
import { again } from "./replay";

/**
 * Switches a webhook of a service on again (contract 7) and makes the updates due that were parked with it. Changes that happened while it was off were never
 * written for it; a message's page sends those.
 *
 * @returns how many updates will be sent; undefined when it is not switched off
 */
export async function resumeWebhook(tx: Sql, serviceId: string, id: string): Promise<number | undefined> {
  const resumed = await tx.query(
    "UPDATE webhook SET disabled_at = NULL, switched_off = false WHERE id = $1 AND service_id = $2 AND disabled_at IS NOT NULL RETURNING 1",
    [id, serviceId],
  );
  if (resumed.length === 0) return undefined;
  const rows = await tx.query(
    `UPDATE "update" SET ${again}
     WHERE service_id = $1 AND receiver = $2 AND state = 'parked' AND origin <> '' AND lease_token IS NULL RETURNING 1`,
    [serviceId, id],
  );
  return rows.length;
}
