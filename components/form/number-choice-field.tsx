"use client";

import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { PathOf } from "./field-path";
import { useField } from "./use-field";

interface NumberChoiceFieldProps<V extends FieldValues> {
  path: PathOf<V>;
  label: string;
  hint?: ReactNode;
  /** `undefined` for no value at all. */
  options: readonly { value: number | undefined; label: string }[];
}

/** One of a few numbers, or none. */
export function NumberChoiceField<V extends FieldValues>({ path, options, ...rest }: NumberChoiceFieldProps<V>) {
  const { held, change, leave, error } = useField<V>(path);
  return (
    <Field {...rest} error={error}>
      {(aria) => (
        <div data-path={path}>
          <Select
            {...aria}
            value={String(held)}
            onValueChange={(chosen) => {
              change(options.find(({ value }) => String(value) === chosen)?.value);
              leave();
            }}
            options={options.map(({ value, label }) => ({ value: String(value), label }))}
          />
        </div>
      )}
    </Field>
  );
}
