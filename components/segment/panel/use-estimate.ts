"use client";

import { useEffect, useEffectEvent, useState } from "react";
import type { SegmentEstimate } from "@/lib/directory/segment/estimate";
import type { Answer } from "@/lib/inputs/answer";

/** A moment after the last key. */
const restMs = 300;

/** An estimate, and whether it is of the rule as it is now. */
export interface EstimateState {
  estimate: SegmentEstimate | undefined;
  isCurrent: boolean;
  /** The server refused, or did not answer. */
  isFailed: boolean;
}

/**
 * Estimates how many users a rule is true of, a moment after each change of it. The estimate of the
 * rule before stays until then.
 *
 * @param rule as text; nothing is asked while it is undefined
 */
export function useEstimate(
  rule: string | undefined,
  ask: (signal: AbortSignal) => Promise<Answer<SegmentEstimate>>,
): EstimateState {
  const [latest, setLatest] = useState<{ of: string; estimate: SegmentEstimate | undefined }>();
  const begin = useEffectEvent(ask);
  useEffect(() => {
    if (rule === undefined) return undefined;
    const own = new AbortController();
    const end = (estimate: SegmentEstimate | undefined) => {
      if (!own.signal.aborted) setLatest({ of: rule, estimate });
    };
    const timer = setTimeout(() => {
      begin(own.signal).then(
        (answer) => end(answer.ok ? answer.value : undefined),
        () => end(undefined),
      );
    }, restMs);
    return () => {
      own.abort();
      clearTimeout(timer);
    };
  }, [rule]);
  const isCurrent = latest !== undefined && latest.of === rule;
  return {
    estimate: latest?.estimate,
    isCurrent,
    isFailed: isCurrent && latest.estimate === undefined,
  };
}
