import { assertRole, type Actor } from "@/lib/auth/member";
import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { forgetEndpoints } from "./endpoints";
import { again } from "./replay";

/** A webhook that answered 410 and is told nothing since. */
export interface GoneWebhook {
  id: string;
  service: string;
  url: string;
  /** When it was switched off, ISO 8601 UTC. */
  since: string;
}

const mostListed = 20;

/** Webhooks that are switched off, the latest first; at most 20. Throws `ForbiddenError` for who may not look. */
export async function goneWebhooks(sql: Sql, actor: Actor): Promise<GoneWebhook[]> {
  if (actor.kind === "member") assertRole(actor.member, "viewer");
  const rows = await sql.query<Omit<GoneWebhook, "since"> & { since: Date }>(
    `SELECT w.id, s.name AS service, w.url, w.disabled_at AS since FROM webhook w JOIN service s ON s.id = w.service_id
     WHERE w.disabled_at IS NOT NULL ORDER BY w.disabled_at DESC LIMIT ${mostListed}`,
  );
  return rows.map(({ since, ...row }) => ({ ...row, since: since.toISOString() }));
}

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
