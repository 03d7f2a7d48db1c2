import { isSameContent } from "@/lib/compose/draft-text";
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
    const newCampaignId = await insertDraft(tx, { serviceId, by }, { appid, name: title, draft });
    return { row: { kind: "saved", id: newCampaignId, revision: 1 }, changedId: newCampaignId };
  }
  if (!isId(id)) return { row: { kind: "gone", state: "deleted" } };
  const before = await lockCampaign(tx, id, serviceId);
  const [saved] = await tx.query<{ revision: number }>(
    `UPDATE campaign SET app_id = (SELECT a.id FROM app a WHERE a.appid = $4), name = $5, draft = $6, revision = revision + 1, updated_by = $7, updated_at = now()
     WHERE id = $1 AND revision = $2 AND service_id = $3 AND order_id IS NULL AND archived_at IS NULL RETURNING revision`,
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

/** Stores a new draft, as revision 1, and returns its id. Its app has to be of the service. */
export async function insertDraft(
  tx: Sql,
  { serviceId, by }: { serviceId: string; by: string | null },
  { appid, name, draft }: Pick<CampaignDraft, "appid" | "name" | "draft">,
): Promise<string> {
  const id = newId();
  await tx.query(
    `INSERT INTO campaign (id, service_id, app_id, name, draft, revision, created_by, updated_by, updated_at)
     SELECT $1, a.service_id, a.id, $4, $5, 1, $6, $6, now() FROM app a WHERE a.appid = $2 AND a.service_id = $3`,
    [id, appid, serviceId, name, draft, by],
  );
  await keepTemplatesOfDraft(tx, id, draft);
  return id;
}

/**
 * Stores the name and the text with which a draft is ordered. The last saved text stays for "",
 * which is one that cannot be stored.
 */
export async function storeOrderedDraft(
  tx: Sql,
  id: string,
  { name, draft }: Pick<CampaignDraft, "name" | "draft">,
): Promise<void> {
  await tx.query(
    "UPDATE campaign SET name = $2, draft = coalesce(nullif($3, ''), draft) WHERE id = $1",
    [id, name, draft],
  );
  if (draft !== "") await keepTemplatesOfDraft(tx, id, draft);
}
