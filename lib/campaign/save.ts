import { memberIdOf } from "@/lib/auth/member";
import { isSameContent } from "@/lib/compose/same-content";
import { newId, isId } from "@/lib/database/id";
import { serviceOfAppid } from "@/lib/directory/app/service-of";
import { campaignName, draftProblem, saveDraftSchema } from "@/lib/inputs/campaign";
import { RefusedError, rejectInput } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { endApproval, lockCampaign, voidBy } from "./approval/open";
import { campaignConflict, standingOf } from "./conflict";
import { keepTemplatesOfDraft } from "./templates";

/** `gone`: it was sent, scheduled or archived in between; nothing was written. */
export type SaveResult =
  | { kind: "saved"; id: string; revision: number }
  | { kind: "gone"; state: string };

/**
 * Stores a draft. The first save creates the campaign, in the service of its app; later saves
 * replace only the version that they name, and stay in that service. A request for approval, or an
 * approval, of other content becomes void. Rejects a draft that can never be stored as it is.
 * Throws `ConflictError` with the name and the draft of the other version when another member saved
 * in between.
 */
export const saveCampaign = verb({
  action: "campaign.save",
  input: saveDraftSchema,
  service: {
    find: (sql, { campaign }) => serviceOfAppid(sql, campaign),
    missing: () =>
      new RefusedError({
        pointer: "/campaign/appid",
        message: "Choose an app under Audience to save this draft.",
      }),
  },
  run: async (
    { tx, actor, serviceId },
    { campaign: { id, revision, name, appid, draft } },
  ): Promise<{ row: SaveResult; changedId?: string }> => {
    const problem = draftProblem({ name, draft });
    if (problem !== undefined) rejectInput(problem, "/campaign");
    const [title, by] = [campaignName(name), memberIdOf(actor)];
    if (id === null) {
      const newCampaignId = newId();
      await tx.query(
        `INSERT INTO campaign (id, service_id, app_id, name, draft, revision, created_by, updated_by, updated_at)
         SELECT $1, a.service_id, a.id, $3, $4, 1, $5, $5, now() FROM app a WHERE a.appid = $2`,
        [newCampaignId, appid, title, draft, by],
      );
      await keepTemplatesOfDraft(tx, newCampaignId, draft);
      return { row: { kind: "saved", id: newCampaignId, revision: 1 }, changedId: newCampaignId };
    }
    if (!isId(id)) return { row: { kind: "gone", state: "deleted" } };
    const before = await lockCampaign(tx, id, serviceId);
    const [saved] = await tx.query<{ revision: number }>(
      `UPDATE campaign SET app_id = (SELECT a.id FROM app a WHERE a.appid = $4), name = $5, draft = $6, revision = revision + 1, updated_by = $7, updated_at = now()
       WHERE id = $1 AND revision = $2 AND service_id = $3 AND state = 'draft' RETURNING revision`,
      [id, revision, serviceId, appid, title, draft, by],
    );
    if (saved) {
      if (before?.draft !== draft) await keepTemplatesOfDraft(tx, id, draft);
      // What was approved is not what would go out any longer.
      if (before && !isSameContent(before.draft, draft))
        await endApproval(tx, id, "void", voidBy.changed);
      return { row: { kind: "saved", id, revision: saved.revision }, changedId: id };
    }
    const now = await standingOf(tx, id, serviceId);
    if (!now) return { row: { kind: "gone", state: "deleted" } };
    // The same once more: its first answer was lost on the way.
    if (now.state === "draft" && now.name === title && now.draft === draft)
      return { row: { kind: "saved", id, revision: now.revision } };
    if (now.state !== "draft") return { row: { kind: "gone", state: now.state } };
    throw campaignConflict(now);
  },
});
