"use client";

import { campaignLooks } from "@/components/facts/campaign-looks";
import { FilterBar, FindField } from "@/components/listing/find-field";
import { useFilters } from "@/components/listing/use-filters";
import { SegmentedControl } from "@/components/ui/segmented-control";
import type { CampaignState } from "@/lib/results/campaign-list";

const states = Object.keys(campaignLooks) as CampaignState[];

/** State and name. */
export function CampaignFilters({
  state,
  text,
}: {
  state: CampaignState | undefined;
  text: string | undefined;
}) {
  const { pending, filter } = useFilters();
  return (
    <FilterBar pending={pending}>
      <SegmentedControl
        label="State"
        size="sm"
        className="flex-wrap whitespace-nowrap"
        value={state ?? "all"}
        onValueChange={(next) => filter({ state: next === "all" ? undefined : next })}
        options={[
          { value: "all", label: "All" },
          ...states.map((value) => ({ value, label: campaignLooks[value].label })),
        ]}
      />
      <FindField text={text} onFind={(q) => filter({ q })} />
    </FilterBar>
  );
}
