"use client";

import { ToggleGroup } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "./cn";

interface SegmentedControlProps {
  /** Names the choice. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  options: readonly { value: string; label: string; icon?: ReactNode; /** Icon alone; the label is read aloud. */ iconOnly?: boolean }[];
  size?: "sm" | "md";
  className?: string;
}

/** One of a few, all in sight. */
export function SegmentedControl({ label, value, onValueChange, options, size = "md", className }: SegmentedControlProps) {
  return (
    <ToggleGroup.Root
      type="single"
      value={value}
      onValueChange={(next) => {
        if (next !== "") onValueChange(next);
      }}
      aria-label={label}
      className={cn("inline-flex items-center gap-0.5 rounded-md border border-line bg-sunken p-0.5", className)}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          aria-label={option.label}
          {...(option.iconOnly === true ? { title: option.label } : {})}
          className={cn(
            "inline-flex min-w-7 items-center justify-center gap-1.5 rounded-[0.3125rem] px-2.5 font-medium text-ink-muted transition-colors hover:text-ink data-[state=on]:bg-surface data-[state=on]:text-ink data-[state=on]:shadow-low dark:data-[state=on]:bg-hover [&_svg]:size-3.5",
            size === "sm" ? "h-6 text-xs" : "h-7 text-sm",
            option.iconOnly === true && "px-1.5",
          )}
        >
          {option.icon}
          {option.iconOnly === true ? null : option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
