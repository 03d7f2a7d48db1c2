"use client";

import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { cn } from "@/components/ui/cn";
import { noPassword, SecretToggle } from "@/components/ui/secret-toggle";
import { ExactField, type TextFieldProps } from "./text-field";

interface SecretFieldProps<V extends FieldValues> extends Pick<
  TextFieldProps<V>,
  "path" | "label" | "hint" | "optional" | "multiline" | "autoFocus" | "controlClassName"
> {
  /**
   * Of the user's own password: lets a password manager propose one, or fill in the one that it
   * knows. Any other secret is none of its business.
   */
  autoComplete?: "new-password" | "current-password";
}

/**
 * A secret that can be shown while it is typed. Pasting is allowed. A stored secret is never
 * shown again, so the field is empty at first.
 */
export function SecretField<V extends FieldValues>({
  label,
  autoComplete,
  multiline = false,
  controlClassName = "",
  ...rest
}: SecretFieldProps<V>) {
  const [isVisible, setVisible] = useState(false);
  return (
    <ExactField<V>
      {...rest}
      {...(autoComplete === undefined ? noPassword : { autoComplete })}
      label={label}
      multiline={multiline}
      {...(!multiline && { type: isVisible ? "text" : "password" })}
      controlClassName={cn(
        "pr-14",
        controlClassName,
        multiline && !isVisible && "[-webkit-text-security:disc]",
      )}
      around={(control) => (
        <div className="relative">
          {control}
          <SecretToggle what={label.toLowerCase()} isVisible={isVisible} onChange={setVisible} />
        </div>
      )}
    />
  );
}
