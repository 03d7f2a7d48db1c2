"use client";

import { FilterBar } from "@/components/listing/filter-bar";
import { FindField } from "@/components/listing/find-field";
import { useFilters } from "@/components/listing/use-filters";
import { SegmentedControl } from "@/components/ui/segmented-control";
import type { CampaignState } from "@/lib/results/campaign-list";
import { campaignLooks } from "./campaign-looks";

interface CampaignFiltersProps {
  state: CampaignState | undefined;
  text: string | undefined;
}

const states = Object.keys(campaignLooks) as CampaignState[];

/** State and name. */
export function CampaignFilters({ state, text }: CampaignFiltersProps) {
  const { pending, filter } = useFilters();
  return (
    <FilterBar pending={pending}>
      <div className="-mx-1 max-w-full overflow-x-auto px-1">
        <SegmentedControl
          label="State"
          size="sm"
          className="whitespace-nowrap"
          value={state ?? "all"}
          onValueChange={(next) => filter({ state: next === "all" ? undefined : next })}
          options={[{ value: "all", label: "All" }, ...states.map((value) => ({ value, label: campaignLooks[value].label }))]}
        />
      </div>
      <FindField text={text} onFind={(q) => filter({ q })} />
    </FilterBar>
  );
}
