import { assertRole, type Actor } from "@/lib/auth/member";
import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { forgetEndpoints } from "./endpoints";
import { again } from "./replay";

/**
 * Switches a webhook on again (contract 7) and makes the updates due that were parked with it. Changes that happened while it was off were never
 * written for it; a message's page sends those. Throws `ForbiddenError` for members below admin.
 *
 * @returns its service and how many updates will be sent; undefined when it is not switched off
 */
export async function resumeWebhook(tx: Sql, actor: Actor, id: string): Promise<{ serviceId: string; count: number } | undefined> {
  if (actor.kind === "member") assertRole(actor.member, "admin");
  if (!isId(id)) return undefined;
  const [webhook] = await tx.query<{ serviceId: string }>(
    `UPDATE webhook SET disabled_at = NULL WHERE id = $1 AND disabled_at IS NOT NULL RETURNING service_id AS "serviceId"`,
    [id],
  );
  if (!webhook) return undefined;
  forgetEndpoints(webhook.serviceId);
  const rows = await tx.query(
    `UPDATE "update" SET ${again}
     WHERE service_id = $1 AND receiver = $2 AND state = 'parked' AND origin <> '' AND lease_token IS NULL RETURNING 1`,
    [webhook.serviceId, id],
  );
  return { serviceId: webhook.serviceId, count: rows.length };
}
