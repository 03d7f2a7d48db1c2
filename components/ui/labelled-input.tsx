import type { ComponentProps } from "react";
import { Field, type FieldAround } from "./field";
import { Input } from "./input";

/** A line of text with its label: what `Field` takes goes around it, all else to the control. */
export function LabelledInput({
  label,
  hint,
  error,
  optional,
  action,
  ...input
}: FieldAround & ComponentProps<"input">) {
  return (
    <Field {...{ label, hint, error, optional, action }}>
      {(aria) => <Input {...aria} {...input} />}
    </Field>
  );
}
