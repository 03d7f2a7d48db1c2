import { z } from "zod";
import { campaignState, currentOrder } from "@/lib/database/campaign-state";
import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import type { Sql } from "@/lib/database/sql";
import type { Continuation } from "@/lib/inputs/continuation";
import { pageInput } from "@/lib/inputs/page";
import { isSendable } from "@/lib/interface/text";
import type { OrderTimes } from "@/lib/plan/subject";
import { NotFoundError } from "@/lib/verb/errors";
import { countRows, pageOf, type PageOf, type SortKey } from "@/lib/verb/page-of";
import { serviceNamed, serviceOfCampaign } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { countsOfCampaigns, zero, type Counts } from "./counts";

/**
 * Where a campaign stands. They move draft → scheduled → sending → sent or failed; a scheduled one
 * may become a draft again, one that is being sent may be paused, and stopped.
 */
export const campaignStates = [
  "draft",
  "scheduled",
  "sending",
  "paused",
  "sent",
  "stopped",
  "failed",
  "archived",
] as const;
export type CampaignState = (typeof campaignStates)[number];

/**
 * The state of a draft's request for approval. `expired`: it was approved, and not sent in time.
 */
export type DraftApproval = "waiting" | "approved" | "expired" | "declined" | "void";

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
  /** When its order began to go out; null before. */
  startedAt: string | null;
  /** The member who confirmed the send or schedule; null for a draft, and where not recorded. */
  orderedBy: string | null;
  timezone: string | null;
  /** What else was chosen of that time; null where it has none. */
  times: OrderTimes | null;
  /** The message it became; the first of several. */
  transid: string | null;
  /**
   * Requests that it takes, those that were answered so far, and those of them that were refused.
   */
  requests: number;
  answered: number;
  refused: number;
  /** Null for a draft. */
  recipients: number | null;
  /** Recipients in all of its apps together, and those whose requests were answered so far. */
  plannedRecipients: number;
  answeredRecipients: number;
  /** What was wrong with the first request that was refused, or why it was stopped. */
  problem: string | null;
  /** Why it does not go on for the moment. */
  stalled: string | null;
  /** It missed its latest start, and asks whether it is to go out. */
  overdue: boolean;
  /** When it was paused; null while it is not. */
  pausedAt: string | null;
  /** Why it paused by itself; null where a member paused it. */
  pauseReason: string | null;
  /** How it goes on after such a pause. */
  continues: Continuation;
  /** Milliseconds of the undo window that are left; null when it has ended. */
  undoMs: number | null;
  /**
   * Whether the list that it was ordered for was removed since: it still goes there, and could not
   * be ordered again.
   */
  listRemoved: boolean;
  /**
   * Of a draft: how it stands with what a second person was asked to approve last; null where none
   * was requested, it was withdrawn, or it was sent with it.
   */
  approval: DraftApproval | null;
}

/** A campaign with what became of all its messages together. */
export interface CampaignResult extends CampaignRow {
  counts: Counts;
}

/** A campaign with what its editor needs. */
export interface CampaignDetail extends CampaignRow {
  serviceId: string;
  draft: string;
}

type Row = WithDates<CampaignRow, "updatedAt" | "startsAt" | "startedAt" | "pausedAt">;

/** Column of a statement whose row `o` is an order: what was chosen of its time. */
export const orderTimes = `CASE WHEN o.starts_at IS NOT NULL THEN jsonb_build_object('lateMinutes', o.late_minutes, 'zoned', o.zoned, 'recurrence', o.recurrence) END AS times`;

const columns = `c.id, c.name, a.name AS "appName", ${campaignState} AS state, c.revision, c.updated_at AS "updatedAt", m.name AS "updatedBy", o.starts_at AS "startsAt", o.started_at AS "startedAt", b.name AS "orderedBy",
  o.timezone, ${orderTimes}, o.transid, coalesce(o.requests, 1) AS requests, coalesce(o.answered, 0) AS answered, coalesce(o.refused, 0) AS refused, o.recipients, o.problem, o.stalled, o.overdue_at IS NOT NULL AS overdue,
  coalesce(o.recipients * (1 + cardinality(coalesce(o.more_appids, '{}'))), 0) AS "plannedRecipients", coalesce(o.answered_recipients, 0) AS "answeredRecipients",
  o.paused_at AS "pausedAt", o.pause_reason AS "pauseReason", coalesce(o.continues, 'itself') AS continues,
  CASE WHEN o.state = 'sending' AND o.started_at IS NULL AND o.undo_until > now() THEN (extract(epoch FROM o.undo_until - now()) * 1000)::float8 END AS "undoMs",
  EXISTS (SELECT 1 FROM audience l WHERE l.id = o.audience_id AND l.removed_at IS NOT NULL AND l.order_id IS NULL) AS "listRemoved",
  CASE WHEN ${campaignState} = 'draft' THEN (SELECT CASE WHEN p.state IN ('used', 'withdrawn') THEN NULL WHEN p.state = 'approved' AND p.expires_at <= now() THEN 'expired' ELSE p.state END
    FROM approval p WHERE p.campaign_id = c.id ORDER BY p.asked_at DESC, p.id DESC LIMIT 1) END AS approval`;
