"use client";

import type { FieldValues } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select, type SelectOption } from "@/components/ui/select";
import type { Spelling, TextFieldProps } from "./text-field";
import { useField } from "./use-field";

type Common = "path" | "label" | "labelHidden" | "hint" | "optional" | "spelling";

interface ChoiceFieldProps<V extends FieldValues> extends Pick<TextFieldProps<V>, Common> {
  /** Values that the schema takes. */
  options: readonly SelectOption[];
  /** Shown while nothing is chosen. */
  placeholder?: string;
  /** Called with a choice, once the form has it. */
  onChoose?: (value: string) => void;
}

const asText: Spelling = {
  toText: (value) => (typeof value === "string" ? value : ""),
  toValue: (text) => text,
};

/** The spelling of numbers among the options, and of "none" for no value at all. */
export const asNumber: Spelling = {
  toText: (value) => (typeof value === "number" ? String(value) : "none"),
  toValue: (text) => (text === "none" ? undefined : Number(text)),
};

/** One of a list. */
export function ChoiceField<V extends FieldValues>(props: ChoiceFieldProps<V>) {
  const { path, options, placeholder, onChoose, optional, spelling = asText, ...rest } = props;
  const { fieldValue, change, leave, error, notices, rules } = useField<V>(path);
  const text = spelling.toText(fieldValue);
  return (
    // Where something is chosen already, there is nothing that could be left out.
    <Field
      {...rest}
      error={error}
      notices={notices}
      optional={optional ?? (rules.required === false && text === "")}
    >
      {(aria) => (
        <div data-path={path}>
          <Select
            {...aria}
            value={text}
            onValueChange={(value) => {
              change(spelling.toValue(value));
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

interface SegmentFieldProps<V extends FieldValues> extends Pick<
  ChoiceFieldProps<V>,
  "path" | "label" | "onChoose"
> {
  options: readonly { value: string; label: string }[];
  className?: string;
}

/** Offers a few options, all visible. Labels and notices are shown by the parent. */
export function SegmentField<V extends FieldValues>({
  path,
  onChoose,
  ...rest
}: SegmentFieldProps<V>) {
  const { fieldValue, change } = useField<V>(path);
  const choose = (value: string) => {
    change(value);
    onChoose?.(value);
  };
  return (
    <SegmentedControl
      {...rest}
      size="sm"
      value={typeof fieldValue === "string" ? fieldValue : ""}
      onValueChange={choose}
    />
  );
}
