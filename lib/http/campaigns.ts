import { pauseCampaign, resumeCampaign, stopCampaign } from "@/lib/campaign/steer";
import { answers } from "./answers";
import type { ServiceActor } from "./authenticate";
import { methods, resource, serviceKey, type Route } from "./resource";
import { idOrUnknown, ruledRefusal } from "./ruled";
import { rowReply } from "./serialize";

type SteeringResult = Awaited<ReturnType<typeof pauseCampaign>>;

/** The address that pauses, resumes or stops the campaign that it names (contract 9). */
function steering(
  action: "campaign.pause" | "campaign.resume" | "campaign.stop",
  steer: (as: { actor: ServiceActor }, input: { id: string }) => Promise<SteeringResult>,
  answer: (typeof answers)["pauseCampaign" | "resumeCampaign" | "stopCampaign"],
): Route {
  return methods({
    POST: resource({
      caller: serviceKey(action),
      run: ({ caller: { actor }, call: { named } }) =>
        steer({ actor }, { id: idOrUnknown(named["id"] ?? "", "This campaign") }),
      answer: rowReply(answer),
      missing: "This service has no such campaign.",
      refusal: ruledRefusal({ unknown: "campaign.unknown" }),
    }),
  });
}

/**
 * `POST /resources/v1/campaigns/{id}/pause`: pauses a campaign that is being sent; 409 where it is
 * not.
 */
export const pauseAddress = steering("campaign.pause", pauseCampaign, answers.pauseCampaign);

/**
 * `POST /resources/v1/campaigns/{id}/resume`: has a paused campaign go on with what is left; 409
 * where it is not paused.
 */
export const resumeAddress = steering("campaign.resume", resumeCampaign, answers.resumeCampaign);

/**
 * `POST /resources/v1/campaigns/{id}/stop`: stops a campaign that is being sent or paused, for
 * good; 409 where it is neither.
 */
export const stopAddress = steering("campaign.stop", stopCampaign, answers.stopCampaign);
