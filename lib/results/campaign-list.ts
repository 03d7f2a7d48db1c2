import { z } from "zod";
import { isId } from "@/lib/database/id";
import { isSendable } from "@/lib/interface/text";
import { NotFoundError } from "@/lib/verb/errors";
import { serviceNamed, serviceOfCampaign } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** Where a campaign stands. They move draft → scheduled → sending → sent or failed; a scheduled one may become a draft again. */
export const campaignStates = ["draft", "scheduled", "sending", "sent", "failed", "archived"] as const;
export type CampaignState = (typeof campaignStates)[number];

/** A campaign as lists show it. Times are ISO 8601 UTC. */
export interface CampaignRow {
  id: string;
  name: string;
  appName: string;
  state: CampaignState;
  revision: number;
  updatedAt: string;
  updatedBy: string | null;
  startsAt: string | null;
  timezone: string | null;
  /** The message it became; the first of several. */
  transid: string | null;
  /** Requests that it takes, those that were answered so far, and those of them that were refused. */
  requests: number;
  answered: number;
  refused: number;
  /** Null when it was sent by hand in one request. */
  recipients: number | null;
  /** What was wrong with the first request that was refused, or why it was stopped. */
  problem: string | null;
}

/** A campaign with what its editor needs. */
export interface CampaignDetail extends CampaignRow {
  serviceId: string;
  draft: string;
}

interface Row extends Omit<CampaignRow, "updatedAt" | "startsAt"> {
  updatedAt: Date;
  startsAt: Date | null;
}

const columns = `c.id, c.name, a.name AS "appName", c.state, c.revision, c.updated_at AS "updatedAt", m.name AS "updatedBy", c.starts_at AS "startsAt",
  c.timezone, c.transid, c.requests, c.answered, c.refused, c.recipients, c.problem`;
const from = `FROM campaign c JOIN app a ON a.id = c.app_id LEFT JOIN member m ON m.id = c.updated_by`;
const pageRows = 50;

const filterSchema = z.object({
  serviceId: z.string(),
  state: z.enum(campaignStates).optional(),
  text: z.string().optional(),
  after: z.string().optional(),
});

/**
 * Campaigns of a service, the one that changed last first; archived ones only when asked for; none for a text that no name can hold. Paged by key: pass
 * `next` as `after`.
 */
export const listCampaigns = view(
  "service.view",
  filterSchema,
  serviceNamed,
  async ({ sql, serviceId }, { state, text, after }): Promise<{ rows: CampaignRow[]; next: string | null }> => {
    if (text !== undefined && !isSendable(text)) return { rows: [], next: null };
    const place = placeOf(after);
    const rows = await sql.query<Row>(
      `SELECT ${columns} ${from}
       WHERE c.service_id = $6 AND (CASE WHEN $1::text IS NULL THEN c.state <> 'archived' ELSE c.state = $1 END)
         AND ($2::text IS NULL OR strpos(lower(c.name), lower($2)) > 0)
         AND ($3::timestamptz IS NULL OR (c.updated_at, c.id) < ($3, $4::uuid))
       ORDER BY c.updated_at DESC, c.id DESC LIMIT $5`,
      [state ?? null, text || null, place?.at.toISOString() ?? null, place?.id ?? null, pageRows + 1, serviceId],
    );
    const shown = rows.slice(0, pageRows);
    const last = shown.at(-1);
    return { rows: shown.map(told), next: rows.length > pageRows && last ? `${last.updatedAt.getTime()}_${last.id}` : null };
  },
);

/** Where a page begins: behind this moment and id. Undefined for what no page before it has given. */
function placeOf(after: string | undefined): { at: Date; id: string } | undefined {
  const [, at, id] = /^(\d{1,14})_(.+)$/.exec(after ?? "") ?? [];
  return at !== undefined && id !== undefined && isId(id) ? { at: new Date(Number(at)), id } : undefined;
}

/** One campaign. Throws `NotFoundError` when there is none. */
export const findCampaign = view(
  "service.view",
  z.object({ id: z.string() }),
  serviceOfCampaign,
  async ({ sql, serviceId }, { id }): Promise<CampaignDetail> => {
    const [row] = await sql.query<Row & { draft: string }>(`SELECT ${columns}, c.draft ${from} WHERE c.id = $1 AND c.service_id = $2`, [
      id,
      serviceId,
    ]);
    if (!row) throw new NotFoundError();
    return { ...told(row), serviceId, draft: row.draft };
  },
);

function told<R extends Row>({ updatedAt, startsAt, ...row }: R) {
  return { ...row, updatedAt: updatedAt.toISOString(), startsAt: startsAt?.toISOString() ?? null };
}
