import type { ComponentProps } from "react";
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
