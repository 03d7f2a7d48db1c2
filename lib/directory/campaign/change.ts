import { assertRole, type Member } from "@/lib/auth/member";
import { isId, newId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import { CampaignError } from "./save";

const gone = "The campaign was changed or sent in the meantime. Load the page again.";

/** What can be done to a campaign as a whole. */
export type CampaignChange =
  | { kind: "rename"; name: string }
  | { kind: "archive" }
  | { kind: "restore" }
  /** Takes a scheduled one back: it is a draft again. */
  | { kind: "unschedule" };

/** Changes a campaign. Throws `ForbiddenError` below marketer, {@link CampaignError} when it is not in a state that allows it. */
export async function changeCampaign(member: Member, id: string, change: CampaignChange): Promise<void> {
  assertRole(member, "marketer");
  if (!isId(id)) throw new CampaignError("This campaign does not exist.");
  const [set, when, ...values] = statementOf(change);
  const rows = await database().query(
    `UPDATE campaign SET ${set}, revision = revision + 1, updated_by = $2, updated_at = now() WHERE id = $1 AND ${when} RETURNING 1`,
    [id, member.id, ...values],
  );
  if (rows.length === 0) throw new CampaignError(gone);
}

function statementOf(change: CampaignChange): [string, string, ...unknown[]] {
  switch (change.kind) {
    case "rename":
      return ["name = $3", "true", change.name.trim().slice(0, 200) || "Untitled"];
    case "archive":
      return ["state = 'archived', starts_at = NULL", "state IN ('draft', 'sent', 'failed')"];
    case "restore":
      return ["state = CASE WHEN transid IS NULL THEN 'draft' ELSE 'sent' END", "state = 'archived'"];
    case "unschedule":
      return ["state = 'draft', starts_at = NULL, timezone = NULL, request = NULL", "state = 'scheduled'"];
  }
}

/** A draft with the same content. Returns its id. */
export async function duplicateCampaign(member: Member, id: string): Promise<string> {
  assertRole(member, "marketer");
  const made = newId();
  const rows = isId(id)
    ? await database().query(
        `INSERT INTO campaign (id, service_id, app_id, audience_id, name, draft, revision, created_by, updated_by, updated_at)
         SELECT $2, service_id, app_id, audience_id, left(name, 190) || ' (copy)', draft, 1, $3, $3, now() FROM campaign WHERE id = $1 RETURNING 1`,
        [id, made, member.id],
      )
    : [];
  if (rows.length === 0) throw new CampaignError("This campaign does not exist.");
  return made;
}

/** Notes which message a campaign became when it was sent by hand. A campaign that was sent already keeps its first. */
export async function campaignSent(member: Member, id: string, transid: string): Promise<void> {
  assertRole(member, "marketer");
  if (!isId(id) || !isId(transid)) return;
  await database().query(
    `UPDATE campaign SET state = 'sent', transid = $2, starts_at = NULL, problem = NULL, updated_by = $3, updated_at = now() WHERE id = $1 AND state = 'draft'`,
    [id, transid, member.id],
  );
}
