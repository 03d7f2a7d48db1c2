import { idSchema } from "@/lib/inputs/row";
import { whyForSize } from "@/lib/policy/approval";
import { rejectInput } from "@/lib/verb/errors";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { wake } from "@/lib/work/wake";
import { lockRules } from "./approval/open";
import * as move from "./order/move";

const notOverdue =
  "The campaign does not wait for an answer: it was sent, stopped or unscheduled. Load the page again.";

/**
 * Sends a campaign that missed its latest start, as it was confirmed. Refuses one that does not
 * wait for that, and one whose list grew meanwhile beyond what goes out without an approval.
 */
export const startCampaign = verb({
  action: "campaign.start",
  input: idSchema,
  service: serviceOfCampaign,
  run: async ({ tx, serviceId }, { id }) => {
    const started = await move.startOverdue(tx, id);
    if (!started) return rejectInput(notOverdue);
    const { name, startsAt, recipients, approvalId } = started;
    const why = whyForSize(await lockRules(tx, serviceId), recipients);
    if (approvalId === null && why !== undefined)
      rejectInput(
        `It has ${recipients.toLocaleString("en")} recipients now, and ${why}. Choose another time, then ask for approval.`,
      );
    return { row: null, changedId: id, entity: id, event: { name, startsAt } };
  },
  after: () => wake("campaigns"),
});
