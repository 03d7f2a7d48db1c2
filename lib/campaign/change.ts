import { memberIdOf } from "@/lib/auth/member";
import { isNecessaryDraft, unmarkedDraft } from "@/lib/compose/reach";
import { openStates } from "@/lib/database/campaign-state";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { campaignName, changeCampaignSchema, nameProblem } from "@/lib/inputs/campaign";
import { idSchema } from "@/lib/inputs/row";
import { lastWriter } from "@/lib/verb/assert-current";
import { ConflictError, rejectInput } from "@/lib/verb/errors";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { endApproval, voidBy } from "./approval/open";
import { standingOf } from "./draft/conflict";
import { keepTemplatesOfDraft } from "./draft/templates";
import * as move from "./order/move";
import { standing } from "./order/standing";

const gone = "The campaign was changed or sent in the meantime. Load the page again.";

/** Why a campaign is not archived, by its state. */
const unmoved: Readonly<Record<string, string>> = {
  scheduled: "The campaign is scheduled. Unschedule it first.",
  sending: "The campaign is being sent. Stop it first, or wait until it is done.",
  paused: "The campaign is paused. Stop it first, or resume it and wait until it is done.",
  archived: "The campaign is already archived.",
};

const recurs = "Another run of the campaign is scheduled. End its recurrence first.";

/**
 * Renames a campaign, archives it or restores it; refuses what its state does not allow. Throws
 * `ConflictError` for one that another member restored before.
 */
export const changeCampaign = verb({
  action: "campaign.change",
  input: changeCampaignSchema,
  service: serviceOfCampaign,
  run: async ({ tx, actor, serviceId }, { id, change }) => {
    const before = await standing(tx, id);
    const by = memberIdOf(actor);
    if (change.kind === "rename") {
      const wrong = nameProblem(change.name);
      if (wrong !== undefined) rejectInput(wrong, "/change/name");
      await tx.query(
        "UPDATE campaign SET name = $3, revision = revision + 1, updated_by = $2, updated_at = now() WHERE id = $1",
        [id, by, campaignName(change.name)],
      );
    } else if (change.kind === "archive") {
      if (!(await archive(tx, id, by))) rejectInput(unmoved[before.state] ?? recurs);
    } else if (!(await restore(tx, id, by)))
      await refuseDone(tx, {
        id,
        serviceId,
        action: "campaign.change",
        deed: "changed this campaign in the meantime",
      });
    if (change.kind === "archive") await endApproval(tx, id, "void", voidBy.archived);
    const after = await standing(tx, id);
    const event = {
      before: { name: before.name, state: before.state },
      after: { name: after.name, state: after.state },
    };
    return { row: null, entity: id, event };
  },
});

/**
 * Unschedules a campaign: it is a draft again. Throws `ConflictError` where another member did so
 * before, and refuses one that is being sent, or was.
 */
export const unscheduleCampaign = verb({
  action: "campaign.unschedule",
  input: idSchema,
  service: serviceOfCampaign,
  run: async ({ tx, actor, serviceId }, { id }) => {
    const { name, state } = await standing(tx, id);
    if (!(await move.unschedule(tx, id, memberIdOf(actor)))) {
      // A worker that began to send it is no other writer, and what is archived may have been sent
      // before.
      if (state !== "draft") rejectInput(gone);
      await refuseDone(tx, {
        id,
        serviceId,
        action: "campaign.unschedule",
        deed: "unscheduled this campaign already",
      });
    }
    return { row: null, entity: id, event: { name } };
  },
});

/** A draft with the same content, which is not marked as necessary. Returns its id. */
export const duplicateCampaign = verb({
  action: "campaign.duplicate",
  input: idSchema,
  service: serviceOfCampaign,
  run: async ({ tx, actor }, { id }) => {
    const copyId = newId();
    const [copy] = await tx.query<{ name: string; draft: string }>(
      `INSERT INTO campaign (id, service_id, app_id, name, draft, revision, created_by, updated_by, updated_at)
     SELECT $2, service_id, app_id, left(name, 190) || ' (copy)', draft, 1, $3, $3, now() FROM campaign WHERE id = $1 RETURNING name, draft`,
      [id, copyId, memberIdOf(actor)],
    );
    await keepTemplatesOfDraft(tx, copyId, copy?.draft ?? "");
    if (copy && isNecessaryDraft(copy.draft))
      await tx.query("UPDATE campaign SET draft = $2 WHERE id = $1", [
        copyId,
        unmarkedDraft(copy.draft),
      ]);
    return { row: copyId, entity: copyId, event: { name: copy?.name ?? "", of: id } };
  },
});

/**
 * Throws `ConflictError` for what another member did before: by the last event of an action, with
 * words for it.
 */
async function refuseDone(
  tx: Sql,
  {
    id,
    serviceId,
    action,
    deed,
  }: {
    id: string;
    serviceId: string;
    action: "campaign.change" | "campaign.unschedule";
    deed: string;
  },
): Promise<never> {
  const now = await standingOf(tx, id, serviceId);
  if (!now) return rejectInput(gone);
  const { by, at } = await lastWriter(tx, { actions: [action], serviceId, entity: id });
  const { revision, name, draft, state } = now;
  const message = `${by} ${deed}. Load the page again.`;
  throw new ConflictError(
    { revision, by, at, theirs: { name, draft, state } },
    { pointer: "", message },
  );
}

/** Archives a draft, or a campaign of which no order is scheduled or being sent. */
async function archive(tx: Sql, id: string, by: string | null): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE campaign c SET archived_at = now(), revision = revision + 1, updated_by = $2, updated_at = now()
     WHERE id = $1 AND archived_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM campaign_order o WHERE o.campaign_id = c.id AND o.state IN ${openStates}) RETURNING 1`,
    [id, by],
  );
  return rows.length > 0;
}

async function restore(tx: Sql, id: string, by: string | null): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE campaign SET archived_at = NULL, revision = revision + 1, updated_by = $2, updated_at = now()
     WHERE id = $1 AND archived_at IS NOT NULL RETURNING 1`,
    [id, by],
  );
  return rows.length > 0;
}
