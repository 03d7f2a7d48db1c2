import { ChevronLeft } from "lucide-react";
import { SameServiceLink } from "./same-service";

/** Above the heading of a page: the way back to the list that it belongs to. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <SameServiceLink
      href={href}
      className="-ml-1 inline-flex h-6 items-center gap-0.5 rounded-sm pr-1 hover:text-ink"
    >
      <ChevronLeft aria-hidden className="size-4" />
      {children}
    </SameServiceLink>
  );
}
