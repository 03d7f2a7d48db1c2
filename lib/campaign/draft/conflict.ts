import { campaignState, currentOrder } from "@/lib/database/campaign-state";
import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { writerName, type AnswerProblem } from "@/lib/inputs/answer";
import { ConflictError, NotFoundError } from "@/lib/verb/errors";

interface DraftRow {
  revision: number;
  state: string;
  name: string;
  draft: string;
  /** The member who ordered it, or who changed it last where it is not ordered. */
  by: string;
  at: Date;
}

/**
 * Reads how a campaign stands, and who is the reason. Undefined where the service has no such
 * campaign.
 */
export async function standingOf(
  sql: Sql,
  id: string,
  serviceId: string,
): Promise<DraftRow | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await sql.query<Omit<DraftRow, "by"> & { by: string | null }>(
    `SELECT c.revision, ${campaignState} AS state, c.name, c.draft, m.name AS by, c.updated_at AS at
     FROM campaign c LEFT JOIN ${currentOrder} LEFT JOIN member m ON m.id = CASE WHEN o.id IS NULL OR c.archived_at IS NOT NULL THEN c.updated_by ELSE o.ordered_by END
     WHERE c.id = $1 AND c.service_id = $2`,
    [id, serviceId],
  );
  return row && { ...row, by: writerName(row.by, true) };
}

/**
 * Makes the conflict of a member who did not know how a campaign stands. `theirs` are its name, its
 * draft and its state.
 *
 * @param problem see {@link ConflictError}
 */
export function campaignConflict(
  { revision, state, name, draft, by, at }: DraftRow,
  problem?: AnswerProblem,
): ConflictError {
  return new ConflictError(
    { revision, by, at: at.toISOString(), theirs: { name, draft, state } },
    problem,
  );
}

const undone = {
  send: { nothing: "nothing was sent", next: "send" },
  schedule: { nothing: "nothing was scheduled", next: "schedule it" },
  ask: { nothing: "no approval was requested", next: "ask again" },
} as const;

/**
 * Throws `ConflictError` for a member who orders an older version of a draft, and `NotFoundError`
 * where there is no such campaign.
 */
export async function refuseStale(
  sql: Sql,
  id: string,
  serviceId: string,
  order: keyof typeof undone,
): Promise<never> {
  const now = await standingOf(sql, id, serviceId);
  throw now ? staleDraft(now, order) : new NotFoundError("This campaign");
}

/**
 * Makes the conflict of a member who orders an older version of a draft.
 *
 * @param order what was not done, to say so
 */
export function staleDraft(now: DraftRow, order: keyof typeof undone): ConflictError {
  const { nothing, next } = undone[order];
  const { by, state } = now;
  return campaignConflict(now, { pointer: "/campaign/revision", message: `${by} ${did()}` });

  function did(): string {
    if (state === "draft")
      return `saved another version of this draft, so ${nothing}. Review the changes, then ${next}.`;
    // It may have been sent before.
    if (state === "archived") return `archived this campaign in the meantime, so ${nothing} now.`;
    const ordered = state === "scheduled" ? "scheduled" : "sent";
    const again = nothing.endsWith(ordered) ? " a second time" : "";
    return `${ordered} this draft already, so ${nothing}${again}.`;
  }
}
