"use client";

import type { ReactNode } from "react";
import { useController } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Select, type SelectOption } from "@/components/ui/select";

interface ChoiceFieldProps {
  /** Path of the schema. The form comes from `FormProvider`. */
  path: string;
  label: ReactNode;
  hint?: ReactNode;
  optional?: boolean;
  options: readonly SelectOption[];
  /** Adds a first option with this label that makes the member absent. */
  none?: string;
  placeholder?: string;
  className?: string;
}

const absent = "__none";

/** One of a list, for one member of the form. */
export function ChoiceField({ path, label, hint, optional, options, none, placeholder, className }: ChoiceFieldProps) {
  const { field, fieldState } = useController({ name: path });
  const value: unknown = field.value;
  const all = none === undefined ? options : [{ value: absent, label: none }, ...options];
  return (
    <Field
      label={label}
      hint={hint}
      error={fieldState.error?.message}
      optional={optional === true}
      {...(className === undefined ? {} : { className })}
    >
      {(control) => (
        <Select
          {...control}
          options={all}
          value={typeof value === "string" ? value : none === undefined ? "" : absent}
          onValueChange={(next) => {
            field.onChange(next === absent ? undefined : next);
            field.onBlur();
          }}
          {...(placeholder === undefined ? {} : { placeholder })}
        />
      )}
    </Field>
  );
}
