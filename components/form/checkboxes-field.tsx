"use client";

import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { CheckboxGroup } from "./checkbox-group";
import type { PathOf } from "./field-path";
import { useField } from "./use-field";

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
