"use client";

import { ChevronRight } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";

interface OptionGroupProps {
  title: string;
  /** What is set in it, in a few words; shown while it is closed. */
  summary?: string | undefined;
  children: ReactNode;
}

/**
 * Fields that most messages leave alone, folded away; open from the beginning where something is
 * set. A jump to a field inside opens it.
 */
export function OptionGroup({ title, summary, children }: OptionGroupProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const first = useRef(summary !== undefined);
  useEffect(() => {
    if (details.current && first.current) details.current.open = true;
  }, []);
  return (
    <details ref={details} className="group rounded-lg border border-line open:bg-surface">
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-2 rounded-lg px-3 text-sm font-medium select-none hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 text-ink-faint transition-transform group-open:rotate-90 motion-reduce:transition-none"
        />
        {title}
        {summary !== undefined && (
          <span className="ml-auto truncate pl-3 text-xs font-normal text-ink-faint group-open:hidden">
            {summary}
          </span>
        )}
      </summary>
      <div className="space-y-4 border-t border-line p-3.5">{children}</div>
    </details>
  );
}
