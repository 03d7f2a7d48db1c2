import type { Sql } from "@/lib/database/sql";
import type { DeliveryState } from "@/lib/interface/delivery-state";

/** Deliveries by the state they are in now: each is counted once, so that they add up to the recipients' devices. */
export type Counts = Record<DeliveryState, number>;

/** Nothing counted yet. */
export const zero: Readonly<Counts> = { queued: 0, submitted: 0, delivered: 0, read: 0, failed: 0, expired: 0 };

/** The deliveries of all messages of a campaign. */
export async function countsOfCampaign(sql: Sql, campaignId: string): Promise<Counts> {
  const rows = await sql.query<{ state: DeliveryState; n: number }>(
    `SELECT d.state, count(*)::int AS n FROM delivery d JOIN message m ON m.id = d.message_id WHERE m.campaign_id = $1 GROUP BY d.state`,
    [campaignId],
  );
  return rows.reduce((counts, { state, n }) => ({ ...counts, [state]: n }), { ...zero });
}

/** The counts of some messages, by transid. A message without deliveries has zeros. */
export async function countsOf(sql: Sql, transids: readonly string[]): Promise<Map<string, Counts>> {
  const counts = new Map(transids.map((transid): [string, Counts] => [transid, { ...zero }]));
  if (transids.length === 0) return counts;
  const rows = await sql.query<{ transid: string; state: DeliveryState; n: number }>(
    `SELECT message_id AS transid, state, count(*)::int AS n FROM delivery WHERE message_id = ANY($1::uuid[]) GROUP BY message_id, state`,
    [transids],
  );
  for (const { transid, state, n } of rows) {
    const of = counts.get(transid);
    if (of) of[state] = n;
  }
  return counts;
}
