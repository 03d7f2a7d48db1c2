"use client";

import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select, type SelectOption } from "@/components/ui/select";
import type { PathOf } from "./field-path";
import { useField } from "./use-field";

interface ChoiceFieldProps<V extends FieldValues> {
  path: PathOf<V>;
  label: string;
  hint?: ReactNode;
  /** Values that the schema takes. */
  options: readonly SelectOption[];
  /** Shown while nothing is chosen. */
  placeholder?: string;
  /** Called with a choice, once the form has it. */
  onChoose?: (value: string) => void;
  labelHidden?: boolean;
}

/** One of a list. */
export function ChoiceField<V extends FieldValues>({ path, options, placeholder, onChoose, ...rest }: ChoiceFieldProps<V>) {
  const { held, change, leave, error, notices, rules } = useField<V>(path);
  return (
    <Field {...rest} error={error} notices={notices} optional={rules.required === false}>
      {(aria) => (
        <div data-path={path}>
          <Select
            {...aria}
            value={typeof held === "string" ? held : ""}
            onValueChange={(value) => {
              change(value);
              leave();
              onChoose?.(value);
            }}
            options={options}
            {...(placeholder !== undefined && { placeholder })}
          />
        </div>
      )}
    </Field>
  );
}

interface SegmentFieldProps<V extends FieldValues> {
  path: PathOf<V>;
  label: string;
  options: readonly { value: string; label: string }[];
  /** Called with a choice, once the form has it. */
  onChoose?: (value: string) => void;
  className?: string;
}

/** One of a few, all in sight; what belongs to it is said by what stands around. */
export function SegmentField<V extends FieldValues>({ path, onChoose, ...rest }: SegmentFieldProps<V>) {
  const { held, change } = useField<V>(path);
  const choose = (value: string) => {
    change(value);
    onChoose?.(value);
  };
  return <SegmentedControl {...rest} size="sm" value={typeof held === "string" ? held : ""} onValueChange={choose} />;
}
