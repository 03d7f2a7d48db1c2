"use client";

import { ToggleGroup } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "./cn";

interface SegmentedControlProps {
  /** Names the choice. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  options: readonly {
    value: string;
    label: string;
    /** A word of the label, shown where there is no room for all of it. */
    short?: string;
    /** It leads to less than the others. */
    faint?: boolean;
    icon?: ReactNode;
  }[];
  size?: "sm" | "md";
  className?: string;
}

/** One of a few, all in sight. */
export function SegmentedControl({
  label,
  value,
  onValueChange,
  options,
  size = "md",
  className,
}: SegmentedControlProps) {
  return (
    <ToggleGroup.Root
      type="single"
      value={value}
      onValueChange={(next) => {
        if (next !== "") onValueChange(next);
      }}
      aria-label={label}
      className={cn(
        "inline-flex items-center gap-0.5 rounded-md border border-line bg-sunken p-0.5",
        className,
      )}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          aria-label={option.label}
          className={cn(
            "inline-flex min-w-7 items-center justify-center gap-1.5 rounded-[0.3125rem] px-2.5 font-medium text-ink-muted transition-colors hover:text-ink aria-checked:bg-surface aria-checked:text-ink aria-checked:shadow-low dark:aria-checked:bg-hover [&_svg]:size-3.5",
            size === "sm" ? "h-6 text-xs" : "h-7 text-sm",
            option.faint === true && "font-normal text-ink-faint",
          )}
        >
          {option.icon}
          {option.short ?? option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
