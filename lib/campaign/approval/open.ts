import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import type { ApprovalRules } from "@/lib/policy/approval";

// What is asked for is locked behind its campaign, and its campaign first: who approves, edits,
// sends and withdraws at once does it one after the other.

/** A request for approval that nothing has ended. */
export interface OpenApproval {
  id: string;
  state: "waiting" | "approved";
  subject: string;
  sha256: string;
  /** It was approved, and too long ago. */
  expired: boolean;
}

/** What is asked for a campaign, locked; the campaign has to be. Undefined where nothing is. */
export async function openApproval(tx: Sql, campaignId: string): Promise<OpenApproval | undefined> {
  const [row] = await tx.query<OpenApproval>(
    `SELECT id, state, subject, sha256, coalesce(expires_at <= now(), false) AS expired FROM approval
     WHERE campaign_id = $1 AND state IN ('waiting', 'approved') FOR UPDATE`,
    [campaignId],
  );
  return row;
}

/**
 * Ends what is asked for a campaign, or was approved and not sent. Nothing happens where there is
 * none.
 */
export async function endApproval(
  tx: Sql,
  campaignId: string,
  state: "void" | "withdrawn" | "used",
  reason: string | null = null,
): Promise<void> {
  await tx.query(
    `UPDATE approval SET state = $2, reason = $3, ended_at = now() WHERE campaign_id = $1 AND state IN ('waiting', 'approved')`,
    [campaignId, state, reason],
  );
}

/**
 * Reasons for which a member voids a request: requesting approval again, changing or archiving the
 * draft, or ordering it without the approval.
 */
export const voidBy = {
  askedAgain: "Approval was requested again.",
  changed: "The draft was changed.",
  archived: "The draft was archived.",
  ordered: "The message was sent in a way that needs no approval.",
} as const;

/** When a send needs a second person, and for how many hours what was approved can be sent. */
export interface ServiceRules extends ApprovalRules {
  hours: number;
}

const rules =
  "SELECT approval_above AS above, approval_scheduled AS scheduled, approval_hours AS hours FROM service WHERE id = $1";

/** The rules of a service as they are now. */
export async function approvalRules(sql: Sql, serviceId: string): Promise<ServiceRules> {
  const [row] = await sql.query<ServiceRules>(rules, [serviceId]);
  return row ?? { above: null, scheduled: false, hours: 0 };
}

/** The rules of a service, which do not change until the transaction ends. */
export async function lockRules(tx: Sql, serviceId: string): Promise<ServiceRules> {
  const [row] = await tx.query<ServiceRules>(`${rules} FOR SHARE`, [serviceId]);
  return row ?? { above: null, scheduled: false, hours: 0 };
}

/**
 * Locks a campaign before what is asked for it. Undefined where there is none in this service, for
 * null and for a text that is no id.
 */
export async function lockCampaign(
  tx: Sql,
  id: string | null,
  serviceId: string,
): Promise<LockedCampaign | undefined> {
  if (id === null || !isId(id)) return undefined;
  const [row] = await tx.query<LockedCampaign>(
    `SELECT id, name, order_id IS NULL AND archived_at IS NULL AS "isDraft", revision, draft, updated_by AS "updatedBy" FROM campaign WHERE id = $1 AND service_id = $2 FOR UPDATE`,
    [id, serviceId],
  );
  return row;
}

/** A campaign, locked until the transaction ends. */
export interface LockedCampaign {
  id: string;
  name: string;
  /** No order of it stands, and it is not archived. */
  isDraft: boolean;
  revision: number;
  draft: string;
  updatedBy: string | null;
}
