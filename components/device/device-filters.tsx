"use client";

import { kindName } from "@/components/facts/kind-icon";
import { AppFilter } from "@/components/listing/app-filter";
import { FilterBar, FindField } from "@/components/listing/find-field";
import { useFilters } from "@/components/listing/use-filters";
import { Select } from "@/components/ui/select";
import { languageName } from "@/lib/compose/language-name";
import type { DeviceValues } from "@/lib/directory/device/values";
import {
  deviceStates,
  seenPeriods,
  type DeviceState,
  type SeenPeriod,
} from "@/lib/inputs/registered-devices";
import { deviceKinds, type DeviceKind } from "@/lib/interface/device-kinds";
import { deviceStateLooks } from "./device-state";

interface DeviceFiltersProps {
  apps: readonly { appid: string; name: string }[];
  /** What devices say of themselves. */
  values: DeviceValues;
  text: string | undefined;
  appid: string | undefined;
  kind: DeviceKind | undefined;
  state: DeviceState | undefined;
  language: string | undefined;
  timezone: string | undefined;
  seen: SeenPeriod | undefined;
}

const all = "all";
const periods: Record<SeenPeriod, string> = {
  "24h": "Seen in 24 hours",
  "7d": "Seen in 7 days",
  "30d": "Seen in 30 days",
  "90d": "Seen in 90 days",
  "-30d": "Not seen for 30 days",
  "-90d": "Not seen for 90 days",
};

/** Filters registered devices by user or ID, and by their stored facts. */
export function DeviceFilters({
  apps,
  values,
  text,
  appid,
  kind,
  state,
  language,
  timezone,
  seen,
}: DeviceFiltersProps) {
  const { pending, filter } = useFilters();
  const choice = <T extends string>(
    name: string,
    label: string,
    value: T | undefined,
    values: readonly T[],
    wordOf: (value: T) => string,
    none = `Any ${label.toLowerCase()}`,
  ) => (
    <Select
      aria-label={label}
      size="sm"
      className="w-40"
      value={value ?? all}
      onValueChange={(next) => filter({ [name]: next === all ? undefined : next })}
      options={[
        { value: all, label: none },
        ...values.map((one) => ({ value: one, label: wordOf(one) })),
      ]}
    />
  );
  // What the address asks for is there even where no device has it any longer.
  const listed = (storedValues: readonly string[], chosen: string | undefined) =>
    chosen === undefined || storedValues.includes(chosen)
      ? storedValues
      : [chosen, ...storedValues];
  const [languages, zones] = [
    listed(values.languages, language),
    listed(values.timezones, timezone),
  ];
  return (
    <FilterBar pending={pending}>
      <FindField label="User ID, device ID, token" text={text} onFind={(q) => filter({ q })} />
      <AppFilter apps={apps} appid={appid} onChoose={(app) => filter({ app })} />
      {choice("kind", "Platform", kind, deviceKinds, kindName)}
      {choice("state", "State", state, deviceStates, (one) => deviceStateLooks[one].word)}
      {languages.length > 0 &&
        choice(
          "language",
          "Language",
          language,
          languages,
          (one) => `${languageName(one)} (${one})`,
        )}
      {zones.length > 0 && choice("timezone", "Time zone", timezone, zones, (one) => one)}
      {choice("seen", "Last seen", seen, seenPeriods, (one) => periods[one], "Seen at any time")}
    </FilterBar>
  );
}
