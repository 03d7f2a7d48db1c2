import type { ComponentProps } from "react";
import { cn } from "./cn";
import { verbatim } from "./verbatim";

/** What must be read or typed exactly so: an id, a key, an address, a setting, a placeholder. */
export function Code({ className, ...rest }: ComponentProps<"code">) {
  return <code {...verbatim} className={cn("code foreign", className)} {...rest} />;
}
