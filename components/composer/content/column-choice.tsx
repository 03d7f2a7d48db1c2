"use client";

import { useReach } from "@/components/editor/reach/reach-state";
import { Select } from "@/components/ui/select";
import { columnFor } from "@/lib/plan/own-values";

const same = "the same";
const column = "column ";

/**
 * Where the recipients of the chosen list or segment have their values for a parameter: in which of
 * its columns, or nowhere. Nothing where there is none with columns.
 */
export function ColumnChoice({
  parameter: { name, required },
  hasValue,
}: {
  parameter: { name: string; required: boolean };
  hasValue: boolean;
}) {
  const { reach, chosen, change } = useReach();
  if (chosen?.kind !== "open" || chosen.audience.parameters.length === 0) return null;
  const { audience } = chosen;
  const noun = audience.segment
    ? { one: "attribute", of: "an attribute", label: "Attribute" }
    : { one: "column", of: "a column of the list", label: "Column" };
  const sourceColumn = columnFor(name, audience.parameters, reach);
  const isThere = audience.parameters.includes(sourceColumn);
  const choose = (value: string) => {
    const { [name]: _, ...others } = reach.columns ?? {};
    const nextColumn = value === same ? "" : value.slice(column.length);
    change({ ...reach, columns: nextColumn === name ? others : { ...others, [name]: nextColumn } });
  };
  return (
    <Select
      size="sm"
      className="mt-1.5"
      aria-label={`Where ${name} comes from`}
      value={isThere ? `${column}${sourceColumn}` : sourceColumn === "" || hasValue ? same : ""}
      placeholder={required ? `Choose ${noun.of}` : `No ${noun.one} for it: choose one`}
      onValueChange={choose}
      options={[
        ...audience.parameters.map((one) => ({
          value: `${column}${one}`,
          label: `${noun.label} ${one}`,
        })),
        { value: same, label: "Same for all recipients" },
      ]}
    />
  );
}
