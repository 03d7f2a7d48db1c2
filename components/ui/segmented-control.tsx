"use client";

import { ToggleGroup } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "./cn";
import { Tooltip } from "./tooltip";

interface SegmentedControlProps {
  /** Names the choice. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  options: readonly {
    value: string;
    label: string;
    icon?: ReactNode;
    /** Icon alone; the label is read aloud, and shown on hover and focus. */ iconOnly?: boolean;
  }[];
  /** The one chosen shows its label, even where icons stand alone. */
  chosenLabelled?: boolean;
  size?: "sm" | "md";
  className?: string;
}

/** One of a few, all in sight. */
export function SegmentedControl({
  label,
  value,
  onValueChange,
  options,
  chosenLabelled = false,
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
      className={cn("inline-flex items-center gap-0.5 rounded-md border border-line bg-sunken p-0.5", className)}
    >
      {options.map((option) => {
        const bare = option.iconOnly === true && !(chosenLabelled && option.value === value);
        const item = (
          <ToggleGroup.Item
            key={option.value}
            value={option.value}
            aria-label={option.label}
            className={cn(
              // By what it says of itself: a tooltip has a state of its own under the same name.
              "inline-flex min-w-7 items-center justify-center gap-1.5 rounded-[0.3125rem] px-2.5 font-medium text-ink-muted transition-colors hover:text-ink aria-checked:bg-surface aria-checked:text-ink aria-checked:shadow-low dark:aria-checked:bg-hover [&_svg]:size-3.5",
              size === "sm" ? "h-6 text-xs" : "h-7 text-sm",
              bare && "px-1.5",
            )}
          >
            {option.icon}
            {bare ? null : option.label}
          </ToggleGroup.Item>
        );
        return option.iconOnly === true ? (
          <Tooltip key={option.value} content={option.label}>
            {item}
          </Tooltip>
        ) : (
          item
        );
      })}
    </ToggleGroup.Root>
  );
}
