"use client";

import { Popover as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "../cn";

interface PopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** One button; it gets the popover's roles. */
  trigger: ReactNode;
  /** What it is for, read aloud. */
  label: string;
  side?: "top" | "right" | "bottom" | "left";
  align?: "start" | "center" | "end";
  /** When it has gone. Call `preventDefault` to put the focus elsewhere than on the trigger. */
  onClosed?: (event: Event) => void;
  className?: string;
  children: ReactNode;
}

/**
 * Something small to look at or choose from, next to the button that opened it. What is behind it
 * can still be used.
 */
export function Popover({
  open,
  onOpenChange,
  trigger,
  label,
  side = "bottom",
  align = "end",
  onClosed,
  className,
  children,
}: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          {...(onClosed ? { onCloseAutoFocus: onClosed } : {})}
          className={cn(
            "z-50 flex max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1rem)] animate-rise flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-high outline-none",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
