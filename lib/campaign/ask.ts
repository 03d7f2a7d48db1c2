import { memberIdOf } from "@/lib/auth/member";
import { isSameContent } from "@/lib/compose/draft-text";
import { newId } from "@/lib/database/id";
import { repeatRolledBack } from "@/lib/database/repeat";
import { database, type Sql } from "@/lib/database/sql";
import { serviceOfAppid } from "@/lib/directory/app/service-of";
import { askApprovalSchema } from "@/lib/inputs/approval";
import type { CampaignDraft } from "@/lib/inputs/campaign";
import { idSchema } from "@/lib/inputs/row";
import type { Subject } from "@/lib/plan/subject";
import { needsApproval } from "@/lib/policy/approval";
import { ConflictError, rejectInput } from "@/lib/verb/errors";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { verb, verbInSteps } from "@/lib/verb/verb";
import { changed } from "@/lib/work/wake";
import { endApproval, lockCampaign, lockRules, openApproval, voidBy } from "./approval/open";
import { approvalEvent, sealed } from "./approval/subject";
import { refuseStale } from "./draft/conflict";
import { storeDraft, unknownApp } from "./draft/store";
import { assertMayExempt } from "./order/exempt";
import { assertListUnchanged, lockList } from "./order/list-unchanged";
import { plannedTime } from "./order/planned-time";
import { prepareOrder } from "./order/prepare";
import { serviceOfRequest } from "./order/service-of";

/** The campaign that waits for approval; nothing of it is sent. */
export interface ApprovalAnswer {
  campaignId: string;
}

/**
 * Requests the approval of a second member for a composed message, to be sent at once or at a
 * time. Checks the message by all rules, stores its draft, and binds the request to everything that
 * defines the send. Voids an earlier request for the same draft. Rejects a message that needs no
 * approval or cannot be sent. Throws `ConflictError` when another writer changed the draft, the
 * list or the template in between.
 */
export const askApproval = verbInSteps({
  action: "approval.ask",
  input: askApprovalSchema,
  service: serviceOfRequest,
  run: async ({ actor, serviceId, audit }, input): Promise<{ row: ApprovalAnswer }> => {
    const { request: pattern, campaign, reach, at, note } = input;
    const by = memberIdOf(actor) ?? rejectInput("Only a member can ask for approval.");
    if ((await serviceOfAppid(database(), campaign)) !== serviceId) throw unknownApp();
    const { id: campaignIdOfDraft, draft } = campaign;
    await assertMayExempt(
      database(),
      { actor, serviceId },
      { campaignId: campaignIdOfDraft, necessary: reach.necessary, draft },
    );
    const { order, plan, subject } = await prepareOrder(
      { actor, serviceId },
      { pattern, ...reach, followTemplate: at?.followTemplate ?? false },
      at ? plannedTime(at, "/at") : null,
      input,
    );
    const seal = sealed(subject);
    const campaignId = await repeatRolledBack(() =>
      database().transaction(async (tx) => {
        await lockList(tx, order);
        const before = await lockCampaign(tx, campaign.id, serviceId);
        const rules = await lockRules(tx, serviceId);
        const recipients = plan.recipients + plan.leftOut;
        if (!needsApproval(rules, { recipients, scheduled: subject.at !== null }))
          rejectInput("This message needs no approval. You can send it now.");
        await assertListUnchanged(tx, order, plan);
        const id = await store(tx, { serviceId, by }, campaign);
        await endApproval(tx, id, "void", voidBy.askedAgain);
        const editedBy =
          before && isSameContent(before.draft, campaign.draft) ? before.updatedBy : by;
        await tx.query(
          `INSERT INTO approval (id, service_id, campaign_id, subject, sha256, note, asked_by, edited_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [newId(), serviceId, id, seal.subject, seal.sha256, note.trim(), by, editedBy],
        );
        await audit(tx, id, await approvalEvent(tx, id, subject, seal.sha256));
        return id;
      }),
    );
    changed({ transid: campaignId, serviceId });
    return { row: { campaignId } };
  },
});

/**
 * Withdraws the request to approve a campaign, or the approval that it got. Refuses where there is
 * none.
 */
export const withdrawApproval = verb({
  action: "approval.withdraw",
  input: idSchema,
  service: serviceOfCampaign,
  run: async ({ tx, serviceId }, { id }) => {
    await lockCampaign(tx, id, serviceId);
    const open = await openApproval(tx, id);
    if (!open)
      return rejectInput(
        "There is no open request to withdraw. It was sent, declined or changed. Load the page again.",
      );
    await endApproval(tx, id, "withdrawn");
    return {
      row: { id },
      changedId: id,
      entity: id,
      event: await approvalEvent(tx, id, JSON.parse(open.subject) as Subject, open.sha256),
    };
  },
});

/** Stores the draft that is asked for, and returns its id. */
async function store(
  tx: Sql,
  scope: { serviceId: string; by: string },
  campaign: CampaignDraft,
): Promise<string> {
  try {
    const { row } = await storeDraft(tx, scope, campaign);
    if (row.kind === "saved") return row.id;
  } catch (error) {
    // Its words are about saving.
    if (!(error instanceof ConflictError)) throw error;
  }
  return refuseStale(tx, campaign.id ?? "", scope.serviceId, "ask");
}
