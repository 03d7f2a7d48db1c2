import { memberIdOf } from "@/lib/auth/member";
import { repeatRolledBack } from "@/lib/database/repeat";
import { database } from "@/lib/database/sql";
import { decideApprovalSchema } from "@/lib/inputs/approval";
import { differenceOf, type Subject } from "@/lib/plan/subject";
import type { Actor } from "@/lib/policy/can";
import { NotFoundError, rejectInput, RefusedError } from "@/lib/verb/errors";
import { byId, type InService } from "@/lib/verb/service-of";
import { verbInSteps } from "@/lib/verb/verb";
import { changed } from "@/lib/work/wake";
import { endedConflict } from "./approval/ended";
import { lockRules, endApproval, lockCampaign, openApproval } from "./approval/open";
import { approvalEvent, orderIn, sealed } from "./approval/subject";
import { plannedTime } from "./order/planned-time";
import { prepareOrder } from "./order/prepare";
import { SegmentRemovedError } from "./order/segment";
import { ListRemovedError } from "./order/sendable";

const gone =
  "This request was changed, withdrawn or decided in the meantime. Load the page again to see its status.";

/** The service of a campaign that is to be approved; undefined when there is no such request. */
const serviceOfApproval = byId((sql, id) =>
  sql.query<InService>(`SELECT service_id AS "serviceId" FROM approval WHERE id = $1`, [id]),
);

/**
 * Approves or declines a request of another member. Members cannot decide on what they requested or
 * edited last. The content is read again: where it differs in anything from what was asked for, the
 * request is void and nothing is approved. `sha256` names what was looked at. Throws
 * `ConflictError` where another member ended the request before.
 */
export const decideApproval = verbInSteps({
  action: "approval.decide",
  input: decideApprovalSchema,
  service: serviceOfApproval,
  run: async ({ actor, serviceId, audit }, { id, sha256, approve, reason }) => {
    const by = memberIdOf(actor) ?? rejectInput("Only a member can approve.");
    const [approval] = await database().query<{
      campaignId: string;
      askedBy: string;
      editedBy: string | null;
      subject: string;
    }>(
      `SELECT campaign_id AS "campaignId", asked_by AS "askedBy", edited_by AS "editedBy", subject FROM approval WHERE id = $1`,
      [id],
    );
    if (!approval) throw new NotFoundError();
    const { campaignId } = approval;
    if (approval.askedBy === by)
      rejectInput("You asked for this approval, so another member has to decide.");
    if (approval.editedBy === by)
      rejectInput("You wrote this message, so another member has to decide.");
    const subject = JSON.parse(approval.subject) as Subject;
    const difference = approve ? await differenceNow(actor, serviceId, subject) : undefined;
    await repeatRolledBack(() =>
      database().transaction(async (tx) => {
        const campaign = await lockCampaign(tx, campaignId, serviceId);
        const open = await openApproval(tx, campaignId);
        if (
          open?.id !== id ||
          open.state !== "waiting" ||
          open.sha256 !== sha256 ||
          !campaign?.isDraft
        )
          throw (
            (await endedConflict(tx, { id, campaignId, serviceId })) ??
            new RefusedError({ pointer: "", message: gone })
          );
        if (difference !== undefined) return endApproval(tx, campaignId, "void", `${difference}.`);
        const { hours } = await lockRules(tx, serviceId);
        await tx.query(
          `UPDATE approval SET state = $2, decided_by = $3, decided_at = now(), reason = $4, ended_at = CASE WHEN $5 THEN NULL ELSE now() END,
           expires_at = CASE WHEN $5 THEN now() + make_interval(hours => $6::int) END WHERE id = $1`,
          [id, approve ? "approved" : "declined", by, reason.trim() || null, approve, hours],
        );
        return audit(tx, campaignId, {
          ...(await approvalEvent(tx, campaignId, subject, sha256)),
          approved: approve,
        });
      }),
    );
    changed({ transid: campaignId, serviceId });
    if (difference !== undefined)
      rejectInput(
        `${difference} since approval was requested, so nothing was approved. Approval must be requested again.`,
      );
    return { row: { campaignId } };
  },
});

/** What of a send changed since it was asked for; undefined where nothing did. */
async function differenceNow(
  actor: Actor,
  serviceId: string,
  subject: Subject,
): Promise<string | undefined> {
  const { followTemplate } = subject;
  const at = subject.at && plannedTime({ ...subject.at, followTemplate });
  try {
    const { subject: fresh } = await prepareOrder({ actor, serviceId }, orderIn(subject), at);
    return sealed(fresh).sha256 === sealed(subject).sha256
      ? undefined
      : differenceOf(subject, fresh);
  } catch (error) {
    if (error instanceof ListRemovedError) return "Its list was removed";
    if (error instanceof SegmentRemovedError) return "Its segment was removed";
    throw error;
  }
}
