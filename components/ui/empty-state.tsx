import type { ReactNode } from "react";
import { cn } from "./cn";

interface EmptyStateProps {
  /** A drawing or an icon, decoration only. */
  picture?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  /** The one thing to do next. */
  action?: ReactNode;
  className?: string;
}

/** Nothing here yet: says why, and what to do. */
export function EmptyState({ picture, title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cn("flex flex-col items-center px-6 py-14 text-center", className)}>
      {picture && (
        <div
          aria-hidden
          className="mb-4 grid size-12 place-items-center rounded-xl border border-line bg-sunken text-ink-faint [&_svg]:size-5.5"
        >
          {picture}
        </div>
      )}
      <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
      {children && <div className="mt-1 max-w-md text-base text-pretty text-ink-muted">{children}</div>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
