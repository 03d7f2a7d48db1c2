import type { Tone } from "@/components/ui/badge";
import type { CampaignState } from "@/lib/results/campaign-list";

/** How each state of a campaign is named and coloured. */
export const campaignLooks: Record<CampaignState, { label: string; tone: Tone }> = {
  draft: { label: "Draft", tone: "neutral" },
  scheduled: { label: "Scheduled", tone: "blue" },
  sending: { label: "Sending", tone: "blue" },
  sent: { label: "Sent", tone: "green" },
  failed: { label: "Failed", tone: "red" },
  archived: { label: "Archived", tone: "neutral" },
};
