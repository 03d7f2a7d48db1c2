import type { ReactNode } from "react";
import { cn } from "./cn";

/** A key of the keyboard. */
export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={cn(
        "inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line bg-sunken px-1 font-sans text-2xs font-medium text-ink-muted",
        className,
      )}
    >
      {children}
    </kbd>
  );
}
