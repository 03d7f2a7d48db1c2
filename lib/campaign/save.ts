import { assertRole, type Member } from "@/lib/auth/member";
import type { CampaignDraft } from "@/lib/compose/campaign-draft";
import { newId, isId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import { campaignName, draftProblem } from "@/lib/inputs/campaign";
import { isSendable } from "@/lib/interface/text";

/**
 * `conflict`: somebody saved in between; nothing was written, and theirs comes back. `gone`: it was sent, scheduled or archived in between. `refused`: it
 * cannot be kept as it stands, however often it is tried; the message says why and what to do.
 */
export type SaveResult =
  | { kind: "saved"; id: string; revision: number }
  | { kind: "conflict"; revision: number; by: string; name: string; draft: string }
  | { kind: "gone"; state: string }
  | { kind: "refused"; message: string };

/** What was asked of a campaign cannot be done; the message says why. */
export class CampaignError extends Error {}

/**
 * Keeps a draft. The first save makes the campaign; later ones replace the version that they name and no other. Throws `ForbiddenError` below
 * marketer.
 */
export async function saveCampaign(member: Member, { id, revision, name, appid, draft }: CampaignDraft): Promise<SaveResult> {
  assertRole(member, "marketer");
  const problem = draftProblem({ name, draft });
  if (problem !== undefined) return { kind: "refused", message: problem };
  const title = campaignName(name);
  const sql = database();
  const [app] = isSendable(appid)
    ? await sql.query<{ id: string; serviceId: string }>(`SELECT id, service_id AS "serviceId" FROM app WHERE appid = $1`, [appid])
    : [];
  if (!app) return { kind: "refused", message: "A draft belongs to an app, and its own is not known. Choose one under Audience." };
  if (id === null) {
    const made = newId();
    await sql.query(
      `INSERT INTO campaign (id, service_id, app_id, name, draft, revision, created_by, updated_by, updated_at) VALUES ($1, $2, $3, $4, $5, 1, $6, $6, now())`,
      [made, app.serviceId, app.id, title, draft, member.id],
    );
    return { kind: "saved", id: made, revision: 1 };
  }
  if (!isId(id)) return { kind: "gone", state: "deleted" };
  const [saved] = await sql.query<{ revision: number }>(
    `UPDATE campaign SET service_id = $3, app_id = $4, name = $5, draft = $6, revision = revision + 1, updated_by = $7, updated_at = now()
     WHERE id = $1 AND revision = $2 AND state = 'draft' RETURNING revision`,
    [id, revision, app.serviceId, app.id, title, draft, member.id],
  );
  if (saved) return { kind: "saved", id, revision: saved.revision };
  const [now] = await sql.query<{ revision: number; state: string; by: string | null; name: string; draft: string }>(
    `SELECT c.revision, c.state, c.name, c.draft, m.name AS by FROM campaign c LEFT JOIN member m ON m.id = c.updated_by WHERE c.id = $1`,
    [id],
  );
  if (!now) return { kind: "gone", state: "deleted" };
  return now.state === "draft"
    ? { kind: "conflict", revision: now.revision, by: now.by ?? "Somebody", name: now.name, draft: now.draft }
    : { kind: "gone", state: now.state };
}
