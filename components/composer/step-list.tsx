"use client";

import { Check, CircleAlert, TriangleAlert } from "lucide-react";
import { useStanding } from "@/components/editor/examined/examined";
import { cn } from "@/components/ui/cn";
import { composerSteps, type ComposerStep } from "@/lib/compose/place";
import { standingOfSteps, type StepStanding, type StepState } from "@/lib/compose/steps";

const names: Record<ComposerStep, string> = {
  audience: "Audience",
  content: "Content",
  buttons: "Buttons",
  delivery: "Delivery",
  review: "Review",
};

/** The name of a step, as its link and its heading have it. */
export function stepName(step: ComposerStep): string {
  return names[step];
}

interface StepListProps {
  step: ComposerStep;
  onStep: (step: ComposerStep) => void;
  /** In a row above the fields, in a window of any width. */
  across: boolean;
}

/** Its mark above its name, where five are to fit a phone or as little. */
const stacked = "h-12 flex-col justify-center gap-1 text-xs";
const inLine =
  "max-sm:h-10 max-sm:flex-col max-sm:justify-center max-sm:gap-0.5 max-sm:text-xs sm:h-9 sm:gap-2 sm:px-2.5 sm:text-sm";

/**
 * The steps, each with how it stands: a tick, a warning, the number of its problems, or its own
 * number. Any may be gone to at any time.
 */
export function StepList({ step, onStep, across }: StepListProps) {
  const standing = useStanding();
  const steps = standingOfSteps({ ...standing, problems: standing.errors });
  return (
    <nav aria-label="Steps" className={across ? "" : "lg:sticky lg:top-5"}>
      <ol className={cn("flex gap-1", !across && "lg:flex-col")}>
        {composerSteps.map((one, index) => {
          const { state, problems } = steps[one];
          return (
            <li key={one} className={across ? "flex-1" : "max-sm:flex-1 lg:shrink-0"}>
              <button
                type="button"
                aria-current={one === step ? "step" : undefined}
                onClick={() => onStep(one)}
                className={cn(
                  "flex w-full items-center rounded-md font-medium transition-colors",
                  across ? stacked : inLine,
                  one === step
                    ? "bg-hover text-ink"
                    : "text-ink-muted hover:bg-hover hover:text-ink",
                )}
              >
                <Mark state={state} number={index + 1} />
                {names[one]}
                {problems > 1 && (
                  <span
                    aria-hidden
                    className={cn(
                      "ml-auto pl-1 text-xs max-sm:hidden text-red-fg tabular-nums",
                      across && "hidden",
                    )}
                  >
                    {problems}
                  </span>
                )}
                <span className="sr-only">{stateText(steps[one])}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function stateText({ state, problems, warnings }: StepStanding): string {
  switch (state) {
    case "wrong":
      return problems === 1 ? "1 problem" : `${problems} problems`;
    case "doubtful":
      return warnings === 1 ? "1 warning" : `${warnings} warnings`;
    case "done":
      return "ready";
    case "open":
      return "not finished";
    case "unread":
      return "not checked yet";
    case "unused":
      return "nothing set";
  }
}

function Mark({ state, number }: { state: StepState; number: number }) {
  if (state === "wrong") return <CircleAlert aria-hidden className="size-4.5 text-red-solid" />;
  if (state === "doubtful")
    return <TriangleAlert aria-hidden className="size-4.5 text-amber-solid" />;
  if (state === "done")
    return (
      <span
        aria-hidden
        className="grid size-4.5 place-items-center rounded-full bg-green-soft text-green-fg"
      >
        <Check className="size-3" strokeWidth={3} />
      </span>
    );
  return (
    <span
      aria-hidden
      className="grid size-4.5 place-items-center rounded-full border border-line-strong text-[0.6875rem] text-ink-faint"
    >
      {number}
    </span>
  );
}
