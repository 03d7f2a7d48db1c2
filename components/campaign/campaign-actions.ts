import type { changeCampaign, duplicateCampaign, unscheduleCampaign } from "@/lib/campaign/change";
import type { changeContinuation } from "@/lib/campaign/change-continuation";
import type { undoSend } from "@/lib/campaign/send";
import type { startCampaign } from "@/lib/campaign/start";
import type { pauseCampaign, resumeCampaign, stopCampaign } from "@/lib/campaign/steer";
import type { Action } from "@/lib/policy/actions";
import type { Verdict } from "@/lib/policy/can";
import type { ActionOf } from "@/lib/verb/answer";

/** What can be done to campaigns at the server. */
export interface CampaignActions {
  change: ActionOf<typeof changeCampaign>;
  undo: ActionOf<typeof undoSend>;
  unschedule: ActionOf<typeof unscheduleCampaign>;
  start: ActionOf<typeof startCampaign>;
  pause: ActionOf<typeof pauseCampaign>;
  resume: ActionOf<typeof resumeCampaign>;
  stop: ActionOf<typeof stopCampaign>;
  changeContinuation: ActionOf<typeof changeContinuation>;
  /** Returns the id of the copy. */
  duplicate: ActionOf<typeof duplicateCampaign>;
}

/** What the member may do with campaigns here, and why not. */
export interface CampaignRights {
  change: Verdict;
  undo: Verdict;
  unschedule: Verdict;
  start: Verdict;
  pause: Verdict;
  resume: Verdict;
  stop: Verdict;
  changeContinuation: Verdict;
}

/** The rights that the menu of a campaign asks for. */
export function campaignRights(may: (action: Action) => Verdict): CampaignRights {
  return {
    change: may("campaign.change"),
    undo: may("send.undo"),
    unschedule: may("campaign.unschedule"),
    start: may("campaign.start"),
    pause: may("campaign.pause"),
    resume: may("campaign.resume"),
    stop: may("campaign.stop"),
    changeContinuation: may("continuation.change"),
  };
}
