import { database } from "@/lib/database/sql";
import { asWork } from "@/lib/runtime/work-class";

/** Rows of one transaction, each of fewer than `manyUsers`. */
const sliceRows = 500;

/**
 * Brings the activity of users together, a row for each kind of message of an hour, once the hour
 * has been over for some time. Each slice is one statement: a reader sees the users before or after
 * it, who are the same. Several processes may do so at once: each folds the rows that it has
 * locked.
 */
export function foldActivity(): Promise<void> {
  return asWork("bulk", async () => {
    while ((await foldSlice()) === sliceRows);
  });
}

/** @returns rows that were folded */
async function foldSlice(): Promise<number> {
  const [row] = await database().query<{ n: number }>(
    `WITH gone AS (
       DELETE FROM user_activity WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM user_activity WHERE few AND hour < now() - interval '2 hours' ORDER BY hour LIMIT $1 FOR UPDATE SKIP LOCKED)) RETURNING *
     ), folded AS (
       INSERT INTO user_activity (service_id, deed, hour, campaign_id, template_version_id, button, users)
       SELECT g.service_id, g.deed, g.hour, g.campaign_id, g.template_version_id, g.button, array_agg(DISTINCT x.id)
       FROM gone g CROSS JOIN LATERAL unnest(g.users) AS x(id) GROUP BY 1, 2, 3, 4, 5, 6
     )
     SELECT count(*)::int AS n FROM gone`,
    [sliceRows],
  );
  return row?.n ?? 0;
}
