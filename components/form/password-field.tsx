"use client";

import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";

interface PasswordFieldProps {
  value: string;
  onChange: (value: string) => void;
  label?: string;
  hint?: string;
  error?: string | undefined;
  /** "new-password" lets a password manager propose one. */
  autoComplete: "current-password" | "new-password";
  name?: string;
}

/** A password that can be looked at while it is typed. Pasting is welcome. */
export function PasswordField({ value, onChange, label = "Password", hint, error, autoComplete, name = "password" }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <Input
            {...control}
            name={name}
            type={shown ? "text" : "password"}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            required
            className="pr-11"
          />
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={shown ? "Hide password" : "Show password"}
            size="sm"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute top-1 right-1"
          />
        </div>
      )}
    </Field>
  );
}
