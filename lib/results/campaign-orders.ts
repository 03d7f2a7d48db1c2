import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import type { Sql } from "@/lib/database/sql";
import { idSchema } from "@/lib/inputs/row";
import type { DeliveryState } from "@/lib/interface/update";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { zero, type Counts } from "./counts";
import { rollups } from "./rollups";

/**
 * Where an order stands. They move scheduled → sending → sent or failed, or → unscheduled; one that
 * is being sent may be paused, and stopped.
 */
export type OrderState =
  | "scheduled"
  | "sending"
  | "paused"
  | "sent"
  | "stopped"
  | "failed"
  | "unscheduled";

/** A send or a schedule of a campaign. Times are ISO 8601 UTC. */
export interface OrderRow {
  id: string;
  state: OrderState;
  /** When it was confirmed. */
  orderedAt: string;
  /** Who confirmed it; null where that is not recorded. */
  orderedBy: string | null;
  /** When it was scheduled for; null for what was sent at once. */
  startsAt: string | null;
  timezone: string | null;
  /** It goes out when the clocks of each recipient show its time. */
  zoned: boolean;
  /** When it began to go out; null before. */
  startedAt: string | null;
  recipients: number;
  /** Requests that it takes, and how many of them were answered, and refused. */
  requests: number;
  answered: number;
  refused: number;
  /** What became of its deliveries; null where the campaign began once, and has them all. */
  counts: Counts | null;
}

/** The orders of a campaign that are listed at most. */
export const mostOrders = 50;

/** The orders of a campaign, the latest first; sends that were undone are none. At most 50. */
export const campaignOrders = view({
  action: "service.view",
  input: idSchema,
  service: serviceOfCampaign,
  run: async ({ sql, serviceId }, { id }): Promise<OrderRow[]> => {
    const rows = await sql.query<Row>(
      `SELECT o.id, o.state, o.created_at AS "orderedAt", m.name AS "orderedBy", o.starts_at AS "startsAt", o.timezone, o.zoned, o.started_at AS "startedAt",
         o.recipients, o.requests, o.answered, o.refused
       FROM campaign_order o LEFT JOIN member m ON m.id = o.ordered_by
       WHERE o.campaign_id = $1 AND o.service_id = $2 ORDER BY o.id DESC LIMIT ${mostOrders}`,
      [id, serviceId],
    );
    const counts = await countsOfRuns(sql, id, rows);
    return rows.map((row) => ({ ...isoTimes(row), counts: counts.get(row.id) ?? null }));
  },
});

type Row = WithDates<Omit<OrderRow, "counts">, "orderedAt" | "startsAt" | "startedAt">;

/**
 * Counts the deliveries of each order of a campaign that began more than once. Figures are stored
 * by the hour in which deliveries were queued: those from the hour on in which an order began are
 * its own, until the next one began.
 */
async function countsOfRuns(
  sql: Sql,
  campaignId: string,
  rows: readonly Row[],
): Promise<Map<string, Counts>> {
  const begun = rows.filter(({ startedAt }) => startedAt !== null);
  if (begun.length < 2) return new Map();
  const counted = await sql.query<{ id: string; state: DeliveryState; n: number }>(
    `SELECT o.id, r.state, sum(r.n)::int AS n FROM unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) AS o(id, begins, ends)
       JOIN (SELECT hour, state, n FROM ${rollups} WHERE campaign_id = $1 AND measure = 'state') r
         ON r.hour >= date_trunc('hour', o.begins) AND (o.ends IS NULL OR r.hour < date_trunc('hour', o.ends))
     GROUP BY 1, 2`,
    [
      campaignId,
      begun.map(({ id }) => id),
      begun.map(({ startedAt }) => startedAt?.toISOString() ?? null),
      // The latest one comes first.
      begun.map((_, index) => begun[index - 1]?.startedAt?.toISOString() ?? null),
    ],
  );
  const counts = new Map(begun.map(({ id }): [string, Counts] => [id, { ...zero }]));
  for (const { id, state, n } of counted) {
    const countsOfOrder = counts.get(id);
    if (countsOfOrder) countsOfOrder[state] = n;
  }
  return counts;
}
