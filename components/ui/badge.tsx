import type { ReactNode } from "react";
import { cn } from "./cn";

export type Tone = "neutral" | "blue" | "teal" | "green" | "red" | "plum" | "amber" | "accent";

const soft: Record<Tone, string> = {
  neutral: "bg-neutral-soft text-neutral-fg",
  blue: "bg-blue-soft text-blue-fg",
  teal: "bg-teal-soft text-teal-fg",
  green: "bg-green-soft text-green-fg",
  red: "bg-red-soft text-red-fg",
  plum: "bg-plum-soft text-plum-fg",
  amber: "bg-amber-soft text-amber-fg",
  accent: "bg-accent-soft text-accent-deep",
};
const solid: Record<Tone, string> = {
  neutral: "bg-neutral-solid",
  blue: "bg-blue-solid",
  teal: "bg-teal-solid",
  green: "bg-green-solid",
  red: "bg-red-solid",
  plum: "bg-plum-solid",
  amber: "bg-amber-solid",
  accent: "bg-accent",
};

/** The strong colour of a tone, as a background: bars and dots. */
export function solidClass(tone: Tone): string {
  return solid[tone];
}

/** A word with a colour: a label, a count. */
export function Badge({
  tone = "neutral",
  className,
  children,
}: {
  tone?: Tone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cn(
        "inline-flex h-5 items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap tabular-nums",
        soft[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

interface StatePillProps {
  tone: Tone;
  /** Its dot breathes: something is still going on. */
  busy?: boolean;
  className?: string;
  children: ReactNode;
}

/** The state something is in: a dot and a word, so that colour is never the only sign. */
export function StatePill({ tone, busy = false, className, children }: StatePillProps) {
  return (
    <span
      className={cn(
        "inline-flex h-6 items-center gap-1.5 rounded-full pr-2.5 pl-2 text-xs font-medium whitespace-nowrap",
        soft[tone],
        className,
      )}
    >
      <span
        aria-hidden
        className={cn("size-1.5 rounded-full", solid[tone], busy && "animate-beat")}
      />
      {children}
    </span>
  );
}
