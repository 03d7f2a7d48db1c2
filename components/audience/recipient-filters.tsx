"use client";

import { FilterBar } from "@/components/listing/filter-bar";
import { FindField } from "@/components/listing/find-field";
import { useFilters } from "@/components/listing/use-filters";

/** A part of an identifier. */
export function RecipientFilters({ text }: { text: string | undefined }) {
  const { pending, filter } = useFilters();
  return (
    <FilterBar pending={pending}>
      <FindField label="Find a recipient" text={text} onFind={(q) => filter({ q })} />
    </FilterBar>
  );
}
