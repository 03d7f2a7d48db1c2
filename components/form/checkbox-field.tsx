"use client";

import type { FieldValues } from "react-hook-form";
import { Checkbox } from "@/components/ui/checkbox";
import type { TextFieldProps } from "./text-field";
import { useField } from "./use-field";

/** On or off, once the form is saved. */
export function CheckboxField<V extends FieldValues>({
  path,
  label,
  hint,
}: Pick<TextFieldProps<V>, "path" | "label" | "hint">) {
  const { fieldValue, change } = useField<V>(path);
  return (
    <div data-path={path}>
      <Checkbox checked={fieldValue === true} onCheckedChange={change} label={label} hint={hint} />
    </div>
  );
}
