"use client";

import { useEffect, useRef, useState, type ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { UrlField } from "./text-field";
import { useField, type PathOf } from "./use-field";

interface PresetFieldProps<V extends FieldValues> {
  path: PathOf<V>;
  label: string;
  hint: ReactNode;
  /** Names of the provider's own addresses. */
  presets: Readonly<Record<string, string>>;
}

const another = "another";

/** One of the provider's own addresses by its name, or another address, which is typed. */
export function PresetField<V extends FieldValues>({
  path,
  label,
  hint,
  presets,
}: PresetFieldProps<V>) {
  const { fieldValue, change, leave, error } = useField<V>(path);
  const address = typeof fieldValue === "string" ? fieldValue : "";
  const [typed, setTyped] = useState(() => (Object.hasOwn(presets, address) ? "" : address));
  const [isOther, setOther] = useState(!Object.hasOwn(presets, address));
  const other = useRef<HTMLDivElement>(null);
  const wasOther = useRef(isOther);
  // In a dialog that scrolls, the field that was asked for would appear out of sight.
  useEffect(() => {
    if (isOther && !wasOther.current) other.current?.scrollIntoView({ block: "nearest" });
    wasOther.current = isOther;
  }, [isOther]);
  const choose = (value: string) => {
    if (isOther) setTyped(address);
    setOther(value === another);
    change(value === another ? typed : value);
    if (value !== another) leave();
  };
  return (
    <>
      <Field label={label} hint={hint} error={isOther ? undefined : error}>
        {(aria) => (
          <div {...(!isOther && { "data-path": path })}>
            <Select
              {...aria}
              value={isOther ? another : address}
              onValueChange={choose}
              options={[
                ...Object.entries(presets).map(([value, name]) => ({ value, label: name })),
                { value: another, label: "Another address" },
              ]}
            />
          </div>
        )}
      </Field>
      {isOther && (
        <div ref={other}>
          <UrlField<V> path={path} label="Address" />
        </div>
      )}
    </>
  );
}
