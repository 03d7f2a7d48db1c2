import type { ComponentProps } from "react";
import { Field, type FieldAround } from "./field";
import { Select } from "./select";

/** One of a list with its label: what `Field` takes goes around it, all else to the control. */
export function LabelledSelect({
  label,
  hint,
  error,
  optional,
  action,
  ...select
}: FieldAround & ComponentProps<typeof Select>) {
  return (
    <Field {...{ label, hint, error, optional, action }}>
      {(aria) => <Select {...aria} {...select} />}
    </Field>
  );
}
