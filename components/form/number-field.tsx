"use client";

import type { FieldValues } from "react-hook-form";
import { TextField, type Spelling, type TextFieldProps } from "./text-field";

/** What is no whole number stays as it was typed, for the schema to refuse. */
const wholeNumber: Spelling = {
  shown: (held) => (typeof held === "number" ? String(held) : typeof held === "string" ? held : ""),
  kept: (text) => (/^\d{1,10}$/.test(text.trim()) ? Number(text) : text),
};

/** A whole number. */
export function NumberField<V extends FieldValues>(props: Pick<TextFieldProps<V>, "path" | "label" | "hint">) {
  return <TextField<V> {...props} inputMode="numeric" spelling={wholeNumber} className="max-w-xs" />;
}
