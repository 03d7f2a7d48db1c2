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
  shown: (held) => (typeof held === "string" ? held : ""),
  kept: (text) => text,
};

/** The spelling of numbers among the options, and of "none" for no value at all. */
export const asNumber: Spelling = {
  shown: (held) => (typeof held === "number" ? String(held) : "none"),
  kept: (text) => (text === "none" ? undefined : Number(text)),
};

/** One of a list. */
export function ChoiceField<V extends FieldValues>(props: ChoiceFieldProps<V>) {
  const { path, options, placeholder, onChoose, optional, spelling = asText, ...rest } = props;
  const { held, change, leave, error, notices, rules } = useField<V>(path);
  const shown = spelling.shown(held);
  return (
    // Where something is chosen already, there is nothing that could be left out.
    <Field
      {...rest}
      error={error}
      notices={notices}
      optional={optional ?? (rules.required === false && shown === "")}
    >
      {(aria) => (
        <div data-path={path}>
          <Select
            {...aria}
            value={shown}
            onValueChange={(value) => {
              change(spelling.kept(value));
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

/** One of a few, all in sight; what belongs to it is said by what stands around. */
export function SegmentField<V extends FieldValues>({
  path,
  onChoose,
  ...rest
}: SegmentFieldProps<V>) {
  const { held, change } = useField<V>(path);
  const choose = (value: string) => {
    change(value);
    onChoose?.(value);
  };
  return (
    <SegmentedControl
      {...rest}
      size="sm"
      value={typeof held === "string" ? held : ""}
      onValueChange={choose}
    />
  );
}
