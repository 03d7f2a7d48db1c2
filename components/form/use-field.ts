"use client";

import {
  useController,
  useFormContext,
  useWatch,
  type FieldPath,
  type FieldValues,
} from "react-hook-form";
import { firstMessage } from "./error-text";
import type { PathOf } from "./field-path";
import { useNotices } from "./notices-context";
import { useFieldRules } from "./schema-context";

/**
 * Returns the value of the enclosing form at a path, and its problem. A change elsewhere in the
 * form does not render the field.
 */
export function useField<V extends FieldValues>(path: PathOf<V>) {
  const { control, getValues } = useFormContext<V>();
  const { field, fieldState } = useController({ control, name: path as FieldPath<V> });
  // `field.value` returns the initial value once there is nothing at its path any longer.
  const fieldValue: unknown = useWatch({ control, name: path as FieldPath<V> });
  const rules = useFieldRules(path);
  const notices = useNotices(path);
  const { error, isDirty, isTouched } = fieldState;
  const leave = () => {
    // Passing by an empty field, which a dialog may have focused by itself, is no mistake: sending
    // asks for it.
    const value: unknown = getValues(path as FieldPath<V>);
    if (!isTouched && !isDirty && error === undefined && (value === "" || value === undefined))
      return;
    field.onBlur();
  };
  return {
    /** Anything: a form may have been filled from a pasted request. */
    fieldValue,
    change: field.onChange as (value: unknown) => void,
    leave,
    error: firstMessage(error),
    notices,
    rules,
  };
}
