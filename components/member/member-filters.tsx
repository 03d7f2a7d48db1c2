"use client";

import { FilterBar, FindField } from "@/components/listing/find-field";
import { useFilters } from "@/components/listing/use-filters";
import { SegmentedControl } from "@/components/ui/segmented-control";

interface MemberFiltersProps {
  text: string | undefined;
  /** All accounts, rather than those of the service; undefined for who may not choose. */
  everybody: boolean | undefined;
}

/** Finds members by name or address; owners of the installation choose among all accounts. */
export function MemberFilters({ text, everybody }: MemberFiltersProps) {
  const { pending, filter } = useFilters();
  return (
    <FilterBar pending={pending}>
      {everybody !== undefined && (
        <SegmentedControl
          label="Whom to show"
          value={everybody ? "everybody" : "service"}
          onValueChange={(value) => filter({ of: value === "everybody" ? value : undefined })}
          options={[
            { value: "service", label: "This service" },
            { value: "everybody", label: "All accounts" },
          ]}
        />
      )}
      <FindField text={text} onFind={(q) => filter({ q })} label="Find by name or e-mail" />
    </FilterBar>
  );
}
