import type { z } from "zod";
import { memberIdOf } from "@/lib/auth/member";
import { isSameContent } from "@/lib/compose/same-content";
import { isId, newId } from "@/lib/database/id";
import { repeatRolledBack } from "@/lib/database/repeat";
import { database, type Sql } from "@/lib/database/sql";
import { askApprovalSchema } from "@/lib/inputs/approval";
import type { campaignDraftSchema } from "@/lib/inputs/campaign";
import { idSchema } from "@/lib/inputs/id";
import type { Subject } from "@/lib/plan/subject";
import { needsApproval } from "@/lib/policy/approval";
import type { Actor } from "@/lib/policy/can";
import { now } from "@/lib/runtime/clock";
import { ConflictError, rejectInput } from "@/lib/verb/errors";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { verb, verbInSteps } from "@/lib/verb/verb";
import { changed } from "@/lib/work/wake";
import { endApproval, lockCampaign, lockRules, openApproval, voidBy } from "./approval/open";
import { sealed, subjectOf } from "./approval/subject";
import { refuseStale } from "./conflict";
import { assertDrawn } from "./drawn-version";
import { assertListConfirmed, assertListUnchanged, lockList } from "./list-unchanged";
import { planCampaign } from "./plan";
import { saveCampaign } from "./save";
import { assertSendable, momentOf } from "./schedule";
import { serviceOfRequest } from "./service-of";

/** The campaign that waits for approval; nothing of it is sent. */
export interface Asked {
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
  run: async (
    { actor, serviceId, audit },
    { request: pattern, campaign, reach, templateVersion, listRevision, at, note },
  ): Promise<{ row: Asked }> => {
    const by = memberIdOf(actor) ?? rejectInput("Only a member can ask for approval.");
    const moment = at ? momentOf(at.startsAt, at.timezone, "/at") : undefined;
    const order = { pattern, ...reach, followTemplate: at?.followTemplate ?? false };
    const plan = await planCampaign({ actor, serviceId }, order, moment?.getTime() ?? now());
    assertSendable(plan);
    await assertDrawn(order, plan, templateVersion);
    await assertListConfirmed(order, plan, listRevision);
    const subject = await subjectOf(
      order,
      plan,
      at && moment ? { startsAt: moment.toISOString(), timezone: at.timezone } : null,
    );
    const seal = sealed(subject);
    const campaignId = await repeatRolledBack(() =>
      database().transaction(async (tx) => {
        await lockList(tx, order);
        if (
          !needsApproval(await lockRules(tx, serviceId), {
            recipients: plan.recipients + plan.leftOut,
            scheduled: subject.at !== null,
          })
        )
          rejectInput("This message needs no approval. You can send it now.");
        const before =
          campaign.id === null || !isId(campaign.id)
            ? undefined
            : await lockCampaign(tx, campaign.id, serviceId);
        await assertListUnchanged(tx, order, plan);
        const id = await keep(tx, actor, serviceId, campaign);
        await endApproval(tx, id, "void", voidBy.askedAgain);
        const editedBy =
          before && isSameContent(before.draft, campaign.draft) ? before.updatedBy : by;
        await tx.query(
          `INSERT INTO approval (id, service_id, campaign_id, subject, sha256, note, asked_by, edited_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [newId(), serviceId, id, seal.subject, seal.sha256, note.trim(), by, editedBy],
        );
        await audit(tx, id, await toldOf(tx, id, subject, seal.sha256));
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
      event: await toldOf(tx, id, JSON.parse(open.subject) as Subject, open.sha256),
    };
  },
});

/** What the audit log keeps of what was asked for. */
export async function toldOf(
  tx: Sql,
  campaignId: string,
  { recipients, at }: Subject,
  sha256: string,
) {
  const [row] = await tx.query<{ name: string }>("SELECT name FROM campaign WHERE id = $1", [
    campaignId,
  ]);
  return { name: row?.name ?? "", recipients, startsAt: at?.startsAt ?? null, sha256 };
}

async function keep(
  tx: Sql,
  actor: Actor,
  serviceId: string,
  campaign: z.output<typeof campaignDraftSchema>,
): Promise<string> {
  try {
    const saveResult = await saveCampaign({ actor, tx }, { campaign });
    if (saveResult.kind === "saved") return saveResult.id;
  } catch (error) {
    // Its words are about saving.
    if (!(error instanceof ConflictError)) throw error;
  }
  return refuseStale(tx, campaign.id ?? "", serviceId, "ask");
}
