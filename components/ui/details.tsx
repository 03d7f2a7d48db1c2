import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";

interface DetailsProps {
  label?: string;
  children: ReactNode;
  className?: string;
}

/** What the interface itself says, folded away: for those who send by program, and for support. */
export function Details({ label = "Details", children, className }: DetailsProps) {
  return (
    <details className={cn("group/details min-w-0 text-xs text-ink-faint", className)}>
      <summary className="inline-flex h-6 cursor-pointer list-none items-center gap-1 rounded-sm px-1 hover:bg-hover hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-3 transition-transform group-open/details:rotate-90 motion-reduce:transition-none"
        />
        {label}
      </summary>
      <div className="mt-1 border-l border-line pb-1 pl-2.5">{children}</div>
    </details>
  );
}
