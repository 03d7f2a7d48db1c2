import { assertRole, type Actor } from "@/lib/auth/member";
import type { Sql } from "@/lib/database/sql";

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
