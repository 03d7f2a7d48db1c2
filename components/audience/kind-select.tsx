"use client";

import { LabelledSelect } from "@/components/ui/select";
import { destinationKeys, type DestinationKey } from "@/lib/interface/device-kinds";
import { identifierName } from "./kinds-text";

/** What the identifiers of a list are. */
export function KindSelect({
  value,
  onChange,
}: {
  value: DestinationKey;
  onChange: (kind: DestinationKey) => void;
}) {
  return (
    <LabelledSelect
      label="Kind of recipient"
      value={value}
      onValueChange={(next) => onChange(next as DestinationKey)}
      options={destinationKeys.map((key) => ({
        value: key,
        label: identifierName(key),
        description: key,
      }))}
    />
  );
}
