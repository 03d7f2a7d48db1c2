"use client";

import { useFilters } from "@/components/listing/use-filters";
import { Select } from "@/components/ui/select";

interface CompareChoiceProps {
  /** "draft", and numbers of versions. */
  sides: readonly string[];
  from: string | undefined;
  to: string | undefined;
}

/** Which two versions are compared; the address keeps it. */
export function CompareChoice({ sides, from, to }: CompareChoiceProps) {
  const { filter } = useFilters();
  const options = sides.map((value) => ({
    value,
    label: value === "draft" ? "Draft" : `Version ${value}`,
  }));
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
      <Select
        aria-label="From"
        size="sm"
        className="w-36"
        value={from ?? ""}
        onValueChange={(next) => filter({ from: next, to })}
        options={options}
      />
      and
      <Select
        aria-label="To"
        size="sm"
        className="w-36"
        value={to ?? ""}
        onValueChange={(next) => filter({ from, to: next })}
        options={options}
      />
    </div>
  );
}
