"use client";

import { FilterBar } from "@/components/listing/filter-bar";
import { useFilters } from "@/components/listing/use-filters";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import type { MessageSource } from "@/lib/inputs/message-source";

interface MessageFiltersProps {
  apps: readonly { appid: string; name: string }[];
  appid: string | undefined;
  state: string | undefined;
  source: MessageSource | undefined;
}

const all = "all";
const states = [
  { value: all, label: "All" },
  { value: "accepted", label: "Accepted" },
  { value: "sending", label: "Sending" },
  { value: "done", label: "Done" },
];

const sources = [
  { value: all, label: "From anywhere" },
  { value: "console", label: "From the console" },
  { value: "api", label: "By programs" },
  { value: "test", label: "Tests" },
];

/** State, origin and app. */
export function MessageFilters({ apps, appid, state, source }: MessageFiltersProps) {
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
      <Select
        aria-label="Sent"
        size="sm"
        className="w-44"
        value={source ?? all}
        onValueChange={(next) => filter({ source: keep(next) })}
        options={sources}
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
