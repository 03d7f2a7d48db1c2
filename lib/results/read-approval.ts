import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import type { Sql } from "@/lib/database/sql";
import { idSchema } from "@/lib/inputs/row";
import type { Subject } from "@/lib/plan/subject";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** How it stands with what was asked for. `expired`: it was approved, and not sent in time. */
export type ApprovalState =
  | "waiting"
  | "approved"
  | "expired"
  | "declined"
  | "withdrawn"
  | "void"
  | "used";

/** A request for approval. Times are ISO 8601 UTC. */
export interface ApprovalRow {
  id: string;
  state: ApprovalState;
  /** All that makes the send that send, and its SHA-256. */
  subject: Subject;
  sha256: string;
  note: string;
  askedById: string;
  askedBy: string | null;
  askedAt: string;
  /** Who wrote last what is asked for. */
  editedById: string | null;
  decidedBy: string | null;
  decidedAt: string | null;
  /** Until when it can be sent. */
  expiresAt: string | null;
  /** Why it was declined, or is void. */
  reason: string | null;
  /** The name of the list that it goes to. */
  list: string | null;
}

/**
 * What was asked for a campaign last, and what was approved for it before that; null where there is
 * none.
 */
export interface CampaignApprovals {
  latest: ApprovalRow | null;
  before: ApprovalRow | null;
}

type Row = WithDates<Omit<ApprovalRow, "subject">, "askedAt" | "decidedAt" | "expiresAt"> & {
  subject: string;
};

const columns = `p.id, CASE WHEN p.state = 'approved' AND p.expires_at <= now() THEN 'expired' ELSE p.state END AS state, p.subject, p.sha256, p.note,
  p.asked_by AS "askedById", a.name AS "askedBy", p.asked_at AS "askedAt", p.edited_by AS "editedById", d.name AS "decidedBy", p.decided_at AS "decidedAt",
  p.expires_at AS "expiresAt", p.reason, (SELECT l.name FROM audience l WHERE l.id::text = p.subject::jsonb -> 'audience' ->> 'id' AND l.service_id = p.service_id) AS list`;
const from =
  "FROM approval p LEFT JOIN member a ON a.id = p.asked_by LEFT JOIN member d ON d.id = p.decided_by";

/** What was asked to be approved of a campaign. */
export const readApprovals = view({
  action: "service.view",
  input: idSchema,
  service: serviceOfCampaign,
  run: async ({ sql, serviceId }, { id }): Promise<CampaignApprovals> => {
    const [latest] = await sql.query<Row>(
      `SELECT ${columns} ${from} WHERE p.campaign_id = $1 AND p.service_id = $2 ORDER BY p.asked_at DESC, p.id DESC LIMIT 1`,
      [id, serviceId],
    );
    return {
      latest: latest ? approvalRow(latest) : null,
      before: latest ? await approvedBefore(sql, id, latest) : null,
    };
  },
});

async function approvedBefore(
  sql: Sql,
  campaignId: string,
  { id, askedAt }: Row,
): Promise<ApprovalRow | null> {
  const [row] = await sql.query<Row>(
    `SELECT ${columns} ${from} WHERE p.campaign_id = $1 AND p.id <> $2 AND p.asked_at <= $3 AND p.expires_at IS NOT NULL
     ORDER BY p.asked_at DESC, p.id DESC LIMIT 1`,
    [campaignId, id, askedAt],
  );
  return row ? approvalRow(row) : null;
}

function approvalRow(row: Row): ApprovalRow {
  return { ...isoTimes(row), subject: JSON.parse(row.subject) as Subject };
}
