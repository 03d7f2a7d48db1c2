"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { useSameService } from "@/components/shell/same-service";
import { cn } from "@/components/ui/cn";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { withQuery } from "@/components/listing/with-query";

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

/** App and state. They live in the address, so that a filtered list can be kept and shared. */
export function MessageFilters({ apps, appid, state }: MessageFiltersProps) {
  const router = useRouter();
  const sameService = useSameService();
  const [pending, start] = useTransition();
  const go = (query: { appid: string | undefined; state: string | undefined }) =>
    start(() => router.push(sameService(withQuery("/messages", { appid: keep(query.appid), state: keep(query.state) }))));
  return (
    <div className={cn("flex flex-wrap items-center gap-2 transition-opacity", pending && "opacity-60")}>
      <SegmentedControl
        label="State"
        size="sm"
        value={state ?? all}
        onValueChange={(next) => go({ appid, state: next })}
        options={states}
      />
      {apps.length > 1 && (
        <Select
          aria-label="App"
          size="sm"
          className="w-44"
          value={appid ?? all}
          onValueChange={(next) => go({ appid: next, state })}
          options={[{ value: all, label: "All apps" }, ...apps.map((app) => ({ value: app.appid, label: app.name }))]}
        />
      )}
    </div>
  );
}

function keep(value: string | undefined): string | undefined {
  return value === all ? undefined : value;
}
