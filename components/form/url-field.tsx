"use client";

import type { FieldValues } from "react-hook-form";
import { TextField, type TextFieldProps } from "./text-field";

/**
 * An address. Nothing is put in front of it or taken off: what stands there is what is judged and
 * kept.
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
