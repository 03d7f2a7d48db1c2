import type { Sql } from "@/lib/database/sql";
import { composedOf } from "@/lib/inputs/compose";
import { choicesIn, type PlanOptions } from "@/lib/plan/own-values";
import { nextRun, type Recurrence } from "@/lib/plan/recurrence";
import { startAt, wallOf } from "@/lib/plan/wall-time";
import type { Order } from "./plan";
import { isUnevaluated } from "./resolve";
import { orderedSegment, type OrderedSegment } from "./segment";
import { orderVersions } from "./templates";

/** The order of a campaign that is scheduled, as it was confirmed. */
export interface ScheduledOrder {
  id: string;
  order: Order;
  /** It was approved, for one time. */
  approved: boolean;
  /** As it was counted. */
  recipients: number;
  /** It goes out when the clocks of each recipient show its time. */
  zoned: boolean;
  /** Of a run of a campaign that recurs, which has its time in one zone. */
  run: { timezone: string; notBefore: number } | null;
}

interface ScheduledRow {
  id: string;
  request: string;
  audienceId: string | null;
  moreAppids: string[];
  language: string | null;
  rate: number | null;
  cuts: Record<string, PlanOptions>;
  versions: Record<string, number> | null;
  follows: boolean;
  approved: boolean;
  recipients: number;
  zoned: boolean;
  segment: OrderedSegment | null;
  timezone: string | null;
  recurrence: Recurrence | null;
  begunAt: Date | null;
}

/**
 * Reads what is scheduled of a campaign, also a run that is not the order that stands; undefined
 * where nothing is.
 */
export async function scheduledOrder(sql: Sql, id: string): Promise<ScheduledOrder | undefined> {
  const [row] = await sql.query<ScheduledRow>(
    `SELECT o.id, o.request, o.audience_id AS "audienceId", coalesce(o.more_appids, '{}') AS "moreAppids", o.language, o.rate, o.plan AS cuts, o.approval_id IS NOT NULL AS approved, o.recipients, o.zoned, o.timezone, o.recurrence,
       (SELECT max(greatest(p.starts_at, p.started_at)) FROM campaign_order p WHERE p.campaign_id = c.id AND p.started_at IS NOT NULL) AS "begunAt",
       ${orderedSegment}, ${orderVersions}
     FROM campaign c JOIN campaign_order o ON o.campaign_id = c.id WHERE c.id = $1 AND c.archived_at IS NULL AND o.state = 'scheduled' ORDER BY o.id DESC LIMIT 1`,
    [id],
  );
  if (!row) return undefined;
  const { request, audienceId, moreAppids, language, rate, cuts, follows, segment } = row;
  const order: Order = {
    audienceId,
    moreAppids,
    language,
    rate,
    ...choicesIn(Object.values(cuts)),
    pattern: composedOf(request),
    followTemplate: follows,
    versions: follows ? null : row.versions,
    // One that is evaluated already is the list of its order.
    ...(segment && isUnevaluated(row) && { segment }),
  };
  const { approved, recipients, zoned } = row;
  return { id: row.id, order, approved, recipients, zoned, run: runOf(row) };
}

/**
 * A run begins no earlier than its rule has it after the one before: else the one of that date
 * would be created once more.
 */
function runOf({ recurrence, timezone, begunAt }: ScheduledRow): ScheduledOrder["run"] {
  if (!recurrence || timezone === null) return null;
  const first = startAt(wallOf(recurrence.from) ?? Number.NaN, timezone) - 1;
  const due = nextRun(recurrence, timezone, begunAt?.getTime() ?? first);
  return { timezone, notBefore: due?.at ?? 0 };
}
