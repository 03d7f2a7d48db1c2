"use client";

import type { FieldValues } from "react-hook-form";
import { plainNumber, wholeNumber } from "@/lib/inputs/typed-number";
import { TextField, type Spelling, type TextFieldProps } from "./text-field";

const toText = (value: unknown) =>
  typeof value === "number" ? String(value) : typeof value === "string" ? value : "";

/** What is no whole number stays as it was typed, for the schema to refuse. */
const whole: Spelling = {
  toText,
  toValue: (text) => wholeNumber(text) ?? text,
};

/** A number within a text, where a placeholder may stand, too. */
export const numberOrText: Spelling = {
  toText,
  toValue: (text) => plainNumber(text) ?? text,
};

/** A whole number, in digits of any script. */
export function NumberField<V extends FieldValues>(
  props: Pick<TextFieldProps<V>, "path" | "label" | "hint">,
) {
  return <TextField<V> {...props} inputMode="numeric" spelling={whole} className="max-w-xs" />;
}
