"use client";

import { FilterBar } from "@/components/listing/find-field";
import { useFilters } from "@/components/listing/use-filters";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { updateStates, type UpdateState } from "@/lib/inputs/update-list";
import { updateKinds, type UpdateKind } from "@/lib/interface/update";
import type { Endpoint } from "@/lib/results/update-endpoints";
import { endpointWords, updateLooks } from "./endpoint-looks";
import { kindWords } from "./updates-text";

interface UpdateFiltersProps {
  state: UpdateState;
  kind: UpdateKind | undefined;
  receiver: string | undefined;
  origin: string | undefined;
  endpoints: readonly Pick<Endpoint, "receiver" | "origin" | "url" | "what">[];
}

const all = "all";
const valueOf = (receiver: string, origin: string) => `${receiver} ${origin}`;

/** Which updates are listed: by state, kind and endpoint. */
export function UpdateFilters({ state, kind, receiver, origin, endpoints }: UpdateFiltersProps) {
  const { pending, filter } = useFilters();
  return (
    <FilterBar pending={pending}>
      <SegmentedControl
        label="State"
        size="sm"
        value={state}
        onValueChange={(next) => filter({ state: next === "parked" ? undefined : next })}
        options={updateStates.map((value) => ({ value, label: updateLooks[value].label }))}
      />
      <Select
        aria-label="Kind"
        size="sm"
        className="w-36"
        value={kind ?? all}
        onValueChange={(next) => filter({ kind: next === all ? undefined : next })}
        options={[
          { value: all, label: "Any kind" },
          ...updateKinds.map((value) => ({ value, label: kindWords[value].label })),
        ]}
      />
      <Select
        aria-label="Endpoint"
        size="sm"
        className="w-64 max-w-full"
        value={receiver === undefined ? all : valueOf(receiver, origin ?? "")}
        onValueChange={(next) => {
          const chosen = endpoints.find((one) => valueOf(one.receiver, one.origin) === next);
          filter({ receiver: chosen?.receiver, origin: chosen?.origin });
        }}
        options={[
          { value: all, label: "Any endpoint" },
          ...endpoints.map((one) => ({
            value: valueOf(one.receiver, one.origin),
            label: one.what === "requests" ? one.origin || one.url : one.url,
            description: endpointWords[one.what],
          })),
        ]}
      />
    </FilterBar>
  );
}
