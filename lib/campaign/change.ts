import { assertRole, type Member } from "@/lib/auth/member";
import { isId, newId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import { campaignName, draftProblem, nameProblem } from "@/lib/inputs/campaign";
import type { CampaignDraft } from "@/lib/compose/campaign-draft";
import { CampaignError } from "./save";

/** Why not all of it was sent, when somebody stopped it. */
export const stoppedProblem = "It was stopped under way";

const gone = "The campaign was changed or sent in the meantime. Load the page again.";

/** What can be done to a campaign as a whole. */
export type CampaignChange =
  | { kind: "rename"; name: string }
  | { kind: "archive" }
  | { kind: "restore" }
  /** Takes a scheduled one back: it is a draft again. */
  | { kind: "unschedule" }
  /** Makes no more requests for one that is under way; those that were accepted go on. */
  | { kind: "stop" };

/**
 * Changes a campaign. Throws `ForbiddenError` below marketer, {@link CampaignError} when it is not in a state that allows it or cannot have the new name.
 */
export async function changeCampaign(member: Member, id: string, change: CampaignChange): Promise<void> {
  assertRole(member, "marketer");
  if (!isId(id)) throw new CampaignError("This campaign does not exist.");
  const wrong = change.kind === "rename" ? nameProblem(change.name) : undefined;
  if (wrong !== undefined) throw new CampaignError(wrong);
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
      return ["name = $3", "true", campaignName(change.name)];
    case "archive":
      return ["state = 'archived', starts_at = NULL", "state IN ('draft', 'sent', 'failed')"];
    case "restore":
      return ["state = CASE WHEN transid IS NULL THEN 'draft' ELSE 'sent' END", "state = 'archived'"];
    case "unschedule":
      return ["state = 'draft', starts_at = NULL, timezone = NULL, request = NULL", "state = 'scheduled'"];
    case "stop":
      return [
        `state = CASE WHEN answered > refused THEN 'sent' ELSE 'failed' END, starts_at = NULL, problem = '${stoppedProblem}'`,
        "state = 'sending'",
      ];
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

/**
 * Keeps what was sent by hand as a campaign: the draft that it was, as it was when it was sent, else one of its own, when there was none yet or somebody
 * else went on with it. The same message twice is one campaign. One that cannot be kept is left out, and no error: its message is on its way. Throws
 * `ForbiddenError` below marketer.
 */
export async function keepSent(member: Member, { id, revision, name, appid, draft }: CampaignDraft, transid: string): Promise<void> {
  assertRole(member, "marketer");
  if (draftProblem({ name, draft }) !== undefined) return;
  const title = campaignName(name);
  await database().transaction(async (tx) => {
    const updated =
      id !== null && isId(id)
        ? await tx.query(
            `UPDATE campaign SET state = 'sent', transid = $3, name = $4, draft = $5, starts_at = NULL, problem = NULL, revision = revision + 1, updated_by = $6, updated_at = now()
             WHERE id = $1 AND revision = $2 AND state = 'draft' RETURNING 1`,
            [id, revision, transid, title, draft, member.id],
          )
        : [];
    if (updated.length > 0) return;
    await tx.query(
      `INSERT INTO campaign (id, service_id, app_id, name, draft, revision, state, transid, created_by, updated_by, updated_at)
       SELECT $1, a.service_id, a.id, $3, $4, 1, 'sent', $5, $6, $6, now() FROM app a
       WHERE a.appid = $2 AND NOT EXISTS (SELECT 1 FROM campaign c WHERE c.transid = $5)`,
      [newId(), appid, title, draft, transid, member.id],
    );
  });
}
