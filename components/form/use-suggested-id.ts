"use client";

import { useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { idFrom } from "./id-from";

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
