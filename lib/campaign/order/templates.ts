import type { Sql } from "@/lib/database/sql";
import { problem } from "@/lib/interface/problem";
import { RefusedError } from "@/lib/verb/errors";
import { namedTemplate, type CampaignPlan, type Order } from "./plan";

/**
 * Columns of a statement whose row `o` is an order: by app, the versions that it goes out by, and
 * whether it still follows what is published.
 */
export const orderVersions = `(SELECT jsonb_object_agg(a.appid, r.version) FROM campaign_order_template r JOIN app a ON a.id = r.app_id WHERE r.order_id = o.id AND r.version IS NOT NULL) AS versions,
   EXISTS (SELECT 1 FROM campaign_order_template r WHERE r.order_id = o.id AND r.version IS NULL) AS follows`;

/**
 * Keeps by which versions of templates an order goes out, and keeps those templates from being
 * archived until the transaction ends. Throws `RefusedError` with the interface's problem (7108)
 * where one was archived since it was judged.
 */
export async function keepTemplatesOfOrder(
  tx: Sql,
  orderId: string,
  order: Order,
  { versions, follows }: Pick<CampaignPlan, "versions" | "follows">,
): Promise<void> {
  const reference = namedTemplate(order);
  const appids = Object.keys(versions);
  if (!reference || appids.length === 0) return;
  const live = await tx.query<{ appid: string }>(
    `SELECT a.appid FROM template t JOIN app a ON a.id = t.app_id
     WHERE a.appid = ANY($1::text[]) AND t.template_id = $2 AND t.archived_at IS NULL ORDER BY t.id FOR SHARE OF t`,
    [appids, reference.templateId],
  );
  if (live.length < appids.length)
    throw new RefusedError(problem("template.unknown", "/message/template"));
  await tx.query(
    `INSERT INTO campaign_order_template (order_id, app_id, name, version)
     SELECT o.id, a.id, $3, $4::int FROM campaign_order o JOIN app a ON a.service_id = o.service_id AND a.appid = ANY($2::text[]) WHERE o.id = $1`,
    [orderId, appids, reference.templateId, reference.version ?? null],
  );
  if (!follows) await keepVersions(tx, orderId, versions);
}

/**
 * Stores, by app, the template versions that an order uses from now on, where it has none yet.
 * Returns whether any was stored.
 */
export async function keepVersions(
  tx: Sql,
  orderId: string,
  versions: Readonly<Record<string, number>>,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE campaign_order_template r SET version = v.version FROM app a, unnest($2::text[], $3::int[]) AS v(appid, version)
     WHERE r.order_id = $1 AND r.version IS NULL AND a.id = r.app_id AND a.appid = v.appid RETURNING 1`,
    [orderId, Object.keys(versions), Object.values(versions)],
  );
  return rows.length > 0;
}
