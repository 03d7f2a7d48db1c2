"use client";

import { CircleAlert } from "lucide-react";
import { useId, type ReactNode } from "react";
import { cn } from "./cn";

/** What a control inside a `Field` must carry: spread it. */
export interface FieldControl {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
}

interface FieldProps {
  label: ReactNode;
  /** Says what is wanted, before anything is wrong. */
  hint?: ReactNode;
  /** Says what is wrong and how to mend it. Takes the hint's place and is announced. */
  error?: ReactNode;
  /** How much is written, e.g. "41 / 50 bytes". */
  counter?: ReactNode;
  /** Written beside the label, quietly. */
  optional?: boolean;
  /** Beside the label, to the right: a small button or link. */
  action?: ReactNode;
  labelHidden?: boolean;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

/** Label, control, and one line below it: hint or error, and a counter. */
export function Field({ label, hint, error, counter, optional = false, action, labelHidden = false, className, children }: FieldProps) {
  const id = useId();
  const below = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  const described = [below, counter ? `${id}-counter` : undefined].filter((part) => part !== undefined).join(" ");
  return (
    <div className={cn("min-w-0", className)}>
      <div className={cn("mb-1.5 flex min-h-5 items-baseline justify-between gap-3", labelHidden && "sr-only")}>
        <label htmlFor={id} className="text-sm font-medium text-ink">
          {label}
          {optional && <span className="ml-1.5 font-normal text-ink-faint">optional</span>}
        </label>
        {action}
      </div>
      {children({ id, ...(described ? { "aria-describedby": described } : {}), ...(error ? { "aria-invalid": true as const } : {}) })}
      {(error || hint || counter) && (
        <div className="mt-1.5 flex flex-wrap items-start gap-x-3 text-xs">
          {/* Too narrow for both, the counter goes below. */}
          <div className="min-w-0 flex-1 basis-32">
            {error ? (
              <p id={`${id}-error`} role="alert" className="flex gap-1.5 text-red-fg">
                <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
                <span className="foreign">{error}</span>
              </p>
            ) : (
              hint && (
                <p id={`${id}-hint`} className="text-ink-faint">
                  {hint}
                </p>
              )
            )}
          </div>
          {counter && (
            <span id={`${id}-counter`} className="ml-auto shrink-0 text-ink-faint tabular-nums">
              {counter}
            </span>
          )}
        </div>
      )}
    </div>
  );
}
