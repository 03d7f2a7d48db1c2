import { idSchema } from "@/lib/inputs/row";
import { text } from "@/lib/inputs/text";
import { nextRun } from "@/lib/plan/recurrence";
import { whyForSize } from "@/lib/policy/approval";
import { now } from "@/lib/runtime/clock";
import { rejectInput } from "@/lib/verb/errors";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { lockCampaign, lockRules } from "./approval/open";
import * as move from "./order/move";
import { lockNextRun } from "./order/runs";

/** `startsAt`: the run to skip, ISO 8601 UTC, so that two who skip it skip it once. */
const skipSchema = idSchema.extend({ startsAt: text(100).optional() });

const other = "This run was skipped or moved in the meantime. Load the page again.";
const onlyRun = "No run comes after this one. Unschedule the campaign instead.";
const noRun = "No further run of this campaign is scheduled. Load the page again.";

/**
 * Skips the next run of a campaign that recurs: it goes out with the one after that. Where there is
 * none, the recurrence ends; a campaign that never went out has to be unscheduled instead. Refuses
 * a campaign without a scheduled run, one that goes to so many by now that a second person has to
 * approve it, and another run than that of `startsAt`.
 */
export const skipRun = verb({
  action: "run.skip",
  input: skipSchema,
  service: serviceOfCampaign,
  run: async ({ tx, serviceId }, { id, startsAt: chosenAt }) => {
    const campaign = await lockCampaign(tx, id, serviceId);
    const run = await lockNextRun(tx, id);
    if (!campaign || !run) return rejectInput(noRun);
    const { startsAt, timezone, recurrence, recipients, approvalId } = run;
    if (chosenAt !== undefined && startsAt.getTime() !== Date.parse(chosenAt))
      return rejectInput(other);
    const why = whyForSize(await lockRules(tx, serviceId), recipients);
    if (approvalId === null && why !== undefined)
      return rejectInput(
        `It has ${recipients.toLocaleString("en")} recipients now, and ${why}. End the recurrence, then ask for approval.`,
      );
    const following = nextRun(recurrence, timezone, Math.max(startsAt.getTime(), now()));
    const next = following ? new Date(following.at).toISOString() : null;
    if (next !== null) await move.postponeRun(tx, run, next);
    else if (run.stands) return rejectInput(onlyRun);
    else await move.endRuns(tx, id);
    return {
      row: { next },
      changedId: id,
      entity: id,
      event: { name: campaign.name, skipped: startsAt.toISOString(), next },
    };
  },
});

/**
 * Ends the recurrence of a campaign: no further run goes out; one that is being sent goes on. A
 * campaign whose first run is still scheduled goes out once. Refuses one that does not recur.
 */
export const endRecurrence = verb({
  action: "recurrence.end",
  input: idSchema,
  service: serviceOfCampaign,
  run: async ({ tx, serviceId }, { id }) => {
    const campaign = await lockCampaign(tx, id, serviceId);
    if (!campaign || !(await move.endRuns(tx, id))) return rejectInput(noRun);
    return { row: null, changedId: id, entity: id, event: { name: campaign.name } };
  },
});
