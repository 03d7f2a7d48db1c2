"use client";

import { Select } from "@/components/ui/select";

const all = "all";

interface AppFilterProps {
  apps: readonly { appid: string; name: string }[];
  appid: string | undefined;
  onChoose: (appid: string | undefined) => void;
}

/** Narrows a list to one app; nothing where there is one alone. */
export function AppFilter({ apps, appid, onChoose }: AppFilterProps) {
  if (apps.length < 2) return null;
  return (
    <Select
      aria-label="App"
      size="sm"
      className="w-44"
      value={appid ?? all}
      onValueChange={(next) => onChoose(next === all ? undefined : next)}
      options={[
        { value: all, label: "All apps" },
        ...apps.map((app) => ({ value: app.appid, label: app.name, named: true })),
      ]}
    />
  );
}
