import { totalOf } from "@/components/message/delivery-state";
import type { Tone } from "@/components/ui/badge";
import type { CampaignResult, CampaignState } from "@/lib/results/campaign-list";

interface Look {
  label: string;
  tone: Tone;
}

/** How each state of a campaign is named and coloured. */
export const campaignLooks: Record<CampaignState, Look> = {
  draft: { label: "Draft", tone: "neutral" },
  scheduled: { label: "Scheduled", tone: "blue" },
  sending: { label: "Sending", tone: "blue" },
  sent: { label: "Sent", tone: "green" },
  failed: { label: "Not sent", tone: "red" },
  archived: { label: "Archived", tone: "neutral" },
};

/** From this share of failed deliveries on a campaign that was sent is no success any longer. */
const noticedShare = 0.1;
const mostlyShare = 0.5;

/** How a campaign that was sent is named and coloured by what became of it; any other by its state. */
export function lookOf({ state, counts, answered, requests }: Pick<CampaignResult, "state" | "counts" | "answered" | "requests">): Look {
  if ((state === "sent" || state === "failed") && answered < requests && requests > 1) return { label: "Stopped", tone: "amber" };
  const total = totalOf(counts);
  const lost = counts.failed + counts.expired;
  if (state !== "sent" || total === 0 || lost / total < noticedShare) return campaignLooks[state];
  if (lost === total) return { label: "None arrived", tone: "red" };
  return lost / total >= mostlyShare ? { label: "Mostly failed", tone: "red" } : { label: "Partly failed", tone: "amber" };
}
