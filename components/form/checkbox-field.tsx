"use client";

import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { Checkbox } from "@/components/ui/checkbox";
import { CheckboxGroup } from "./checkbox-group";
import type { TextFieldProps } from "./text-field";
import { useField, type PathOf } from "./use-field";

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

type GroupProps = Pick<
  ComponentProps<typeof CheckboxGroup<string>>,
  "label" | "hint" | "options" | "columns"
>;

/** Any number of a few. */
export function CheckboxesField<V extends FieldValues>({
  path,
  ...group
}: GroupProps & { path: PathOf<V> }) {
  const { fieldValue, change, error, notices } = useField<V>(path);
  return (
    <CheckboxGroup
      path={path}
      selection={fieldValue}
      onChange={change}
      error={error}
      notices={notices}
      {...group}
    />
  );
}
