import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

/**
 * On an element whose whole text was written by a user, a program or a provider: browsers do not
 * translate it, and its direction is its own.
 */
export const verbatim = { translate: "no", dir: "auto" } as const;

/** Words of a user, a program or a provider among ours: a name, an address, a reply. */
export function Verbatim({ className, ...rest }: ComponentProps<"bdi">) {
  return <bdi {...verbatim} className={cn("foreign", className)} {...rest} />;
}

/** What must be read or typed exactly so: an id, a key, an address, a setting, a placeholder. */
export function Code({ className, ...rest }: ComponentProps<"code">) {
  return <code {...verbatim} className={cn("code foreign", className)} {...rest} />;
}

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
