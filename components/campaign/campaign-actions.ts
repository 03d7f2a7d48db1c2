import type {
  changeCampaign,
  duplicateCampaign,
  stopCampaign,
  unscheduleCampaign,
} from "@/lib/campaign/change";
import type { undoSend } from "@/lib/campaign/send";
import type { ActionOf } from "@/lib/verb/answer";

/** What can be done to campaigns at the server. */
export interface CampaignActions {
  change: ActionOf<typeof changeCampaign>;
  undo: ActionOf<typeof undoSend>;
  unschedule: ActionOf<typeof unscheduleCampaign>;
  stop: ActionOf<typeof stopCampaign>;
  /** Returns the id of the copy. */
  duplicate: ActionOf<typeof duplicateCampaign>;
}