const from = `FROM campaign c JOIN app a ON a.id = c.app_id LEFT JOIN ${currentOrder} LEFT JOIN member m ON m.id = c.updated_by LEFT JOIN member b ON b.id = o.ordered_by`;
// Rows come in order of the index of (service_id, updated_at); the order of each by its key.
const fitting = `c.service_id = $1 AND (CASE WHEN $2::text IS NULL THEN c.archived_at IS NULL ELSE ${campaignState} = $2 END)
  AND ($3::text IS NULL OR strpos(lower(c.name), lower($3)) > 0)`;
const millisecond = "(timestamptz 'epoch' + $4::text::bigint * interval '1 millisecond')";
const pageRows = 50;

/** What campaigns can be sorted by; with a minus the other way round. */
export const campaignSorts = ["-updated", "updated", "name", "-name"] as const;

const filterSchema = z.object({
  serviceId: z.string(),
  state: z.enum(campaignStates).optional(),
  text: z.string().optional(),
  sort: z.enum(campaignSorts).default("-updated"),
  ...pageInput,
});

const byName: SortKey<Row> = { of: ({ name }) => name, fits: /^.{1,400}$/su };
const byChange: SortKey<Row> = {
  of: ({ updatedAt }) => String(updatedAt.getTime()),
  fits: /^\d{1,14}$/,
};

/**
 * Campaigns of a service, the one that changed last first; archived ones only when asked for; none
 * for a text that no name can hold. At most 50 a page.
 */
export const listCampaigns = view({
  action: "service.view",
  input: filterSchema,
  service: serviceNamed,
  run: async (
    { sql, serviceId },
    { state, text, sort, after, before },
  ): Promise<PageOf<CampaignResult>> => {
    if (text !== undefined && !isSendable(text))
      return { rows: [], next: null, previous: null, total: 0 };
    const filter = [serviceId, state ?? null, text || null] as const;
    const named = sort === "name" || sort === "-name";
    const page = await pageOf(
      { after, before, limit: pageRows },
      named ? byName : byChange,
      ({ place, back, limit }) => {
        const up = sort.startsWith("-") === back;
        const values = [...filter, place?.key ?? null, place?.id ?? null, limit] as const;
        return named
          ? sql.query<Row>(
              up
                ? ascending("lower(c.name)", "lower($4::text)")
                : descending("lower(c.name)", "lower($4::text)"),
              [...values],
            )
          : sql.query<Row>(
              up ? ascending("c.updated_at", millisecond) : descending("c.updated_at", millisecond),
              [...values],
            );
      },
      () =>
        sql.query<{ n: number }>(
          countRows(`FROM campaign c LEFT JOIN ${currentOrder} WHERE ${fitting}`),
          [...filter],
        ),
    );
    return { ...page, rows: await withCounts(sql, page.rows) };
  },
});

async function withCounts(sql: Sql, rows: readonly Row[]): Promise<CampaignResult[]> {
  const sent = rows.filter(({ transid }) => transid !== null).map(({ id }) => id);
  const counts = await countsOfCampaigns(sql, sent);
  return rows.map((row) => ({ ...isoTimes(row), counts: counts.get(row.id) ?? { ...zero } }));
}

/** Rows behind the place $4 and $5, if it is given. */
function ascending(key: string, place: string): string {
  return `SELECT ${columns} ${from} WHERE ${fitting} AND ($4::text IS NULL OR (${key}, c.id) > (${place}, $5::uuid)) ORDER BY ${key}, c.id LIMIT $6`;
}

/** Rows before the place $4 and $5, if it is given, the nearest first. */
function descending(key: string, place: string): string {
  return `SELECT ${columns} ${from} WHERE ${fitting} AND ($4::text IS NULL OR (${key}, c.id) < (${place}, $5::uuid)) ORDER BY ${key} DESC, c.id DESC LIMIT $6`;
}

/** One campaign. Throws `NotFoundError` when there is none. */
export const findCampaign = view({
  action: "service.view",
  input: z.object({ id: z.string() }),
  service: serviceOfCampaign,
  run: async ({ sql, serviceId }, { id }): Promise<CampaignDetail> => {
    const [row] = await sql.query<Row & { draft: string }>(
      `SELECT ${columns}, c.draft ${from} WHERE c.id = $1 AND c.service_id = $2`,
      [id, serviceId],
    );
    if (!row) throw new NotFoundError();
    return { ...isoTimes(row), serviceId };
  },
});
