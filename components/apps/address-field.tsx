"use client";

import { useEffect, useRef, useState } from "react";
import { UrlField } from "@/components/form/url-field";
import { useField } from "@/components/form/use-field";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { WrittenCredential } from "@/lib/inputs/credential";

interface AddressFieldProps {
  path: `credential.${string}`;
  label: string;
  hint: string;
  /** Names of the provider's own addresses. */
  presets: Readonly<Record<string, string>>;
}

const another = "another";

/** One of the provider's own addresses by its name, or another address, which is typed. */
export function AddressField({ path, label, hint, presets }: AddressFieldProps) {
  const { fieldValue, change, leave, error } = useField<WrittenCredential>(path);
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
          <UrlField<WrittenCredential> path={path} label="Address" />
        </div>
      )}
    </>
  );
}
