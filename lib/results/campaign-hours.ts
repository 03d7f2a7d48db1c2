import type { Sql } from "@/lib/database/sql";

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
  const rows = await sql.query<{ delivered: Date | null; read: Date | null; n: number }>(
    `SELECT date_trunc('hour', d.delivered_at, 'UTC') AS delivered, date_trunc('hour', d.read_at, 'UTC') AS read, count(*)::int AS n
     FROM message m JOIN delivery d ON d.message_id = m.id WHERE m.campaign_id = $1 AND (d.delivered_at IS NOT NULL OR d.read_at IS NOT NULL) GROUP BY 1, 2`,
    [campaignId],
  );
  const times = rows
    .flatMap(({ delivered, read }) => [delivered, read])
    .flatMap((at) => (at ? [at.getTime()] : []));
  if (times.length === 0) return [];
  const first = times.reduce((least, time) => Math.min(least, time));
  const last = times.reduce((most, time) => Math.max(most, time));
  const count = Math.min(Math.round((last - first) / hourMs) + 1, mostHours);
  const hours = Array.from({ length: count }, (_, n): CampaignHour => ({
    at: new Date(first + n * hourMs).toISOString(),
    delivered: 0,
    read: 0,
  }));
  for (const { delivered, read, n } of rows) {
    for (const [what, at] of [
      ["delivered", delivered ?? read],
      ["read", read],
    ] as const) {
      const hour = at && hours[Math.round((at.getTime() - first) / hourMs)];
      if (hour) hour[what] += n;
    }
  }
  return hours;
}
