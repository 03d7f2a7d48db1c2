import type { ComponentProps } from "react";
import { Field, type FieldAround } from "./field";
import { Textarea } from "./textarea";

/**
 * Several lines of text with their label: what `Field` takes goes around them, all else to the
 * control.
 */
export function LabelledTextarea({
  label,
  hint,
  error,
  optional,
  action,
  ...textarea
}: FieldAround & ComponentProps<"textarea">) {
  return (
    <Field {...{ label, hint, error, optional, action }}>
      {(aria) => <Textarea {...aria} {...textarea} />}
    </Field>
  );
}
