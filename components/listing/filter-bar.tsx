import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

/** The filters of a list, side by side; faint while the list is on its way. */
export function FilterBar({ pending, children }: { pending: boolean; children: ReactNode }) {
  return (
    <div
      className={cn(
        "flex flex-wrap items-center gap-2 transition-opacity",
        pending && "opacity-60",
      )}
    >
      {children}
    </div>
  );
}
