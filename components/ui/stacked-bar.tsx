import { solidClass, type Tone } from "./badge";
import { cn } from "./cn";

export interface BarPart {
  label: string;
  value: number;
  tone: Tone;
}

/**
 * Shares of a whole in a slim bar. Decoration: write the numbers next to it. A part that is there
 * is at least 3 px wide.
 */
export function StackedBar({
  parts,
  className,
}: {
  parts: readonly BarPart[];
  className?: string;
}) {
  const visibleParts = parts.filter((part) => part.value > 0);
  return (
    <div
      aria-hidden
      className={cn(
        "flex h-1.5 w-full gap-px overflow-hidden rounded-full bg-neutral-soft",
        className,
      )}
    >
      {visibleParts.map((part) => (
        <span
          key={part.label}
          className={cn(
            "h-full min-w-0.75 transition-[flex-grow] duration-500 first:rounded-l-full last:rounded-r-full",
            solidClass(part.tone),
          )}
          style={{ flexGrow: part.value, flexBasis: 0 }}
        />
      ))}
    </div>
  );
}
