import { isSameContent } from "@/lib/compose/same-content";
import { isId, newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { campaignName, draftProblem, type CampaignDraft } from "@/lib/inputs/campaign";
import { rejectInput, RefusedError } from "@/lib/verb/errors";
import { endApproval, lockCampaign, voidBy } from "../approval/open";
import { campaignConflict, standingOf } from "./conflict";
import { keepTemplatesOfDraft } from "./templates";

/** Makes the refusal of a draft whose app does not exist, or is of another service. */
export const unknownApp = () =>
  new RefusedError({
    pointer: "/campaign/appid",
    message: "Choose an app under Audience to save this draft.",
  });

/** `gone`: it was sent, scheduled or archived in between; nothing was written. */
type StoredDraft =
  | { kind: "saved"; id: string; revision: number }
  | { kind: "gone"; state: string };

/**
 * Stores a draft in the service of its app: the step that `saveCampaign` and `askApproval` share.
 * Its problems and conflicts are those of `saveCampaign`.
 */
export async function storeDraft(
  tx: Sql,
  { serviceId, by }: { serviceId: string; by: string | null },
  { id, revision, name, appid, draft }: CampaignDraft,
): Promise<{ row: StoredDraft; changedId?: string }> {
  const problem = draftProblem({ name, draft });
  if (problem !== undefined) rejectInput(problem, "/campaign");
  const title = campaignName(name);
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
}
