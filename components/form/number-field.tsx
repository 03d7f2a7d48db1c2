"use client";

import type { FieldValues } from "react-hook-form";
import { plainNumber, wholeNumber } from "@/lib/inputs/typed-number";
import { TextField, type Spelling, type TextFieldProps } from "./text-field";

const shown = (held: unknown) =>
  typeof held === "number" ? String(held) : typeof held === "string" ? held : "";

/** What is no whole number stays as it was typed, for the schema to refuse. */
const whole: Spelling = {
  shown,
  kept: (text) => wholeNumber(text) ?? text,
};

/** A number within a text, where a placeholder may stand, too. */
export const numberOrText: Spelling = {
  shown,
  kept: (text) => plainNumber(text) ?? text,
};

/** A whole number, in digits of any script. */
export function NumberField<V extends FieldValues>(
  props: Pick<TextFieldProps<V>, "path" | "label" | "hint">,
) {
  return <TextField<V> {...props} inputMode="numeric" spelling={whole} className="max-w-xs" />;
}
