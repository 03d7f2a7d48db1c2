import type { Tone } from "@/components/ui/badge";
import type { CampaignResult, CampaignState } from "@/lib/results/campaign-list";
import type { OrderState } from "@/lib/results/campaign-orders";
import type { ApprovalState } from "@/lib/results/read-approval";
import { attemptedOf } from "./delivery-state";

interface Look {
  label: string;
  tone: Tone;
}

/** How each state of a campaign is named and coloured. */
export const campaignLooks: Record<CampaignState, Look> = {
  draft: { label: "Draft", tone: "neutral" },
  scheduled: { label: "Scheduled", tone: "blue" },
  sending: { label: "Sending", tone: "blue" },
  paused: { label: "Paused", tone: "amber" },
  sent: { label: "Sent", tone: "green" },
  stopped: { label: "Stopped", tone: "amber" },
  failed: { label: "Not sent", tone: "red" },
  archived: { label: "Archived", tone: "neutral" },
};

/** How a send in its undo window is named and coloured. */
export const waitingLook: Look = { label: "Waiting", tone: "blue" };

/** How each state of an order is named and coloured. */
export const orderLooks: Record<OrderState, Look> = {
  ...campaignLooks,
  unscheduled: { label: "Unscheduled", tone: "neutral" },
};

/** Said of a list of campaigns in one state that has none. */
export const noneInState: Record<CampaignState, string> = {
  draft: "No drafts",
  scheduled: "No scheduled campaigns",
  sending: "No campaigns are being sent",
  paused: "No paused campaigns",
  sent: "No sent campaigns",
  stopped: "No campaigns were stopped",
  failed: "No campaigns failed to send",
  archived: "No archived campaigns",
};

/** The state of a draft's request for approval, and of the decision on it. */
export const approvalLooks: Record<ApprovalState, Look> = {
  waiting: { label: "Waiting for approval", tone: "amber" },
  approved: { label: "Approved", tone: "green" },
  expired: { label: "Approval expired", tone: "amber" },
  declined: { label: "Declined", tone: "red" },
  withdrawn: { label: "Withdrawn", tone: "neutral" },
  void: { label: "Approval void", tone: "amber" },
  used: { label: "Approved", tone: "green" },
};

/** From this share of failed deliveries on a campaign that was sent is no success any longer. */
const noticedShare = 0.1;
const mostlyShare = 0.5;

/** How a scheduled campaign is named and coloured that did not go out at its time. */
export const stalledLook: Look = { label: "Held back", tone: "amber" };

/**
 * How a campaign that was sent is named and coloured by what became of it; any other by its state.
 */
export function lookOf({
  state,
  counts,
  answered,
  refused,
  requests,
  approval,
  stalled,
}: Pick<
  CampaignResult,
  "state" | "counts" | "answered" | "refused" | "requests" | "approval" | "stalled"
>): Look {
  if (state === "draft" && approval !== null) return approvalLooks[approval];
  if (state === "scheduled" && stalled !== null) return stalledLook;
  if ((state === "sent" || state === "failed") && answered < requests && requests > 1)
    return { label: "Stopped", tone: "amber" };
  if (state === "failed" && answered > refused) return { label: "Mostly refused", tone: "red" };
  const total = attemptedOf(counts);
  const lost = counts.failed + counts.expired;
  if (state !== "sent" || total === 0 || lost / total < noticedShare) return campaignLooks[state];
  if (lost === total) return { label: "None arrived", tone: "red" };
  return lost / total >= mostlyShare
    ? { label: "Mostly failed", tone: "red" }
    : { label: "Partly failed", tone: "amber" };
}
