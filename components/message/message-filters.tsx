"use client";

import { AppFilter } from "@/components/listing/app-filter";
import { FilterBar, FindField } from "@/components/listing/find-field";
import { useFilters } from "@/components/listing/use-filters";
import { Select } from "@/components/ui/select";
import { messagePeriods, type MessagePeriod, type MessageSource } from "@/lib/inputs/message-list";

interface MessageFiltersProps {
  apps: readonly { appid: string; name: string }[];
  appid: string | undefined;
  state: string | undefined;
  source: MessageSource | undefined;
  text: string | undefined;
  recipient: string | undefined;
  /** Only those that did not arrive everywhere. */
  failures: boolean;
  within: MessagePeriod | undefined;
}

const all = "all";
const states = [
  { value: all, label: "Any state" },
  { value: "accepted", label: "Accepted" },
  { value: "sending", label: "Sending" },
  { value: "done", label: "Done" },
];

/** As the address has it. */
const failed = "failures";
const outcomes = [
  { value: all, label: "Any outcome" },
  { value: failed, label: "With failures" },
];

const sources = [
  { value: all, label: "From anywhere" },
  { value: "console", label: "From the console" },
  { value: "api", label: "By programs" },
  { value: "test", label: "Tests" },
];

const periods: Record<MessagePeriod, string> = {
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
  "12m": "Last 12 months",
};

/** What a message says, to whom it went, its state, origin, app and age. */
export function MessageFilters({
  apps,
  appid,
  state,
  source,
  text,
  recipient,
  failures,
  within,
}: MessageFiltersProps) {
  const { pending, filter } = useFilters();
  // What is looked for is looked for in a year at most.
  const isNarrowed =
    failures ||
    [appid, state, source, text, recipient].some((one) => one !== undefined && one !== "");
  const anyTime = isNarrowed ? [] : [{ value: all, label: "Any time" }];
  return (
    <FilterBar pending={pending}>
      <FindField
        label="Find by title, text or campaign"
        placeholder="Title, text or campaign"
        text={text}
        onFind={(q) => filter({ q })}
      />
      <FindField label="Find by recipient" text={recipient} onFind={(to) => filter({ to })} />
      <Select
        aria-label="State"
        size="sm"
        className="w-32"
        value={state ?? all}
        onValueChange={(next) => filter({ state: keep(next) })}
        options={states}
      />
      <Select
        aria-label="Outcome"
        size="sm"
        className="w-36"
        value={failures ? failed : all}
        onValueChange={(next) => filter({ outcome: keep(next) })}
        options={outcomes}
      />
      <Select
        aria-label="Sent"
        size="sm"
        className="w-40"
        value={source ?? all}
        onValueChange={(next) => filter({ source: keep(next) })}
        options={sources}
      />
      <Select
        aria-label="Time"
        size="sm"
        className="w-40"
        value={within ?? (isNarrowed ? "12m" : all)}
        onValueChange={(next) => filter({ within: keep(next) })}
        options={[...anyTime, ...messagePeriods.map((value) => ({ value, label: periods[value] }))]}
      />
      <AppFilter apps={apps} appid={appid} onChoose={(next) => filter({ appid: next })} />
    </FilterBar>
  );
}

function keep(value: string): string | undefined {
  return value === all ? undefined : value;
}
