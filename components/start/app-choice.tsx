"use client";

import { useFilters } from "@/components/listing/use-filters";
import { Select } from "@/components/ui/select";

/** Which app of the service the steps are about. */
export function AppChoice({
  apps,
  appid,
}: {
  apps: readonly { appid: string; name: string }[];
  appid: string;
}) {
  const { filter } = useFilters();
  return (
    <Select
      aria-label="App"
      size="sm"
      className="w-44"
      value={appid}
      onValueChange={(app) => filter({ app })}
      options={apps.map((app) => ({ value: app.appid, label: app.name, named: true }))}
    />
  );
}
