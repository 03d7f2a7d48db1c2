import { cn } from "@/components/ui/cn";

/** A clarion with its pennant. Decoration: the name stands next to it, or on the link around it. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={cn("size-6", className)}>
      <g transform="rotate(-20 12 12)">
        <path d="M4.5 12.5h7.500v8.200l-3.750-2.300-3.750 2.300z" className="fill-ink" />
        <path
          d="M1.200 7.900a1 1 0 0 1 1 1h8.300c4.800 0 7.800-2 9.600-5.800a1 1 0 0 1 1.900.4v13a1 1 0 0 1-1.900.4c-1.800-3.800-4.800-5.800-9.600-5.800H2.200a1 1 0 0 1-1 1 1 1 0 0 1-1-1V8.900a1 1 0 0 1 1-1z"
          className="fill-accent"
        />
      </g>
    </svg>
  );
}

/** Mark and name. */
export function Logo({ className }: { className?: string }) {
  return (
    <span
      className={cn(
        "inline-flex items-center gap-2 text-lg font-semibold tracking-[-0.02em]",
        className,
      )}
    >
      <Mark />
      Clarion
    </span>
  );
}
