"use client";

import { FilterBar } from "@/components/listing/filter-bar";
import { useFilters } from "@/components/listing/use-filters";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";

interface MessageFiltersProps {
  apps: readonly { appid: string; name: string }[];
  appid: string | undefined;
  state: string | undefined;
}

const all = "all";
const states = [
  { value: all, label: "All" },
  { value: "accepted", label: "Accepted" },
  { value: "sending", label: "Sending" },
  { value: "done", label: "Done" },
];

/** App and state. */
export function MessageFilters({ apps, appid, state }: MessageFiltersProps) {
  const { pending, filter } = useFilters();
  return (
    <FilterBar pending={pending}>
      <SegmentedControl
        label="State"
        size="sm"
        value={state ?? all}
        onValueChange={(next) => filter({ state: keep(next) })}
        options={states}
      />
      {apps.length > 1 && (
        <Select
          aria-label="App"
          size="sm"
          className="w-44"
          value={appid ?? all}
          onValueChange={(next) => filter({ appid: keep(next) })}
          options={[{ value: all, label: "All apps" }, ...apps.map((app) => ({ value: app.appid, label: app.name }))]}
        />
      )}
    </FilterBar>
  );
}

function keep(value: string): string | undefined {
  return value === all ? undefined : value;
}
