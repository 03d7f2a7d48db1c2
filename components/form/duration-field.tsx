"use client";

import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { durationText } from "./duration-text";
import { NumberInput } from "./number-input";
import type { TextFieldProps } from "./text-field";
import { useField } from "./use-field";

interface DurationFieldProps<V extends FieldValues> extends Pick<
  TextFieldProps<V>,
  "path" | "label" | "optional"
> {
  /** Seconds that people choose from. */
  choices: readonly number[];
  /** What it means when nothing is chosen. */
  none: string;
  hint: string;
}

/** Beyond some six hundred days words say no more than the number. */
const mostInWords = 51_840_000;

/**
 * A duration in seconds, in words: the usual ones to choose from, any other to type. A text that is
 * no number stays as it was typed, and the schema rejects it.
 */
export function DurationField<V extends FieldValues>({
  path,
  label,
  choices,
  none,
  hint,
  optional,
}: DurationFieldProps<V>) {
  const { fieldValue, change, leave, error, notices, rules } = useField<V>(path);
  const text =
    typeof fieldValue === "number" || typeof fieldValue === "string" ? String(fieldValue) : "";
  const seconds = /^\d+$/.test(text) ? Number(text) : undefined;
  const isUsual = text === "" || (seconds !== undefined && choices.includes(seconds));
  const [typing, setTyping] = useState(!isUsual);
  const other = typing || !isUsual;
  const choose = (value: string) => {
    setTyping(value === "other");
    if (value !== "other") change(value === "none" ? undefined : Number(value));
    leave();
  };
  const words = seconds === undefined || seconds > mostInWords ? undefined : durationText(seconds);
  return (
    <Field
      label={label}
      optional={optional ?? rules.required === false}
      error={error}
      notices={notices}
      hint={other && words !== undefined ? `That is ${words}.` : hint}
    >
      {(aria) => (
        <div data-path={path} className="flex gap-2">
          <Select
            {...aria}
            value={other ? "other" : text === "" ? "none" : text}
            onValueChange={choose}
            options={[
              { value: "none", label: none },
              ...choices.map((choice) => ({
                value: String(choice),
                label: capital(durationText(choice)),
              })),
              { value: "other", label: "Another time…" },
            ]}
          />
          {other && (
            <NumberInput
              aria-label={`${label} in seconds`}
              className="w-32 tabular-nums"
              placeholder="seconds"
              value={text}
              onValue={(typed) =>
                change(
                  typed.trim() === "" ? undefined : /^\d{1,9}$/.test(typed) ? Number(typed) : typed,
                )
              }
              onBlur={leave}
            />
          )}
        </div>
      )}
    </Field>
  );
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
