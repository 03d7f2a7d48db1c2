"use client";

import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { destinationKeys, type DestinationKey } from "@/lib/interface/device-kinds";
import { identifierName } from "./kinds-text";

/** What the identifiers of a list are. */
export function KindSelect({ value, onChange }: { value: DestinationKey; onChange: (kind: DestinationKey) => void }) {
  return (
    <Field label="Kind of recipient">
      {(aria) => (
        <Select
          {...aria}
          value={value}
          onValueChange={(next) => onChange(next as DestinationKey)}
          options={destinationKeys.map((key) => ({ value: key, label: identifierName(key), description: key }))}
        />
      )}
    </Field>
  );
}
