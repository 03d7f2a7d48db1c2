"use client";

import { Tooltip as Radix } from "radix-ui";
import type { FocusEvent, ReactNode } from "react";
import { sentence } from "../sentence";

/** Once, near the root: lets neighbouring tooltips follow each other without a pause. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={350} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  );
}

interface TooltipProps {
  content: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  align?: "start" | "center" | "end";
  /** One element that takes focus: what only hovering shows would be lost to the keyboard. */
  children: ReactNode;
}

/** Keeps the tooltip closed when a script returns the focus after a click; keys open it. */
function ignorePointerFocus(event: FocusEvent<HTMLElement>): void {
  if (!event.currentTarget.matches(":focus-visible")) event.preventDefault();
}

/** A short explanation on hover and on focus. Never the only place where something is said. */
export function Tooltip({ content, side = "top", align = "center", children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild onFocus={ignorePointerFocus}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 max-w-72 animate-appear rounded-md bg-ink px-2 py-1 text-xs text-paper shadow-mid"
        >
          {sentence(content)}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
