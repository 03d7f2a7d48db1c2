import type { Sql } from "@/lib/database/sql";

/** So long a parked update can be sent again in any case: as its URL may be mended. */
const parkedFor = "30 days";

/** Of an update `u`: it is not sent yet, or parked for a short time only. */
export const isOpenUpdate = `(u.next_at IS NOT NULL OR (u.state = 'parked' AND u.created_at > now() - interval '${parkedFor}'))`;

/**
 * Whether messages of a range of ids (`from` inclusive, `to` exclusive) have something to do: they
 * are not done, a delivery waits, or an update is to be sent, or was parked in the last 30 days.
 * All of it ends by itself: with the life of a message, and with the last retry of an update.
 */
export async function openWork(sql: Sql, from: string, to: string): Promise<boolean> {
  const [row] = await sql.query<{ open: boolean | null }>(
    `SELECT EXISTS (SELECT 1 FROM message WHERE state <> 'done' AND id >= $1 AND id < $2)
       OR EXISTS (SELECT 1 FROM delivery WHERE next_at IS NOT NULL AND message_id >= $1 AND message_id < $2)
       OR EXISTS (SELECT 1 FROM "update" u WHERE ${isOpenUpdate} AND u.message_id >= $1 AND u.message_id < $2)
       OR EXISTS (SELECT 1 FROM update_slice s CROSS JOIN unnest(s.message_ids) AS m(id) WHERE m.id >= $1 AND m.id < $2) AS open`,
    [from, to],
  );
  return row?.open ?? true;
}

/** Which of some messages have nothing to do, in the sense of {@link openWork}. */
export async function closedMessages(
  sql: Sql,
  transids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ id: string }>(
    `SELECT m.id FROM message m WHERE m.id = ANY($1::uuid[]) AND m.state = 'done'
       AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.message_id = m.id AND d.message_id = ANY($1::uuid[]) AND d.next_at IS NOT NULL)
       AND NOT EXISTS (SELECT 1 FROM "update" u WHERE u.message_id = m.id AND u.message_id = ANY($1::uuid[]) AND ${isOpenUpdate})
       AND NOT EXISTS (SELECT 1 FROM update_slice s WHERE m.id = ANY(s.message_ids))`,
    [transids],
  );
  return new Set(rows.map(({ id }) => id));
}
