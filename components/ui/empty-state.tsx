import type { ReactNode } from "react";
import { cn } from "./cn";
import { sentence } from "./sentence";

interface EmptyStateProps {
  /** A drawing or an icon, decoration only. */
  picture?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  /** The one thing to do next. */
  action?: ReactNode;
  className?: string;
  /** It is all that the page says: its title is the page's. */
  alone?: boolean;
}

/** Nothing here yet: says why, and what to do. */
export function EmptyState({
  picture,
  title,
  children,
  action,
  className,
  alone = false,
}: EmptyStateProps) {
  const Title = alone ? "h1" : "h2";
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
      <Title className="text-lg font-semibold tracking-tight">{sentence(title)}</Title>
      {children && (
        <div className="mt-1 max-w-md text-base text-pretty text-ink-muted">
          {sentence(children)}
        </div>
      )}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
