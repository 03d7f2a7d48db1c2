import { assertRole, type Member } from "@/lib/auth/member";
import { isId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import { isSendable } from "@/lib/interface/text";

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

/** Campaigns, the one that changed last first; archived ones only when asked for; none for a text that no name can hold. Paged by key: pass `next` as `after`. */
export async function listCampaigns(
  member: Member,
  filter: { state?: CampaignState; text?: string; after?: string } = {},
): Promise<{ rows: CampaignRow[]; next: string | null }> {
  assertRole(member, "viewer");
  if (filter.text !== undefined && !isSendable(filter.text)) return { rows: [], next: null };
  const after = placeOf(filter.after);
  const rows = await database().query<Row>(
    `SELECT ${columns} ${from}
     WHERE (CASE WHEN $1::text IS NULL THEN c.state <> 'archived' ELSE c.state = $1 END)
       AND ($2::text IS NULL OR strpos(lower(c.name), lower($2)) > 0)
       AND ($3::timestamptz IS NULL OR (c.updated_at, c.id) < ($3, $4::uuid))
     ORDER BY c.updated_at DESC, c.id DESC LIMIT $5`,
    [filter.state ?? null, filter.text || null, after?.at.toISOString() ?? null, after?.id ?? null, pageRows + 1],
  );
  const shown = rows.slice(0, pageRows);
  const last = shown.at(-1);
  return { rows: shown.map(told), next: rows.length > pageRows && last ? `${last.updatedAt.getTime()}_${last.id}` : null };
}

/** Where a page begins: behind this moment and id. Undefined for what no page before it has given. */
function placeOf(after: string | undefined): { at: Date; id: string } | undefined {
  const [, at, id] = /^(\d{1,14})_(.+)$/.exec(after ?? "") ?? [];
  return at !== undefined && id !== undefined && isId(id) ? { at: new Date(Number(at)), id } : undefined;
}

/** One campaign; undefined when there is none. */
export async function findCampaign(member: Member, id: string): Promise<CampaignDetail | undefined> {
  assertRole(member, "viewer");
  if (!isId(id)) return undefined;
  const [row] = await database().query<Row & { draft: string }>(`SELECT ${columns}, c.draft ${from} WHERE c.id = $1`, [id]);
  return row && { ...told(row), draft: row.draft };
}

function told<R extends Row>({ updatedAt, startsAt, ...row }: R) {
  return { ...row, updatedAt: updatedAt.toISOString(), startsAt: startsAt?.toISOString() ?? null };
}
