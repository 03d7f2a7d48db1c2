"use client";

import { FilterBar } from "@/components/listing/filter-bar";
import { FindField } from "@/components/listing/find-field";
import { useFilters } from "@/components/listing/use-filters";

/** The name of a list. */
export function AudienceFilters({ text }: { text: string | undefined }) {
  const { pending, filter } = useFilters();
  return (
    <FilterBar pending={pending}>
      <FindField text={text} onFind={(q) => filter({ q })} />
    </FilterBar>
  );
}
