import type { Sql } from "@/lib/database/sql";
import { differenceOf, type Subject } from "@/lib/plan/subject";
import { needsApproval, whyApproval } from "@/lib/policy/approval";
import { endApproval, lockRules, openApproval, voidBy } from "./open";
import { sealed } from "./subject";

/**
 * What an order may go out with: an approval, or none where it needs none; or why it may not, which
 * the caller throws once the transaction is committed.
 */
export type ApprovalOutcome = { approvalId: string | null } | { refused: string };

interface OrderSubject {
  serviceId: string;
  /** Its row is locked; null where there is none yet. */
  campaignId: string | null;
  subject: Subject;
}

/**
 * Spends the approval of exactly this send, in the transaction that orders it. An approval of
 * anything else is void from here on, so that the transaction has to be committed where it answers
 * `refused`, and nothing ordered in it.
 */
export async function spendApproval(
  tx: Sql,
  { serviceId, campaignId, subject }: OrderSubject,
): Promise<ApprovalOutcome> {
  const rules = await lockRules(tx, serviceId);
  const open = campaignId === null ? undefined : await openApproval(tx, campaignId);
  // Those who are left out count, too.
  const send = {
    recipients: subject.audience?.recipients ?? subject.segment?.users ?? subject.recipients,
    scheduled: subject.at !== null,
  };
  const { sha256 } = sealed(subject);
  if (
    campaignId !== null &&
    open?.state === "approved" &&
    !open.expired &&
    open.sha256 === sha256
  ) {
    await endApproval(tx, campaignId, "used");
    return { approvalId: open.id };
  }
  if (!needsApproval(rules, send)) {
    if (campaignId !== null && open) await endApproval(tx, campaignId, "void", voidBy.ordered);
    return { approvalId: null };
  }
  if (!open || campaignId === null)
    return { refused: `Ask for approval first: ${whyApproval(rules, send)}.` };
  if (open.sha256 !== sha256) {
    const difference = differenceOf(JSON.parse(open.subject) as Subject, subject);
    await endApproval(tx, campaignId, "void", `${difference}.`);
    return {
      refused:
        open.state === "approved"
          ? `${difference} since the approval, so it is no longer valid. Ask for approval again.`
          : `${difference} since approval was requested, so the request is no longer valid. Ask for approval again.`,
    };
  }
  if (open.state === "waiting") return { refused: "This message is still waiting for approval." };
  await endApproval(tx, campaignId, "void", "The approval expired.");
  return { refused: "The approval has expired. Ask for approval again." };
}
