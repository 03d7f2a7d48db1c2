import { memberIdOf } from "@/lib/auth/member";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { campaignName, changeCampaignSchema, nameProblem } from "@/lib/inputs/campaign";
import { idSchema } from "@/lib/inputs/id";
import { refuse } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { endApproval } from "./approval/open";
import * as move from "./move";
import { keepTemplatesAgain } from "./templates";
import { serviceOfCampaign } from "@/lib/verb/service-of";

/** Why not all of it was sent, when it was stopped. */
export const stoppedProblem = "The campaign was stopped while sending";

const gone = "The campaign was changed or sent in the meantime. Load the page again.";

/** Why a campaign is neither archived nor restored, by its state. */
const unmoved: Readonly<Record<string, string>> = {
  scheduled: "The campaign is scheduled. Unschedule it first.",
  sending: "The campaign is being sent. Stop it first, or wait until it is done.",
  archived: "The campaign is already archived.",
};

interface Standing {
  name: string;
  state: string;
  requests: number;
  answered: number;
}

/** Renames a campaign, archives it or brings it back; refuses what its state does not allow. */
export const changeCampaign = verb("campaign.change", changeCampaignSchema, serviceOfCampaign, async ({ tx, actor }, { id, change }) => {
  const before = await standing(tx, id);
  const by = memberIdOf(actor);
  if (change.kind === "rename") {
    const wrong = nameProblem(change.name);
    if (wrong !== undefined) refuse(wrong, "/change/name");
    await tx.query("UPDATE campaign SET name = $3, revision = revision + 1, updated_by = $2, updated_at = now() WHERE id = $1", [
      id,
      by,
      campaignName(change.name),
    ]);
  } else if (!(await (change.kind === "archive" ? move.archive : move.restore)(tx, id, by))) refuse(unmoved[before.state] ?? gone);
  if (change.kind === "archive") await endApproval(tx, id, "void", "The draft was archived.");
  const after = await standing(tx, id);
  const event = { before: { name: before.name, state: before.state }, after: { name: after.name, state: after.state } };
  return { row: null, entity: id, event };
});

/** Takes a scheduled campaign back: it is a draft again. Refuses one that is not scheduled any more. */
export const unscheduleCampaign = verb("campaign.unschedule", idSchema, serviceOfCampaign, async ({ tx, actor }, { id }) => {
  const { name } = await standing(tx, id);
  if (!(await move.unschedule(tx, id, memberIdOf(actor)))) refuse(gone);
  await keepTemplatesAgain(tx, id);
  return { row: null, entity: id, event: { name } };
});

/** Makes no more requests for a campaign that is under way; those that were accepted go on. Refuses one that is not. */
export const stopCampaign = verb("campaign.stop", idSchema, serviceOfCampaign, async ({ tx, actor }, { id }) => {
  const { name, requests, answered } = await standing(tx, id);
  if (!(await move.stop(tx, id, memberIdOf(actor), stoppedProblem))) refuse(gone);
  return { row: null, entity: id, event: { name, requests, answered } };
});

/** A draft with the same content. Returns its id. */
export const duplicateCampaign = verb("campaign.save", idSchema, serviceOfCampaign, async ({ tx, actor }, { id }) => {
  const made = newId();
  await tx.query(
    `INSERT INTO campaign (id, service_id, app_id, audience_id, name, draft, revision, created_by, updated_by, updated_at)
     SELECT $2, service_id, app_id, audience_id, left(name, 190) || ' (copy)', draft, 1, $3, $3, now() FROM campaign WHERE id = $1`,
    [id, made, memberIdOf(actor)],
  );
  await keepTemplatesAgain(tx, made);
  return { row: made };
});

async function standing(tx: Sql, id: string): Promise<Standing> {
  const [row] = await tx.query<Standing>("SELECT name, state, requests, answered FROM campaign WHERE id = $1 FOR UPDATE", [id]);
  return row ?? refuse(gone);
}
