import type { CampaignBreakdown } from "@/lib/results/campaign-breakdown";
import type { Counts } from "@/lib/results/read-messages";

/** A step of the funnel: deliveries that came this far, or further. */
export interface FunnelStep {
  label: string;
  count: number;
  /** Of all deliveries, 0 to 1. */
  share: number;
}

/**
 * Returns how far the deliveries of a campaign came: each step counts those that came further, too;
 * whom a frequency cap left out has none. Empty without deliveries.
 */
export function funnelOf(
  { submitted, delivered, read, queued, failed, expired }: Counts,
  presses: CampaignBreakdown["presses"],
): FunnelStep[] {
  const all = queued + submitted + delivered + read + failed + expired;
  if (all === 0) return [];
  const pressed = presses.reduce((sum, { count }) => sum + count, 0);
  const steps: [label: string, count: number][] = [
    ["Deliveries", all],
    ["Submitted", submitted + delivered + read],
    ["Delivered", delivered + read],
    ["Read", read],
    ["Button pressed", pressed],
  ];
  // A message without buttons has no such step.
  return steps
    .filter(([label, count]) => label !== "Button pressed" || count > 0)
    .map(([label, count]) => ({ label, count, share: count / all }));
}

/** "67 %", "<1 %", and never 100 % of what is not all of it. */
export function shareText(share: number): string {
  return share > 0 && share < 0.01 ? "<1 %" : `${percentOf(share)} %`;
}

/** Whole percent, and never 100 of what is not all of it. */
export function percentOf(share: number): number {
  const percent = share * 100;
  return percent > 99 && percent < 100 ? 99 : Math.round(percent);
}
