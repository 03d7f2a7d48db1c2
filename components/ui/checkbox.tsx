"use client";

import { Check, Minus } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import { useId, type KeyboardEventHandler, type MouseEventHandler, type ReactNode } from "react";
import { cn } from "./cn";

interface CheckboxProps {
  /** "indeterminate": some of what it stands for. */
  checked: boolean | "indeterminate";
  onCheckedChange?: (checked: boolean) => void;
  /** In place of `onCheckedChange`, where it matters which keys were pressed. */
  onPress?: MouseEventHandler<HTMLButtonElement>;
  onKeyDown?: KeyboardEventHandler<HTMLButtonElement>;
  label: ReactNode;
  hint?: ReactNode;
  /** Shows the box alone; the label is still read aloud. */
  labelHidden?: boolean;
  disabled?: boolean;
  name?: string;
  className?: string;
}

/** A box to tick, with its label: both take the click. */
export function Checkbox({
  checked,
  onCheckedChange,
  onPress,
  onKeyDown,
  label,
  hint,
  labelHidden = false,
  disabled = false,
  name,
  className,
}: CheckboxProps) {
  const id = useId();
  return (
    <div className={cn("flex min-h-6 items-start gap-2.5", className)}>
      <span className="grid size-6 shrink-0 place-items-center">
        <Radix.Root
          id={id}
          checked={checked}
          disabled={disabled}
          {...(name === undefined ? {} : { name })}
          {...(hint ? { "aria-describedby": `${id}-hint` } : {})}
          onCheckedChange={(next) => onCheckedChange?.(next === true)}
          onClick={onPress}
          onKeyDown={onKeyDown}
          className="grid size-4.5 place-items-center rounded-sm border border-line-strong bg-surface text-on-primary shadow-low transition-colors after:absolute after:size-6 hover:border-ink-faint disabled:opacity-50 data-[state=checked]:border-primary data-[state=checked]:bg-primary data-[state=indeterminate]:border-primary data-[state=indeterminate]:bg-primary"
        >
          <Radix.Indicator>
            {checked === "indeterminate" ? (
              <Minus aria-hidden className="size-3" strokeWidth={3} />
            ) : (
              <Check aria-hidden className="size-3" strokeWidth={3} />
            )}
          </Radix.Indicator>
        </Radix.Root>
      </span>
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
