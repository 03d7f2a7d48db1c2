import type {
  changeCampaign,
  duplicateCampaign,
  stopCampaign,
  unscheduleCampaign,
} from "@/lib/campaign/change";
import type { undoSend } from "@/lib/campaign/send";
import type { startCampaign } from "@/lib/campaign/start";
import type { Action } from "@/lib/policy/actions";
import type { Verdict } from "@/lib/policy/can";
import type { ActionOf } from "@/lib/verb/answer";

/** What can be done to campaigns at the server. */
export interface CampaignActions {
  change: ActionOf<typeof changeCampaign>;
  undo: ActionOf<typeof undoSend>;
  unschedule: ActionOf<typeof unscheduleCampaign>;
  start: ActionOf<typeof startCampaign>;
  stop: ActionOf<typeof stopCampaign>;
  /** Returns the id of the copy. */
  duplicate: ActionOf<typeof duplicateCampaign>;
}

/** What the member may do with campaigns here, and why not. */
export interface CampaignRights {
  change: Verdict;
  undo: Verdict;
  unschedule: Verdict;
  start: Verdict;
  stop: Verdict;
}

/** The rights that the menu of a campaign asks for. */
export function campaignRights(may: (action: Action) => Verdict): CampaignRights {
  return {
    change: may("campaign.change"),
    undo: may("send.undo"),
    unschedule: may("campaign.unschedule"),
    start: may("campaign.start"),
    stop: may("campaign.stop"),
  };
}
