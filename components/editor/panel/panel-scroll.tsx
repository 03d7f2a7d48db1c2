import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

interface PanelScrollProps {
  /** Names what is scrolled, for keyboard users. */
  label: string;
  className?: string;
  children: ReactNode;
}

/**
 * What the panel has room for, the rest of it by a scroll of its own: the form next to it does not
 * move.
 */
export function PanelScroll({ label, className, children }: PanelScrollProps) {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no landmark, and no fields
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must take focus, or the keyboard cannot reach its end
      tabIndex={0}
      className={cn(
        "-mx-4 min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-4 outline-offset-[-2px]",
        className,
      )}
    >
      {children}
    </div>
  );
}
