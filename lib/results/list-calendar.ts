import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import { calendarSchema } from "@/lib/inputs/calendar";
import { isSendable } from "@/lib/interface/text";
import { nextRuns } from "@/lib/plan/recurrence";
import type { OrderTimes } from "@/lib/plan/subject";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { orderTimes } from "./campaign-list";
import type { OrderState } from "./campaign-orders";

/** An order in the calendar. */
export interface CalendarRow {
  /** Of the campaign. */
  id: string;
  orderId: string;
  name: string;
  /** Null for an app that was removed. */
  appName: string | null;
  state: OrderState;
  /** Of the campaign. */
  revision: number;
  /**
   * When it goes out, or began to go out; ISO 8601 UTC. In each recipient's time: when the clocks
   * of its zone show its time, unless it began later.
   */
  at: string;
  /** The zone in which its time was chosen; null for what was sent at once. */
  timezone: string | null;
  /** What else was chosen of its time; null for what was sent at once. */
  times: OrderTimes | null;
  recipients: number;
  /** The name of its list or segment; null where its recipients are in the request. */
  audience: string | null;
  /** Why it does not go on for the moment. */
  stalled: string | null;
  /** What was wrong with its first request that was refused, or why it was stopped. */
  problem: string | null;
  /** A second person has to approve another time. */
  needsApproval: boolean;
  /** A run after the next one of a campaign that recurs, of which there is no order yet. */
  isFurther: boolean;
}

/** What goes out and went out in a period, in the order of time. */
export interface Calendar {
  rows: CalendarRow[];
  /** There are more than are listed. */
  isCut: boolean;
}

/** Orders of each kind that are listed at most. */
export const mostListed = 500;

/** Orders that recur whose further runs are listed, and runs of each. */
const mostRecurring = 100;
const mostRuns = 50;

type Row = WithDates<Omit<CalendarRow, "isFurther">, "at">;

/**
 * What goes out by the clocks of its recipients begins up to 26 hours before those of its own zone
 * show its time, and stands at that time all the same.
 */
const begun = "CASE WHEN o.zoned THEN greatest(o.started_at, o.starts_at) ELSE o.started_at END";
const columns = `c.id, o.id AS "orderId", c.name, a.name AS "appName", o.state, c.revision, coalesce(${begun}, o.starts_at) AS at, o.timezone, ${orderTimes}, o.recipients, coalesce(o.segment_name, l.name) AS audience,
  o.stalled, o.problem, (o.approval_id IS NOT NULL OR s.approval_scheduled OR o.recipients > s.approval_above) IS TRUE AS "needsApproval"`;
const from = `FROM campaign_order o JOIN campaign c ON c.id = o.campaign_id JOIN service s ON s.id = o.service_id LEFT JOIN app a ON a.id = c.app_id LEFT JOIN audience l ON l.id = o.audience_id
  WHERE o.service_id = $1 AND ($2::text IS NULL OR o.state = $2) AND ($3::text IS NULL OR a.appid = $3) AND ($4::text IS NULL OR strpos(lower(c.name), lower($4)) > 0)`;

/**
 * The orders of a service that are scheduled for a period, and those that began in it, by an index
 * each; at most 500 of both kinds, the earliest. Sends in their undo window are none. Of orders
 * that recur, the further runs of the period, at most 50 of each of 100 orders.
 */
export const listCalendar = view({
  action: "service.view",
  input: calendarSchema,
  service: serviceNamed,
  run: async (
    { sql, serviceId },
    { from: begin, until, state, appid, text },
  ): Promise<Calendar> => {
    if (text !== undefined && !isSendable(text)) return { rows: [], isCut: false };
    const filter = [serviceId, state ?? null, appid ?? null, text || null] as const;
    const [scheduled, started, recurring] = await Promise.all([
      sql.query<Row>(
        `SELECT ${columns} ${from} AND o.state = 'scheduled' AND o.starts_at >= $5::timestamptz AND o.starts_at < $6::timestamptz
         ORDER BY o.starts_at, o.id LIMIT ${mostListed + 1}`,
        [...filter, begin, until],
      ),
      sql.query<Row>(
        `SELECT ${columns} ${from} AND o.started_at IS NOT NULL AND o.started_at >= $5::timestamptz - interval '26 hours' AND o.started_at < $6::timestamptz
           AND ${begun} >= $5::timestamptz AND ${begun} < $6::timestamptz
         ORDER BY ${begun}, o.id LIMIT ${mostListed + 1}`,
        [...filter, begin, until],
      ),
      sql.query<Row>(
        `SELECT ${columns} ${from} AND o.state = 'scheduled' AND o.recurrence IS NOT NULL AND o.starts_at < $5::timestamptz
         ORDER BY o.starts_at, o.id LIMIT ${mostRecurring}`,
        [...filter, until],
      ),
    ]);
    const orders = [scheduled, started].flatMap((some) => some.slice(0, mostListed));
    const rows = [
      ...orders.map((row) => ({ ...isoTimes(row), isFurther: false })),
      ...recurring.flatMap((row) => furtherRuns(row, begin, until)),
    ].toSorted((one, other) => (one.at < other.at ? -1 : 1));
    return { rows, isCut: scheduled.length > mostListed || started.length > mostListed };
  },
});

/** The runs of an order that recurs after the one that is scheduled, as far as in a period. */
function furtherRuns(row: Row, begin: Date, until: Date): CalendarRow[] {
  const rule = row.times?.recurrence;
  if (!rule) return [];
  const after = Math.max(row.at.getTime(), begin.getTime() - 1);
  return nextRuns(rule, row.timezone ?? "UTC", after, mostRuns)
    .filter(({ at }) => at < until.getTime())
    .map(({ at, local }) => ({
      ...row,
      // Each of them is drawn, and none has an order.
      orderId: `${row.orderId} ${local}`,
      at: new Date(at).toISOString(),
      stalled: null,
      isFurther: true,
    }));
}
