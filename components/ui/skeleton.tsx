import { cn } from "./cn";

/** A grey shape in the place of what is coming. Give it the size of that thing. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cn("block h-4 animate-shimmer rounded-sm bg-neutral-soft", className)}
    />
  );
}
