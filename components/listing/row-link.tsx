import type { ReactNode } from "react";
import { SameServiceLink } from "@/components/shell/same-service";
import { verbatim } from "@/components/ui/verbatim";

/** The link of a row: a click anywhere on the row follows it, but for what lies above it there. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <SameServiceLink
      href={href}
      data-row
      {...verbatim}
      className="foreign block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
    >
      {children}
    </SameServiceLink>
  );
}
