"use client";

import { cn } from "@/components/ui/cn";
import type { EstimateState } from "./use-estimate";

interface EstimateLineProps extends EstimateState {
  /** Whether the rule is finished. */
  isFinished: boolean;
}

/** How many users the rule is about true of, named as an estimate; read aloud as it comes. */
export function EstimateLine({ isFinished, estimate, isCurrent, isFailed }: EstimateLineProps) {
  const isWaiting = isFinished && !isCurrent;
  return (
    <output
      aria-busy={isWaiting}
      className={cn(
        "inline-flex min-w-0 flex-wrap items-baseline gap-x-1.5 text-sm tabular-nums transition-colors",
        isWaiting && "text-ink-muted",
      )}
    >
      {!isFinished ? (
        <span className="text-ink-muted">Finish the rule to see an estimate</span>
      ) : isFailed ? (
        <span className="text-ink-muted">No estimate right now</span>
      ) : estimate === undefined ? (
        <span className="text-ink-muted">Estimating …</span>
      ) : (
        <>
          <span className="font-medium">{estimateText(estimate)}</span>
          <span className="text-ink-muted">
            of {total(estimate)} {estimate.total === 1 ? "user" : "users"}, an estimate
          </span>
        </>
      )}
    </output>
  );
}

type Estimate = NonNullable<EstimateState["estimate"]>;

/** Where all users were asked about, the number is as good as exact. */
const isComplete = ({ sampled, total: all }: Estimate) => sampled >= all;

/** "About 1,200"; to two digits, for an estimate knows no more. */
export function estimateText(estimate: Estimate): string {
  if (isComplete(estimate)) return estimate.users.toLocaleString("en");
  if (estimate.users === 0) return "Few or none";
  return `About ${roundedText(estimate.users)}`;
}

const total = (estimate: Estimate) =>
  isComplete(estimate) || estimate.total <= 10_000
    ? estimate.total.toLocaleString("en")
    : `about ${roundedText(estimate.total)}`;

function roundedText(count: number): string {
  return count.toLocaleString("en", { maximumSignificantDigits: 2 });
}
