import { openStates } from "@/lib/database/campaign-state";
import type { Sql } from "@/lib/database/sql";
import { idSchema } from "@/lib/inputs/row";
import { view } from "@/lib/verb/view";
import { serviceOfTemplate } from "./row";

/** A campaign that was not sent yet and names a template. */
export interface UsingCampaign {
  id: string;
  name: string;
  state: "draft" | "scheduled" | "sending" | "paused";
  /** The version that it names, or was confirmed with; null where it follows the published one. */
  version: number | null;
}

/** Uses of one version on one day (UTC). */
export interface UseOfDay {
  version: number;
  day: string;
  source: "api" | "console" | "test";
  uses: number;
}

/** Who uses a template. */
export interface TemplateUsers {
  campaigns: UsingCampaign[];
  /** Of the last 30 days, the latest first. */
  days: UseOfDay[];
}

/** Campaigns and days that are listed at most. */
const most = { campaigns: 200, days: 1_000 };

/**
 * Who uses a template: campaigns that are yet to be sent, and how often each version was sent in
 * the last 30 days, by whom.
 */
export const readTemplateUsers = view({
  action: "service.view",
  input: idSchema,
  service: serviceOfTemplate,
  run: async ({ sql }, { id }): Promise<TemplateUsers> => {
    const days = await sql.query<UseOfDay>(
      `SELECT v.version, to_char(u.day, 'YYYY-MM-DD') AS day, u.source, sum(u.uses)::int AS uses
     FROM template_version v JOIN template_use u ON u.version_id = v.id
     WHERE v.template_id = $1 AND u.day > (now() AT TIME ZONE 'UTC')::date - 30 GROUP BY 1, 2, 3 ORDER BY 2 DESC, 1 DESC, 3 LIMIT ${most.days}`,
      [id],
    );
    return { campaigns: await campaignsUsing(sql, id), days };
  },
});

/**
 * How often programs used a template in the last 30 days, and the last day of those (UTC, ISO
 * 8601).
 */
export interface ProgramUses {
  uses: number;
  lastDay: string;
}

/**
 * Returns the uses of a template by programs; undefined where there are none. The caller has
 * checked the access to the template.
 */
export async function usesByPrograms(sql: Sql, id: string): Promise<ProgramUses | undefined> {
  const [row] = await sql.query<{ uses: number; lastDay: string | null }>(
    `SELECT coalesce(sum(u.uses), 0)::int AS uses, to_char(max(u.day), 'YYYY-MM-DD') AS "lastDay"
     FROM template_version v JOIN template_use u ON u.version_id = v.id
     WHERE v.template_id = $1 AND u.source = 'api' AND u.day > (now() AT TIME ZONE 'UTC')::date - 30`,
    [id],
  );
  return row && row.lastDay !== null ? { uses: row.uses, lastDay: row.lastDay } : undefined;
}

/**
 * Returns the campaigns that are not sent yet and name a template, the soonest first. The caller
 * has checked the access to the template.
 */
export async function campaignsUsing(sql: Sql, id: string): Promise<UsingCampaign[]> {
  return sql.query<UsingCampaign>(
    `SELECT id, name, state, version FROM (
       SELECT c.id, c.name, o.state, r.version, o.starts_at, c.updated_at FROM campaign_order_template r JOIN campaign_order o ON o.id = r.order_id JOIN campaign c ON c.id = o.campaign_id
       WHERE (r.app_id, r.name) = (SELECT app_id, template_id FROM template WHERE id = $1) AND o.state IN ${openStates}
       UNION ALL
       SELECT c.id, c.name, 'draft', r.version, NULL, c.updated_at FROM campaign_template r JOIN campaign c ON c.id = r.campaign_id
       WHERE (r.app_id, r.name) = (SELECT app_id, template_id FROM template WHERE id = $1) AND c.order_id IS NULL AND c.archived_at IS NULL
     ) u ORDER BY state = 'draft', starts_at NULLS LAST, updated_at DESC LIMIT ${most.campaigns}`,
    [id],
  );
}
