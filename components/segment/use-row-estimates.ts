"use client";

import { useEffect, useEffectEvent, useState } from "react";
import type { SegmentEstimate } from "@/lib/directory/segment/estimate";
import type { SegmentRow } from "@/lib/directory/segment/list";
import type { EstimateSegment } from "./panel/measure-rule";

/** Estimates by the ids of segments; "failed" where there is none. */
export type RowEstimates = ReadonlyMap<string, SegmentEstimate | "failed">;

const none: RowEstimates = new Map();

/**
 * Estimates the users of each segment of a list, one after the other, so that a list costs the
 * server no more than its reader sees.
 */
export function useRowEstimates(
  rows: readonly Pick<SegmentRow, "id" | "revision">[],
  ask: EstimateSegment,
): RowEstimates {
  const of = rows.map(({ id, revision }) => `${id} ${revision}`).join();
  const [latest, setLatest] = useState({ of: "", estimates: none });
  const estimate = useEffectEvent(ask);
  const present = useEffectEvent(() => rows);
  useEffect(() => {
    const own = new AbortController();
    const run = async () => {
      const estimates = new Map<string, SegmentEstimate | "failed">();
      for (const { id } of present()) {
        const answer = await estimate(id, own.signal).catch(() => undefined);
        if (own.signal.aborted) return;
        estimates.set(id, answer?.ok === true ? answer.value : "failed");
        setLatest({ of, estimates: new Map(estimates) });
      }
    };
    void run();
    return () => own.abort();
  }, [of]);
  return latest.of === of ? latest.estimates : none;
}
