import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { stagedSchema } from "@/lib/inputs/audience-edit";
import { idSchema } from "@/lib/inputs/row";
import { NotFoundError } from "@/lib/verb/errors";
import { view } from "@/lib/verb/view";
import { serviceOfAudience } from "./rows";

/** Staged recipients, compared with those of their list. */
export interface StagedCounts {
  /** They are not in the list. */
  fresh: number;
  /** They are in the list with the same values. */
  same: number;
  /** They are in the list with other values. */
  other: number;
  /** Recipients of the list that are not among them. */
  missing: number;
}

/** What staged recipients would change in their list. */
export interface StagedComparison extends StagedCounts {
  /** Of the list: one that was edited since is to be compared again. */
  revision: number;
}

/**
 * Counts what staged recipients of a list would change. Throws `NotFoundError` when either is not
 * there.
 */
export const compareStaged = view({
  action: "audience.extend",
  input: stagedSchema,
  service: serviceOfAudience,
  run: async ({ sql, serviceId }, { id, stagedId }): Promise<StagedComparison> => {
    // Read before it is counted: an edit in between asks for one comparison too many, never for one
    // too few.
    const revision = await assertStaged(sql, serviceId, { id, stagedId });
    return { ...(await countStaged(sql, { id, stagedId })), revision };
  },
});

/**
 * Returns the revision of the list. Refuses with `NotFoundError` what does not wait in the service
 * of its list.
 */
export async function assertStaged(
  sql: Sql,
  serviceId: string,
  { id, stagedId }: { id: string; stagedId: string },
): Promise<number> {
  const staged = isId(stagedId)
    ? await sql.query(
        "SELECT 1 FROM audience WHERE id = $1 AND service_id = $2 AND ready_at IS NULL",
        [stagedId, serviceId],
      )
    : [];
  if (staged.length === 0) throw new NotFoundError("What you brought");
  const [list] = await sql.query<{ revision: number }>(
    "SELECT revision FROM audience WHERE id = $1 AND service_id = $2 AND ready_at IS NOT NULL AND removed_at IS NULL",
    [id, serviceId],
  );
  if (!list) throw new NotFoundError("This list");
  return list.revision;
}

/** Counts how the staged recipients differ from a list. The caller has checked both ids. */
export async function countStaged(
  sql: Sql,
  { id, stagedId }: { id: string; stagedId: string },
): Promise<StagedCounts> {
  const [counts] = await sql.query<StagedCounts>(
    `SELECT count(*) FILTER (WHERE o.position IS NULL)::int AS fresh, count(*) FILTER (WHERE n.position IS NULL)::int AS missing,
       count(*) FILTER (WHERE o.parameters = n.parameters)::int AS same, count(*) FILTER (WHERE o.parameters <> n.parameters)::int AS other
     FROM (SELECT destination_type, hash, parameters, position FROM audience_recipient WHERE audience_id = $1) o
     FULL JOIN (SELECT destination_type, hash, parameters, position FROM audience_recipient WHERE audience_id = $2) n USING (destination_type, hash)`,
    [id, stagedId],
  );
  return counts ?? { fresh: 0, same: 0, other: 0, missing: 0 };
}

/** The campaigns that are scheduled to a list. */
export interface ListUse {
  scheduled: number;
  /** The names of the first three. */
  names: string[];
  /**
   * Of those, the ones that were approved: with other recipients they wait for another approval.
   */
  approved: number;
}

/** Returns which campaigns are scheduled to a list. */
export const readListUse = view({
  action: "service.view",
  input: idSchema,
  service: serviceOfAudience,
  run: async ({ sql, serviceId }, { id }): Promise<ListUse> => {
    const [row] = await sql.query<ListUse>(
      `SELECT count(*)::int AS scheduled, count(*) FILTER (WHERE o.approval_id IS NOT NULL)::int AS approved,
       coalesce((array_agg(c.name ORDER BY o.due_at))[1:3], '{}') AS names
     FROM campaign_order o JOIN campaign c ON c.id = o.campaign_id WHERE o.audience_id = $1 AND o.service_id = $2 AND o.state = 'scheduled'`,
      [id, serviceId],
    );
    return row ?? { scheduled: 0, names: [], approved: 0 };
  },
});
