import type { Sql } from "@/lib/database/sql";
import { isSendable } from "@/lib/interface/text";
import { jsonIn } from "@/lib/interface/value-shape";
import { parseTemplateRef } from "@/lib/template/resolve";

// The template that a draft names is stored in separate rows, by app: there it can be found, in any
// spelling of the text.

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
    (appid): appid is string => typeof appid === "string" && isSendable(appid),
  );
  const { templateId, version = null } = parseTemplateRef(template);
  await tx.query(
    `INSERT INTO campaign_template (campaign_id, app_id, name, version)
     SELECT c.id, a.id, $3, $4::int FROM campaign c JOIN app a ON a.service_id = c.service_id AND a.appid = ANY($2::text[]) WHERE c.id = $1`,
    [campaignId, appids, templateId, version],
  );
}
