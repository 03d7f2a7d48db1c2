"use client";

import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { SecretToggle } from "@/components/ui/secret-toggle";
import { ExactField } from "./exact-field";
import type { TextFieldProps } from "./text-field";

interface SecretFieldProps<V extends FieldValues> extends Pick<TextFieldProps<V>, "path" | "label" | "hint" | "optional"> {
  /** Lets a password manager propose one, or fill in the one that it knows. */
  autoComplete: "new-password" | "current-password";
}

/** A secret that can be looked at while it is typed. Pasting is welcome. One that is kept is never shown again, so that the field is empty at first. */
export function SecretField<V extends FieldValues>({ label, ...rest }: SecretFieldProps<V>) {
  const [shown, setShown] = useState(false);
  return (
    <ExactField<V>
      {...rest}
      label={label}
      type={shown ? "text" : "password"}
      controlClassName="pr-14"
      around={(control) => (
        <div className="relative">
          {control}
          <SecretToggle what={label.toLowerCase()} shown={shown} onChange={setShown} />
        </div>
      )}
    />
  );
}
