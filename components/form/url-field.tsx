"use client";

import type { FieldValues } from "react-hook-form";
import { TextField, type TextFieldProps } from "./text-field";

/**
 * An address. Nothing is added or removed: the text is checked and stored exactly as it was typed.
 */
export function UrlField<V extends FieldValues>({
  placeholder = "https://…",
  ...rest
}: TextFieldProps<V>) {
  // Not type="url": browsers take spaces off what is written into one, without a word.
  return (
    <TextField<V>
      {...rest}
      placeholder={placeholder}
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
