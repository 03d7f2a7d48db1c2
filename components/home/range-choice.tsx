"use client";

import { useFilters } from "@/components/listing/use-filters";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { overviewRanges, type OverviewRange } from "@/lib/inputs/overview-range";
import { rangeWords } from "./overview";

/** Lets the user choose how far Home looks back. The URL stores the choice. */
export function RangeChoice({ range }: { range: OverviewRange }) {
  const { filter } = useFilters();
  return (
    <SegmentedControl
      label="Time"
      size="sm"
      value={range}
      onValueChange={(next) => filter({ range: next === overviewRanges[0] ? undefined : next })}
      options={overviewRanges.map((value) => ({ value, label: rangeWords[value].short }))}
    />
  );
}
