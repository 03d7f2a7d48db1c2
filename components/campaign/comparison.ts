import { attemptedOf } from "@/components/facts/delivery-state";
import type { FormerCampaigns } from "@/lib/results/compare-campaign";
import type { Counts } from "@/lib/results/counts";
import { percentOf } from "./funnel";

/** A rate next to that of former campaigns. */
export interface ComparedRate {
  label: string;
  /** Of the former ones, 0 to 1. */
  former: number;
  /** Percentage points, as the rounded percentages differ. */
  points: number;
}

/**
 * Delivered and read next to the campaigns before; empty where either side has no deliveries, or
 * some are still on their way.
 */
export function comparedRates(counts: Counts, { counts: former }: FormerCampaigns): ComparedRate[] {
  const [all, formerAll] = [attemptedOf(counts), attemptedOf(former)];
  if (all === 0 || formerAll === 0 || counts.queued > 0) return [];
  const rate = (label: string, of: (one: Counts) => number): ComparedRate => {
    const [now, before] = [of(counts) / all, of(former) / formerAll];
    return { label, former: before, points: percentOf(now) - percentOf(before) };
  };
  return [
    rate("Delivered", ({ delivered, read }) => delivered + read),
    rate("Read", ({ read }) => read),
  ];
}

/** "8 points more than", "1 point less than", "the same as". */
export function pointsText(points: number): string {
  if (points === 0) return "the same as";
  const size = Math.abs(points);
  return `${size} ${size === 1 ? "point" : "points"} ${points > 0 ? "more than" : "less than"}`;
}
