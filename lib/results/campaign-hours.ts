import type { Sql } from "@/lib/database/sql";
import { rollups } from "./rollups";

/** What arrived and what was read in one hour. `at` is its beginning, ISO 8601 UTC. */
export interface CampaignHour {
  at: string;
  delivered: number;
  read: number;
}

const hourMs = 3_600_000;
/**
 * Hours that are shown at most, from the first delivery on: hardly anybody opens a notification
 * later.
 */
const mostHours = 48;

/**
 * Returns when devices reported deliveries of a campaign as delivered and as read, by hour from the
 * first report on, without a gap; empty before that. 48 hours at most.
 */
export async function hoursOf(sql: Sql, campaignId: string): Promise<CampaignHour[]> {
  const rows = await sql.query<{ hour: Date; delivered: number; read: number }>(
    `SELECT hour, coalesce(sum(n) FILTER (WHERE state = 'delivered'), 0)::int AS delivered, coalesce(sum(n) FILTER (WHERE state = 'read'), 0)::int AS read
     FROM ${rollups} WHERE campaign_id = $1 AND measure = 'reached' GROUP BY hour ORDER BY hour LIMIT ${mostHours + 1}`,
    [campaignId],
  );
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return [];
  const place = (hour: Date) => Math.round((hour.getTime() - first.hour.getTime()) / hourMs);
  const hours = Array.from({ length: Math.min(place(last.hour) + 1, mostHours) }, (_, n) => ({
    at: new Date(first.hour.getTime() + n * hourMs).toISOString(),
    delivered: 0,
    read: 0,
  }));
  for (const { hour, delivered, read } of rows)
    Object.assign(hours[place(hour)] ?? {}, { delivered, read });
  return hours;
}
