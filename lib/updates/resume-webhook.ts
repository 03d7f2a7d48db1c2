import type { Sql } from "@/lib/database/sql";
import { idSchema } from "@/lib/inputs/id";
import { serviceOfWebhook } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { wake } from "@/lib/work/wake";
import { forgetEndpoints } from "./endpoints";
import { again } from "./replay";

/** Switches a webhook on again that answered 410 or was switched off, and sends what was parked with it. Answers how many updates; 0, too, when it is on already. */
export const resumeWebhook = verb(
  "webhook.resume",
  idSchema,
  serviceOfWebhook,
  async ({ tx, serviceId }, { id }) => {
    const count = await switchWebhookOn(tx, serviceId, id);
    return count === undefined ? { unchanged: 0 } : { row: count, entity: id, event: { count } };
  },
  (count, serviceId) => {
    forgetEndpoints(serviceId);
    if (count > 0) wake("update");
  },
);

/**
 * Switches a webhook of a service on again (contract 7) and makes the updates due that were parked with it. Changes that happened while it was off were never
 * written for it; a message's page sends those.
 *
 * @returns how many updates will be sent; undefined when it is not switched off
 */
export async function switchWebhookOn(tx: Sql, serviceId: string, id: string): Promise<number | undefined> {
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
