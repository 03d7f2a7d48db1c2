"use client";

import { useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";

/**
 * Derives the id of a new entity from its name, until the user writes another id. `id`: the field
 * of the id; the name is in the field `name`.
 */
export function useSuggestedId(id: string): void {
  const { control, getValues, setValue } = useFormContext<Record<string, string>>();
  const name = useWatch({ control, name: "name" }) ?? "";
  const suggested = useRef("");
  useEffect(() => {
    const next = idFrom(name);
    if (next === suggested.current || getValues(id) !== suggested.current) return;
    suggested.current = next;
    setValue(id, suggested.current, { shouldDirty: true });
  }, [id, name, getValues, setValue]);
}

const mostUnits = 100;

/**
 * An id for what is called so: letters and digits of ASCII, other letters without their marks, `_`
 * between words. "" where the name has none.
 */
export function idFrom(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+/, "")
    .slice(0, mostUnits)
    .replace(/_+$/, "");
}
