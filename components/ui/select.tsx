"use client";

import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { Field, type FieldAround } from "./field";
import { controlClass } from "./input";
import { sentence } from "./sentence";
import { Verbatim } from "./verbatim";

export interface SelectOption {
  value: string;
  label: string;
  /** The label is a name that a user gave. */
  named?: boolean;
  /** A second, quieter line. */
  description?: string;
  /** Its technical name, on hover. Never the only place where something is said. */
  title?: string;
  icon?: ReactNode;
  disabled?: boolean;
}

interface SelectProps {
  options: readonly SelectOption[];
  value: string;
  onValueChange: (value: string) => void;
  /** Shown while nothing is chosen. */
  placeholder?: string;
  /** From `Field`: ties the label, the hint and the error to this control. */
  id?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | undefined;
  /** Needed when there is no `Field` around it. */
  "aria-label"?: string | undefined;
  name?: string;
  disabled?: boolean;
  size?: "sm" | "md";
  className?: string;
}

function labelOf({ label, named = false }: SelectOption): ReactNode {
  return named ? <Verbatim>{label}</Verbatim> : sentence(label);
}

/** One of a list. An option's value must not be empty: "none" needs a value of its own. */
export function Select({
  options,
  value,
  onValueChange,
  placeholder = "Choose",
  size = "md",
  className,
  disabled,
  name,
  ...aria
}: SelectProps) {
  const chosen = options.find((option) => option.value === value);
  return (
    <Radix.Root
      value={value}
      onValueChange={onValueChange}
      {...(disabled === undefined ? {} : { disabled })}
      {...(name === undefined ? {} : { name })}
    >
      <Radix.Trigger
        {...aria}
        className={cn(
          controlClass,
          "inline-flex cursor-pointer items-center justify-between gap-2 text-left data-placeholder:text-ink-faint [&>span]:truncate",
          size === "sm" ? "h-8 px-2.5 text-sm" : "h-9",
          className,
        )}
      >
        {/* Passed as children, the label is there from the first paint on. */}
        <Radix.Value placeholder={placeholder}>{chosen && labelOf(chosen)}</Radix.Value>
        <Radix.Icon asChild>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-faint" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-rise overflow-hidden rounded-lg border border-line bg-raised shadow-high"
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                title={option.title}
                {...(option.disabled === undefined ? {} : { disabled: option.disabled })}
                className="relative flex min-h-8 cursor-pointer items-center gap-2 rounded-md py-1 pr-8 pl-2.5 text-sm outline-none select-none data-disabled:cursor-default data-disabled:opacity-50 data-highlighted:bg-hover [&_svg]:size-4"
              >
                {option.icon}
                <span className="min-w-0">
                  <Radix.ItemText>{labelOf(option)}</Radix.ItemText>
                  {option.description && (
                    <span className="block text-xs text-ink-faint">{option.description}</span>
                  )}
                </span>
                <Radix.ItemIndicator className="absolute right-2">
                  <Check aria-hidden className="text-accent-deep" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** One of a list with its label: what `Field` takes goes around it, all else to the control. */
export function LabelledSelect({
  label,
  hint,
  error,
  optional,
  action,
  ...select
}: FieldAround & ComponentProps<typeof Select>) {
  return (
    <Field {...{ label, hint, error, optional, action }}>
      {(aria) => <Select {...aria} {...select} />}
    </Field>
  );
}
