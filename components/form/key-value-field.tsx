"use client";

import { Plus, X } from "lucide-react";
import { useState } from "react";
import { useController } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Label } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { pairsOf, recordOf, type Pair } from "./pairs";

interface KeyValueFieldProps {
  /** Path of the schema; its value is an object. The form comes from `FormProvider`. */
  path: string;
  label: string;
  hint?: string;
}

/** Free keys with values: a value that is written as an object or an array is one, everything else is text. */
export function KeyValueField({ path, label, hint }: KeyValueFieldProps) {
  const { field, fieldState } = useController({ name: path });
  // Rows that are not complete yet have no place in the form's value, so they live here.
  const [pairs, setPairs] = useState<Pair[]>(() => pairsOf(field.value));
  const change = (next: Pair[]) => {
    setPairs(next);
    field.onChange(recordOf(next));
  };
  const set = (id: number, part: Partial<Pair>) => change(pairs.map((pair) => (pair.id === id ? { ...pair, ...part } : pair)));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 flex min-h-5 items-baseline">
        <Label>{label}</Label>
        <span className="ml-1.5 text-sm text-ink-faint">optional</span>
      </legend>
      <div className="space-y-2">
        {pairs.map((pair, index) => (
          <div key={pair.id} className="flex items-center gap-2">
            <Input
              aria-label={`${label}: key ${index + 1}`}
              placeholder="key"
              value={pair.key}
              onChange={(event) => set(pair.id, { key: event.target.value })}
              className="code w-2/5"
            />
            <Input
              aria-label={`${label}: value ${index + 1}`}
              placeholder="value"
              value={pair.value}
              onChange={(event) => set(pair.id, { value: event.target.value })}
              className="code flex-1"
            />
            <IconButton
              icon={X}
              label={`Remove ${pair.key === "" ? `row ${index + 1}` : pair.key}`}
              size="sm"
              onClick={() => change(pairs.filter((each) => each.id !== pair.id))}
            />
          </div>
        ))}
        <Button
          size="sm"
          onClick={() => setPairs([...pairs, { id: Math.max(0, ...pairs.map((pair) => pair.id)) + 1, key: "", value: "" }])}
        >
          <Plus aria-hidden />
          Add
        </Button>
      </div>
      {fieldState.error?.message ? (
        <p role="alert" className="mt-1.5 text-xs text-red-fg">
          {fieldState.error.message}
        </p>
      ) : (
        hint && <p className="mt-1.5 text-xs text-ink-faint">{hint}</p>
      )}
    </fieldset>
  );
}
