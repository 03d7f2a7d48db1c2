import type { Sql } from "@/lib/database/sql";
import type { DeliveryState } from "@/lib/interface/update";

/**
 * Deliveries by the state they are in now: each is counted once, so that they add up to the
 * recipients' devices.
 */
export type Counts = Record<DeliveryState, number>;

/** Nothing counted yet. */
export const zero: Readonly<Counts> = {
  queued: 0,
  submitted: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  expired: 0,
};

interface CountRow {
  of: string;
  state: DeliveryState;
  n: number;
}

/**
 * The deliveries of all messages of each of some campaigns, by the campaign's id. One without
 * deliveries has zeros.
 */
export async function countsOfCampaigns(
  sql: Sql,
  campaignIds: readonly string[],
): Promise<Map<string, Counts>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await sql.query<CountRow>(
    `SELECT coalesce(m.campaign_id, m.id) AS of, d.state, count(*)::int AS n FROM message m JOIN delivery d ON d.message_id = m.id
     WHERE m.campaign_id = ANY($1::uuid[]) GROUP BY 1, d.state`,
    [campaignIds],
  );
  return byThing(campaignIds, rows);
}

/** The counts of some messages, by transid. A message without deliveries has zeros. */
export async function countsOf(
  sql: Sql,
  transids: readonly string[],
): Promise<Map<string, Counts>> {
  if (transids.length === 0) return new Map();
  const rows = await sql.query<CountRow>(
    `SELECT message_id AS of, state, count(*)::int AS n FROM delivery WHERE message_id = ANY($1::uuid[]) GROUP BY message_id, state`,
    [transids],
  );
  return byThing(transids, rows);
}

function byThing(ids: readonly string[], rows: readonly CountRow[]): Map<string, Counts> {
  const counts = new Map(ids.map((id): [string, Counts] => [id, { ...zero }]));
  for (const { of, state, n } of rows) {
    const countsOfThing = counts.get(of);
    if (countsOfThing) countsOfThing[state] = n;
  }
  return counts;
}
