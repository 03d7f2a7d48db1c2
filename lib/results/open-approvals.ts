import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import { mostOpenApprovals } from "@/lib/inputs/approval";
import { serviceIdSchema } from "@/lib/inputs/service";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** A request for approval that is not settled. Times are ISO 8601 UTC. */
export interface OpenApproval {
  campaignId: string;
  name: string;
  /**
   * `waiting`: to be decided; the others: decided, and the campaign is still a draft. `expired`: it
   * was approved, and not sent in time.
   */
  state: "waiting" | "approved" | "expired" | "declined" | "void";
  /** Whether the member asked for it. */
  isRequester: boolean;
  /** Whether the member asked for it or wrote it last, so that another one has to decide. */
  own: boolean;
  askedBy: string | null;
  askedAt: string;
  decidedBy: string | null;
  decidedAt: string | null;
  /** Why it was declined, or is void. */
  reason: string | null;
}

/**
 * How long a member is shown what was decided on a request; what is approved, as long as it can be
 * sent.
 */
const decidedDays = 14;

/**
 * What waits for an approval in a service, the oldest request first, and what was decided on what
 * the member asked for or wrote, the latest decision first. Of each campaign that is a draft its
 * last request counts; what was sent since, or withdrawn, is in neither.
 */
export const openApprovals = view({
  action: "service.view",
  input: serviceIdSchema,
  service: serviceNamed,
  run: async ({
    sql,
    actor,
    serviceId,
  }): Promise<{ waiting: OpenApproval[]; decided: OpenApproval[] }> => {
    const memberId = actor.kind === "member" ? actor.id : null;
    const columns = `c.id AS "campaignId", c.name, CASE WHEN p.state = 'approved' AND p.expires_at <= now() THEN 'expired' ELSE p.state END AS state,
      p.asked_by IS NOT DISTINCT FROM $2::uuid AS "isRequester", (p.asked_by = $2::uuid OR p.edited_by = $2::uuid) IS TRUE AS own,
      a.name AS "askedBy", p.asked_at AS "askedAt", d.name AS "decidedBy", p.decided_at AS "decidedAt", p.reason`;
    const from = `FROM approval p JOIN campaign c ON c.id = p.campaign_id AND c.order_id IS NULL AND c.archived_at IS NULL LEFT JOIN member a ON a.id = p.asked_by LEFT JOIN member d ON d.id = p.decided_by`;
    type Row = WithDates<OpenApproval, "askedAt" | "decidedAt">;
    // Those of the member and those of others, each for itself: many of one kind hide none of the
    // other.
    const waiting = await sql.query<Row & { place: number }>(
      `SELECT * FROM (
         SELECT ${columns}, row_number() OVER (PARTITION BY (p.asked_by = $2::uuid OR p.edited_by = $2::uuid) IS TRUE ORDER BY p.asked_at, p.id)::int AS place
         ${from} WHERE p.service_id = $1 AND p.decided_at IS NULL AND p.state = 'waiting'
       ) w WHERE w.place <= ${mostOpenApprovals + 1} ORDER BY "askedAt", place`,
      [serviceId, memberId],
    );
    const decided = await sql.query<Row>(
      `SELECT ${columns} ${from} WHERE p.service_id = $1 AND (p.asked_by = $2 OR p.edited_by = $2) AND p.state IN ('approved', 'declined', 'void')
         AND ((p.state = 'approved' AND p.expires_at > now()) OR coalesce(p.decided_at, p.ended_at) > now() - interval '${decidedDays} days')
         AND NOT EXISTS (SELECT 1 FROM approval n WHERE n.campaign_id = p.campaign_id AND n.id <> p.id AND n.asked_at > p.asked_at)
       ORDER BY coalesce(p.decided_at, p.ended_at) DESC, p.id DESC LIMIT ${mostOpenApprovals + 1}`,
      [serviceId, memberId],
    );
    return {
      waiting: waiting.map(({ place: _place, ...row }) => isoTimes(row)),
      decided: decided.map(isoTimes),
    };
  },
});
