import { database } from "@/lib/database/sql";
import { asWork } from "@/lib/runtime/work-class";
import { bitsOf, partOf } from "@/lib/segment/bitmap";

/** Rows of one transaction. */
const sliceRows = 500;

/**
 * Makes bitmaps of the activity of users, one for each kind of message of an hour and each part of
 * the users, once the hour has been over for some time. Each slice is one statement: a reader sees
 * the users before or after it, who are the same. Several processes may do so at once: each folds
 * the rows that it has locked.
 */
export function foldActivity(): Promise<void> {
  return asWork("bulk", async () => {
    while ((await foldSlice()) === sliceRows);
  });
}

const cell = `encode(substring(sha256(convert_to(jsonb_build_array(g.campaign_id, g.template_version_id, g.button)::text, 'UTF8')) FROM 1 FOR 16), 'hex')::uuid`;

/** @returns rows that were folded */
async function foldSlice(): Promise<number> {
  const [row] = await database().query<{ n: number }>(
    `WITH gone AS (
       DELETE FROM user_activity WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM user_activity WHERE hour < now() - interval '2 hours' ORDER BY hour LIMIT $1 FOR UPDATE SKIP LOCKED)) RETURNING *
     ), folded AS (
       INSERT INTO activity_bitmap (service_id, deed, hour, cell, part, campaign_id, template_version_id, button, bits)
       SELECT g.service_id, g.deed, g.hour, ${cell}, ${partOf("x.number")}, g.campaign_id, g.template_version_id, g.button, ${bitsOf("x.number")}
       FROM gone g CROSS JOIN LATERAL unnest(g.users) AS x(number) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5
       ON CONFLICT (service_id, deed, hour, cell, part) DO UPDATE SET bits = activity_bitmap.bits | excluded.bits
     )
     SELECT count(*)::int AS n FROM gone`,
    [sliceRows],
  );
  return row?.n ?? 0;
}
