"use client";

import type { FieldValues } from "react-hook-form";
import { TextField, type TextFieldProps } from "./text-field";

/**
 * A text that is written exactly so, such as an ID: keyboards neither correct it nor begin it with
 * a capital.
 */
export function ExactField<V extends FieldValues>(props: TextFieldProps<V>) {
  return <TextField<V> {...props} autoCapitalize="none" spellCheck={false} />;
}
