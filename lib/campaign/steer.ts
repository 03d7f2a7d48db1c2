import { memberIdOf } from "@/lib/auth/member";
import type { Sql } from "@/lib/database/sql";
import { releaseJob } from "@/lib/dispatch/release-campaign";
import { idSchema } from "@/lib/inputs/row";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { enqueue } from "@/lib/work/jobs";
import { wake } from "@/lib/work/wake";
import * as move from "./order/move";
import { CampaignStateError, standing, type Steering } from "./order/standing";

/** Why not all of it was sent, when it was stopped. */
export const stoppedProblem = "The campaign was stopped while sending";

/** How a campaign stands after it was steered. */
interface SteeredCampaign {
  state: "paused" | "sending" | "stopped";
}

const states = { pause: "paused", resume: "sending", stop: "stopped" } as const;

/** Locks a campaign and moves its order. Throws `CampaignStateError` where its state forbids it. */
async function steer(
  tx: Sql,
  id: string,
  steering: Steering,
  moved: () => Promise<boolean>,
): Promise<{
  row: SteeredCampaign;
  entity: string;
  changedId: string;
  event: { name: string; requests: number; answered: number };
}> {
  const { name, state, requests, answered } = await standing(tx, id);
  if (!(await moved())) throw new CampaignStateError(steering, state);
  return {
    row: { state: states[steering] },
    entity: id,
    changedId: id,
    event: { name, requests, answered },
  };
}

/**
 * Pauses a campaign that is being sent: no more of its requests are accepted, and what was accepted
 * and not handed to a provider waits, too; its expiry counts meanwhile. Throws `CampaignStateError`
 * for one that is not being sent.
 */
export const pauseCampaign = verb({
  action: "campaign.pause",
  input: idSchema,
  service: serviceOfCampaign,
  run: async ({ tx, actor }, { id }) =>
    steer(tx, id, "pause", () => move.pause(tx, id, memberIdOf(actor))),
});

/**
 * Has a paused campaign go on with exactly what is left. Throws `CampaignStateError` for one that
 * is not paused.
 */
export const resumeCampaign = verb({
  action: "campaign.resume",
  input: idSchema,
  service: serviceOfCampaign,
  run: async ({ tx, actor, serviceId }, { id }) =>
    steer(tx, id, "resume", async () => {
      if (!(await move.resume(tx, id, memberIdOf(actor)))) return false;
      await enqueue(tx, releaseJob, { serviceId, campaignId: id, isStopped: false });
      return true;
    }),
  after: wakeWorkers,
});

/**
 * Stops a campaign that is being sent or paused, for good: no more of its requests are accepted,
 * and what was accepted and not handed to a provider is left out, with that as the reason. One that
 * recurs goes out no more. Throws `CampaignStateError` for one that is neither.
 */
export const stopCampaign = verb({
  action: "campaign.stop",
  input: idSchema,
  service: serviceOfCampaign,
  run: async ({ tx, actor, serviceId }, { id }) =>
    steer(tx, id, "stop", async () => {
      await move.endRuns(tx, id);
      if (!(await move.stop(tx, id, memberIdOf(actor), stoppedProblem))) return false;
      await enqueue(tx, releaseJob, { serviceId, campaignId: id, isStopped: true });
      return true;
    }),
  after: wakeWorkers,
});

function wakeWorkers(): void {
  wake("campaigns");
  wake("expand");
}
