"use client";

import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { IconButton } from "@/components/ui/icon-button";
import { TextField, type TextFieldProps } from "./text-field";

interface SecretFieldProps<V extends FieldValues> extends Pick<TextFieldProps<V>, "path" | "label" | "hint"> {
  /** "new-password" lets a password manager propose one. */
  autoComplete: "current-password" | "new-password";
}

/** A secret that can be looked at while it is typed. Pasting is welcome. One that is kept is never shown again, so that the field is empty at first. */
export function SecretField<V extends FieldValues>({ label, ...rest }: SecretFieldProps<V>) {
  const [shown, setShown] = useState(false);
  const what = label.toLowerCase();
  return (
    <TextField<V>
      {...rest}
      label={label}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      controlClassName="pr-11"
      around={(control) => (
        <div className="relative">
          {control}
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={shown ? `Hide ${what}` : `Show ${what}`}
            size="sm"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute top-1 right-1"
          />
        </div>
      )}
    />
  );
}
