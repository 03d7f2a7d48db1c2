import { database } from "@/lib/database/sql";
import { exchangeDays } from "@/lib/describe/update-exchange";

/**
 * Clears the request and the response of so many attempts that are older than {@link exchangeDays},
 * oldest first; returns how many there were. The attempts stay.
 */
export async function forgetOldExchanges(most: number): Promise<number> {
  const cleared = await database().query<{ id: string }>(
    `UPDATE update_attempt a SET exchange = NULL FROM (
       SELECT update_id, id FROM update_attempt WHERE exchange IS NOT NULL AND at < now() - interval '${exchangeDays} days'
       ORDER BY at LIMIT $1 FOR UPDATE SKIP LOCKED) old
     WHERE a.update_id = old.update_id AND a.id = old.id RETURNING a.id`,
    [most],
  );
  return cleared.length;
}
