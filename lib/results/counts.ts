import type { Sql } from "@/lib/database/sql";
import type { DeliveryState } from "@/lib/interface/update";
import { rollups } from "./rollups";

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
  capped: 0,
};

/**
 * The deliveries of all messages of each of some campaigns, by the campaign's id. One without
 * deliveries has zeros.
 */
export async function countsOfCampaigns(
  sql: Sql,
  campaignIds: readonly string[],
): Promise<Map<string, Counts>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await sql.query<{ campaignId: string | null; state: DeliveryState; n: number }>(
    `SELECT campaign_id AS "campaignId", state, sum(n)::int AS n FROM ${rollups}
     WHERE campaign_id = ANY($1::uuid[]) AND measure = 'state' GROUP BY 1, 2`,
    [campaignIds],
  );
  const counts = new Map(campaignIds.map((id): [string, Counts] => [id, { ...zero }]));
  for (const { campaignId, state, n } of rows) {
    const countsOfCampaign = counts.get(campaignId ?? "");
    if (countsOfCampaign) countsOfCampaign[state] = n;
  }
  return counts;
}

/** The counts of some messages, by transid. A message without deliveries has zeros. */
export async function countsOf(
  sql: Sql,
  transids: readonly string[],
): Promise<Map<string, Counts>> {
  if (transids.length === 0) return new Map();
  const rows = await sql.query<{ transid: string } & Counts>(
    `SELECT message_id AS transid, sum(queued)::int AS queued, sum(submitted)::int AS submitted, sum(delivered)::int AS delivered,
       sum(read)::int AS read, sum(failed)::int AS failed, sum(expired)::int AS expired, sum(capped)::int AS capped
     FROM message_rollup WHERE message_id = ANY($1::uuid[]) GROUP BY message_id`,
    [transids],
  );
  const counts = new Map(transids.map((id): [string, Counts] => [id, { ...zero }]));
  for (const { transid, ...countsOfMessage } of rows) counts.set(transid, countsOfMessage);
  return counts;
}
