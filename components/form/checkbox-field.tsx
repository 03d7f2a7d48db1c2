"use client";

import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Checkbox } from "@/components/ui/checkbox";
import type { PathOf } from "./field-path";
import { useField } from "./use-field";

interface CheckboxFieldProps<V extends FieldValues> {
  path: PathOf<V>;
  label: string;
  hint?: ReactNode;
}

/** On or off, once the form is saved. */
export function CheckboxField<V extends FieldValues>({ path, label, hint }: CheckboxFieldProps<V>) {
  const { held, change } = useField<V>(path);
  return (
    <div data-path={path}>
      <Checkbox checked={held === true} onCheckedChange={change} label={label} hint={hint} />
    </div>
  );
}
