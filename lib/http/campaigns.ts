import { pauseCampaign, resumeCampaign, stopCampaign } from "@/lib/campaign/steer";
import { answers } from "./answers";
import { methods, resource, serviceKey, type PathParams } from "./resource";
import { ruledRefusal } from "./ruled";
import { rowReply } from "./serialize";

const missing = "This service has no such campaign.";
const refusal = ruledRefusal({ unknown: "campaign.unknown" });

/** The campaign that an address names. */
function campaignOf({ id = "" }: PathParams): { id: string } {
  return { id };
}

/**
 * `POST /resources/v1/campaigns/{id}/pause`: pauses a campaign that is being sent (contract 9); 409
 * where it is not.
 */
export const pauseAddress = methods({
  POST: resource({
    caller: serviceKey("campaign.pause"),
    run: ({ caller: { actor }, call: { named } }) => pauseCampaign({ actor }, campaignOf(named)),
    answer: rowReply(answers.pauseCampaign),
    missing,
    refusal,
  }),
});

/**
 * `POST /resources/v1/campaigns/{id}/resume`: has a paused campaign go on with what is left
 * (contract 9); 409 where it is not paused.
 */
export const resumeAddress = methods({
  POST: resource({
    caller: serviceKey("campaign.resume"),
    run: ({ caller: { actor }, call: { named } }) => resumeCampaign({ actor }, campaignOf(named)),
    answer: rowReply(answers.resumeCampaign),
    missing,
    refusal,
  }),
});

/**
 * `POST /resources/v1/campaigns/{id}/stop`: stops a campaign that is being sent or paused, for good
 * (contract 9); 409 where it is neither.
 */
export const stopAddress = methods({
  POST: resource({
    caller: serviceKey("campaign.stop"),
    run: ({ caller: { actor }, call: { named } }) => stopCampaign({ actor }, campaignOf(named)),
    answer: rowReply(answers.stopCampaign),
    missing,
    refusal,
  }),
});
