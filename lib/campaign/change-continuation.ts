import { openStates } from "@/lib/database/campaign-state";
import { releaseJob } from "@/lib/dispatch/release-campaign";
import { continuationSchema } from "@/lib/inputs/continuation";
import { rejectInput } from "@/lib/verb/errors";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { enqueue } from "@/lib/work/jobs";
import { wake } from "@/lib/work/wake";
import { standing } from "./order/standing";

/**
 * Sets how the order of a campaign goes on after a pause that a provider caused: by itself, or when
 * a member resumes it; so do its further runs. Refuses a campaign that is not scheduled, being sent
 * or paused.
 */
export const changeContinuation = verb({
  action: "continuation.change",
  input: continuationSchema,
  service: serviceOfCampaign,
  run: async ({ tx, serviceId }, { id, continues }) => {
    const { name } = await standing(tx, id);
    const orders = await tx.query<{ isPaused: boolean }>(
      `UPDATE campaign_order SET continues = $2 WHERE campaign_id = $1 AND state IN ${openStates}
       RETURNING state = 'paused' AS "isPaused"`,
      [id, continues],
    );
    if (orders.length === 0)
      rejectInput("Only a campaign that is scheduled, being sent or paused can be set to go on.");
    // What was set aside shows whether the provider takes messages again.
    if (continues === "itself" && orders.some(({ isPaused }) => isPaused))
      await enqueue(tx, releaseJob, { serviceId, campaignId: id, isStopped: false });
    return { row: null, entity: id, changedId: id, event: { name, continues } };
  },
  after: () => wake("expand"),
});
