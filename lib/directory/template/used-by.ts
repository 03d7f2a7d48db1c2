import type { Sql } from "@/lib/database/sql";
import { idSchema } from "@/lib/inputs/id";
import { parseTemplateRef } from "@/lib/template/resolve";
import { serviceOfTemplate } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** A campaign that was not sent yet and names a template. */
export interface UsingCampaign {
  id: string;
  name: string;
  state: "draft" | "scheduled" | "sending";
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

/** Campaigns and days that are told at most. */
const most = { campaigns: 200, days: 1_000 };

/** Who uses a template: campaigns that are yet to be sent, and how often each version was sent in the last 30 days, by whom. */
export const readTemplateUsers = view("service.view", idSchema, serviceOfTemplate, async ({ sql }, { id }): Promise<TemplateUsers> => {
  const days = await sql.query<UseOfDay>(
    `SELECT v.version, to_char(u.day, 'YYYY-MM-DD') AS day, u.source, sum(u.uses)::int AS uses
     FROM template_version v JOIN template_use u ON u.version_id = v.id
     WHERE v.template_id = $1 AND u.day > (now() AT TIME ZONE 'UTC')::date - 30 GROUP BY 1, 2, 3 ORDER BY 2 DESC, 1 DESC, 3 LIMIT ${most.days}`,
    [id],
  );
  return { campaigns: await campaignsUsing(sql, id), days };
});

/** How often programs used a template in the last 30 days, and the last day of those (UTC, ISO 8601). */
export interface ProgramUses {
  uses: number;
  lastDay: string;
}

/** Uses of a template by programs; undefined where there are none. Whose template it is its caller has made sure of. */
export async function usesByPrograms(sql: Sql, id: string): Promise<ProgramUses | undefined> {
  const [row] = await sql.query<{ uses: number; lastDay: string | null }>(
    `SELECT coalesce(sum(u.uses), 0)::int AS uses, to_char(max(u.day), 'YYYY-MM-DD') AS "lastDay"
     FROM template_version v JOIN template_use u ON u.version_id = v.id
     WHERE v.template_id = $1 AND u.source = 'api' AND u.day > (now() AT TIME ZONE 'UTC')::date - 30`,
    [id],
  );
  return row && row.lastDay !== null ? { uses: row.uses, lastDay: row.lastDay } : undefined;
}

/** Campaigns that are not sent yet and name a template, the nearest to their time first. Whose template it is its caller has made sure of. */
export async function campaignsUsing(sql: Sql, id: string): Promise<UsingCampaign[]> {
  const [template] = await sql.query<{ templateId: string; appid: string; serviceId: string }>(
    `SELECT t.template_id AS "templateId", a.appid, a.service_id AS "serviceId" FROM template t JOIN app a ON a.id = t.app_id WHERE t.id = $1`,
    [id],
  );
  if (!template) return [];
  const rows = await sql.query<{ id: string; name: string; state: UsingCampaign["state"]; body: string; kept: number | null }>(
    `SELECT c.id, c.name, c.state, CASE WHEN c.state = 'draft' THEN c.draft ELSE c.request END AS body, (c.plan -> $2 ->> 'templateVersion')::int AS kept
     FROM campaign c LEFT JOIN app a ON a.id = c.app_id
     WHERE c.service_id = $1 AND c.state IN ('draft', 'scheduled', 'sending') AND (a.appid = $2 OR $2 = ANY(c.more_appids) OR c.state = 'draft')
       AND CASE WHEN c.state = 'draft' THEN c.draft ELSE c.request END ~ $3
     ORDER BY c.state = 'draft', c.starts_at NULLS LAST, c.updated_at DESC LIMIT ${most.campaigns}`,
    [template.serviceId, template.appid, naming(template.templateId)],
  );
  return rows.flatMap(({ body, kept, ...campaign }) => {
    const named = templateNamed(body);
    if (named === undefined) return [];
    const { templateId, version } = parseTemplateRef(named);
    return templateId === template.templateId ? [{ ...campaign, version: version ?? kept }] : [];
  });
}

/** Finds a template's name in JSON text, whatever version is pinned: an id may be a word of many texts. */
function naming(templateId: string): string {
  const written = JSON.stringify(templateId).slice(1, -1);
  return `"template"\\s*:\\s*"${written.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")}(@[0-9]+)?"`;
}

/** The template that a request names, or the request within a draft. */
function templateNamed(body: string): string | undefined {
  try {
    const read = JSON.parse(body) as { request?: Named } & Named;
    const named = (read.request ?? read).message?.template;
    return typeof named === "string" ? named : undefined;
  } catch {
    return undefined;
  }
}

interface Named {
  message?: { template?: unknown };
}
