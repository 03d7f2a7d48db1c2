"use client";

import { Switch as Radix } from "radix-ui";
import { useId, type ReactNode } from "react";
import { cn } from "./cn";

interface SwitchProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label: ReactNode;
  hint?: ReactNode;
  labelHidden?: boolean;
  disabled?: boolean;
  className?: string;
}

/** On or off, at once. For a choice that waits for a button use a checkbox. */
export function Switch({
  checked,
  onCheckedChange,
  label,
  hint,
  labelHidden = false,
  disabled = false,
  className,
}: SwitchProps) {
  const id = useId();
  return (
    <div className={cn("flex min-h-6 items-start gap-2.5", className)}>
      <Radix.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onCheckedChange}
        {...(hint ? { "aria-describedby": `${id}-hint` } : {})}
        className="relative mt-0.5 h-5 w-9 shrink-0 rounded-full bg-line-strong transition-colors after:absolute after:-inset-0.5 disabled:opacity-50 data-[state=checked]:bg-primary"
      >
        <Radix.Thumb className="block size-4 translate-x-0.5 rounded-full bg-white shadow-low transition-transform data-[state=checked]:translate-x-4.5 dark:data-[state=checked]:bg-on-primary" />
      </Radix.Root>
      <span className={cn("min-w-0 pt-px", labelHidden && "sr-only")}>
        <label htmlFor={id} className={cn("text-base", disabled && "text-ink-faint")}>
          {label}
        </label>
        {hint && (
          <span id={`${id}-hint`} className="block text-xs text-ink-faint">
            {hint}
          </span>
        )}
      </span>
    </div>
  );
}
