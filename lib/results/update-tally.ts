import type { Sql } from "@/lib/database/sql";

/**
 * How many of a message's delivery updates are still to be sent, were accepted, and were parked
 * until a member replays them.
 */
export interface UpdateTally {
  pending: number;
  sent: number;
  parked: number;
}

/** Counts a message's delivery updates by state. */
export async function updateTally(sql: Sql, transid: string): Promise<UpdateTally> {
  const rows = await sql.query<UpdateTally>(
    `SELECT count(*) FILTER (WHERE state = 'pending')::int AS pending, count(*) FILTER (WHERE state = 'sent')::int AS sent,
       count(*) FILTER (WHERE state = 'parked')::int AS parked
     FROM "update" WHERE message_id = $1`,
    [transid],
  );
  return rows[0] ?? { pending: 0, sent: 0, parked: 0 };
}
