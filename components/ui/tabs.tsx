"use client";

import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "./cn";

export interface TabItem {
  value: string;
  label: ReactNode;
  /** Next to the label: a count or a mark. */
  badge?: ReactNode;
  content: ReactNode;
}

interface TabsProps {
  items: readonly TabItem[];
  /** Names the row of tabs. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  /** At the right end of the row. */
  actions?: ReactNode;
  className?: string;
  contentClassName?: string;
}

/**
 * Radix focuses a tab by script when it is clicked, after which browsers show the ring of the
 * keyboard. The one that is focused already stays as it is.
 */
const withoutRing: FocusOptions & { focusVisible: boolean } = { focusVisible: false };

/** Views of one thing, one at a time. Arrow keys move between tabs. */
export function Tabs({
  items,
  label,
  value,
  onValueChange,
  actions,
  className,
  contentClassName,
}: TabsProps) {
  return (
    <Radix.Root
      value={value}
      onValueChange={onValueChange}
      className={cn("flex min-h-0 flex-col", className)}
    >
      <div className="flex items-end justify-between gap-2 border-b border-line">
        <Radix.List aria-label={label} className="-mb-px flex min-w-0 overflow-x-auto">
          {items.map((item) => (
            <Radix.Trigger
              key={item.value}
              value={item.value}
              onMouseDown={({ currentTarget }) => currentTarget.focus(withoutRing)}
              className="inline-flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent rounded-t-md px-2 text-sm font-medium text-ink-muted transition-colors hover:text-ink focus-visible:outline-offset-[-3px] data-[state=active]:border-accent data-[state=active]:text-ink"
            >
              {item.label}
              {item.badge}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {actions && <div className="flex shrink-0 items-center gap-1 pb-1">{actions}</div>}
      </div>
      {items.map((item) => (
        <Radix.Content
          key={item.value}
          value={item.value}
          className={cn("min-h-0 flex-1 pt-4", contentClassName)}
        >
          {item.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
