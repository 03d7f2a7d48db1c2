"use client";

import {
  useFormContext,
  useWatch,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
} from "react-hook-form";

/**
 * What the form around holds at a path, and a way to change it. The path is not registered: a
 * member that is taken away stays away, where a registered field would put back what it held at
 * first, and make the objects above it.
 */
export function useHeld<V extends FieldValues, P extends FieldPath<V>>(path: P) {
  const { control, setValue } = useFormContext<V>();
  const held = useWatch({ control, name: path });
  const change = (value: unknown) =>
    setValue(path, value as FieldPathValue<V, P>, { shouldDirty: true });
  return { held, change };
}
