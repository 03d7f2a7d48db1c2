"use client";

import {
  useFormContext,
  useWatch,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
} from "react-hook-form";

/**
 * Returns the value of the enclosing form at a path, and a function to change it. The path is not
 * registered: a removed member stays removed, whereas a registered field would restore its initial
 * value, and create the objects above it.
 */
export function useHeld<V extends FieldValues, P extends FieldPath<V>>(path: P) {
  const { control, setValue } = useFormContext<V>();
  const fieldValue = useWatch({ control, name: path });
  const change = (value: unknown) =>
    setValue(path, value as FieldPathValue<V, P>, { shouldDirty: true });
  return { fieldValue, change };
}
