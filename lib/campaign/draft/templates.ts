import type { Sql } from "@/lib/database/sql";
import { problem } from "@/lib/interface/problem";
import { isSendable } from "@/lib/interface/text";
import { jsonIn } from "@/lib/interface/value-shape";
import { parseTemplateRef, type TemplateReference } from "@/lib/template/resolve";
import { RefusedError } from "@/lib/verb/errors";
import { namedTemplate, type CampaignPlan, type Order } from "../order/plan";

/**
 * In a statement whose row `campaign` is: by app, the versions that it goes out by, and whether it
 * still follows what is published.
 */
export const keptVersions = (campaign: string) =>
  `(SELECT jsonb_object_agg(a.appid, r.version) FROM campaign_template r JOIN app a ON a.id = r.app_id WHERE r.campaign_id = ${campaign}.id AND r.version IS NOT NULL) AS versions,
   EXISTS (SELECT 1 FROM campaign_template r WHERE r.campaign_id = ${campaign}.id AND r.version IS NULL) AS follows`;

// The template that a campaign names is stored in separate rows, by app: there it can be found and
// locked, in any spelling of the text.

/** A draft of the composer, as far as it concerns its template. */
interface Draft {
  request?: { appid?: unknown; message?: { template?: unknown } };
  reach?: { moreAppids?: unknown };
}

/**
 * Keeps which templates a draft names by its text, the composer's JSON. Text that names none, or
 * cannot be read, keeps none.
 */
export async function keepTemplatesOfDraft(
  tx: Sql,
  campaignId: string,
  draft: string,
): Promise<void> {
  await tx.query("DELETE FROM campaign_template WHERE campaign_id = $1", [campaignId]);
  const { request, reach } = (jsonIn(draft) as Draft | null | undefined) ?? {};
  const template = request?.message?.template;
  if (typeof template !== "string" || !isSendable(template)) return;
  const more = Array.isArray(reach?.moreAppids) ? reach.moreAppids : [];
  const appids = [request?.appid, ...more].filter(
    (appid) => typeof appid === "string" && isSendable(appid),
  );
  await insert(tx, campaignId, parseTemplateRef(template), appids);
}

/** The same for a campaign whose text is what it was. */
export async function keepTemplatesAgain(tx: Sql, campaignId: string): Promise<void> {
  const [row] = await tx.query<{ draft: string }>("SELECT draft FROM campaign WHERE id = $1", [
    campaignId,
  ]);
  await keepTemplatesOfDraft(tx, campaignId, row?.draft ?? "");
}

/**
 * Keeps by which versions of templates an order goes out, and keeps those templates from being
 * archived until the transaction ends. Throws `RefusedError` with the interface's problem (7108)
 * where one was archived since it was judged.
 */
export async function keepTemplatesOfOrder(
  tx: Sql,
  campaignId: string,
  order: Order,
  { versions, follows }: Pick<CampaignPlan, "versions" | "follows">,
): Promise<void> {
  await tx.query("DELETE FROM campaign_template WHERE campaign_id = $1", [campaignId]);
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
  await insert(tx, campaignId, reference, appids);
  if (!follows) await keepVersions(tx, campaignId, versions);
}

/**
 * Stores, by app, the template versions that a campaign uses from now on, where it has none yet.
 * Returns whether any was stored.
 */
export async function keepVersions(
  tx: Sql,
  campaignId: string,
  versions: Readonly<Record<string, number>>,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE campaign_template r SET version = v.version FROM app a, unnest($2::text[], $3::int[]) AS v(appid, version)
     WHERE r.campaign_id = $1 AND r.version IS NULL AND a.id = r.app_id AND a.appid = v.appid RETURNING 1`,
    [campaignId, Object.keys(versions), Object.values(versions)],
  );
  return rows.length > 0;
}

async function insert(
  tx: Sql,
  campaignId: string,
  reference: TemplateReference,
  appids: readonly string[],
): Promise<void> {
  const { templateId, version = null } = reference;
  await tx.query(
    `INSERT INTO campaign_template (campaign_id, app_id, name, version)
     SELECT c.id, a.id, $3, $4::int FROM campaign c JOIN app a ON a.service_id = c.service_id AND a.appid = ANY($2::text[]) WHERE c.id = $1`,
    [campaignId, appids, templateId, version],
  );
}
