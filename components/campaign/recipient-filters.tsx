"use client";

import { deliveryStates, stateLooks, type DeliveryState } from "@/components/facts/delivery-state";
import { FilterBar, FindField } from "@/components/listing/find-field";
import { useFilters } from "@/components/listing/use-filters";
import { Select } from "@/components/ui/select";

const all = "all";

/** State, and one recipient. */
export function RecipientFilters({
  state,
  recipient,
}: {
  state: DeliveryState | undefined;
  recipient: string | undefined;
}) {
  const { pending, filter } = useFilters();
  return (
    <FilterBar pending={pending}>
      <Select
        aria-label="State"
        size="sm"
        className="w-40"
        value={state ?? all}
        onValueChange={(next) => filter({ state: next === all ? undefined : next })}
        options={[
          { value: all, label: "All states" },
          ...deliveryStates.map((value) => ({ value, label: stateLooks[value].label })),
        ]}
      />
      <FindField label="Find a user or device" text={recipient} onFind={(q) => filter({ q })} />
    </FilterBar>
  );
}
