"use client";

import { FilterBar } from "./filter-bar";
import { FindField } from "./find-field";
import { useFilters } from "./use-filters";

/** The filters of a list that is narrowed by a text alone: by name, or by what `label` says. */
export function FindFilter({ text, label }: { text: string | undefined; label?: string }) {
  const { pending, filter } = useFilters();
  return (
    <FilterBar pending={pending}>
      <FindField
        text={text}
        onFind={(q) => filter({ q })}
        {...(label !== undefined && { label })}
      />
    </FilterBar>
  );
}
