import type { Action } from "@/lib/policy/actions";
import type { Verdict } from "@/lib/policy/can";

/** What the member may do with campaigns here, and why not. */
export interface CampaignRights {
  change: Verdict;
  undo: Verdict;
  unschedule: Verdict;
  stop: Verdict;
}

/** The rights that the menu of a campaign asks for. */
export function campaignRights(may: (action: Action) => Verdict): CampaignRights {
  return {
    change: may("campaign.change"),
    undo: may("send.undo"),
    unschedule: may("campaign.unschedule"),
    stop: may("campaign.stop"),
  };
}
