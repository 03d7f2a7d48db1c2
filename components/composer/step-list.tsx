"use client";

import { Check, CircleAlert, TriangleAlert } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { useStanding } from "./examined";
import { composerSteps, placeOf, type ComposerStep } from "@/lib/compose/place";

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
  /** Pointers of what the service refused, beyond what is known here. */
  refused: readonly { pointer: string }[];
}

/** The steps, each with how it stands: a tick, a warning, or the number of its problems. Any may be gone to at any time. */
export function StepList({ step, onStep, refused }: StepListProps) {
  const { problems, warnings } = useStanding();
  const wrong = [...problems, ...refused];
  const count = (list: readonly { pointer: string }[], of: ComposerStep) =>
    list.filter(({ pointer }) => placeOf(pointer).step === of).length;
  return (
    <nav aria-label="Steps" className="lg:sticky lg:top-5">
      <ol className="flex gap-1 lg:flex-col">
        {composerSteps.map((one, index) => {
          const [errors, doubts] = one === "review" ? [wrong.length, warnings.length] : [count(wrong, one), count(warnings, one)];
          return (
            <li key={one} className="max-sm:flex-1 lg:shrink-0">
              <button
                type="button"
                aria-current={one === step ? "step" : undefined}
                onClick={() => onStep(one)}
                className={cn(
                  "flex w-full items-center rounded-md font-medium transition-colors max-sm:h-12 max-sm:flex-col max-sm:justify-center max-sm:gap-1 max-sm:text-xs sm:h-9 sm:gap-2 sm:px-2.5 sm:text-sm",
                  one === step ? "bg-hover text-ink" : "text-ink-muted hover:bg-hover hover:text-ink",
                )}
              >
                <Mark errors={errors} doubts={doubts} number={index + 1} />
                {names[one]}
                {errors > 1 && (
                  <span aria-hidden className="ml-auto pl-1 text-xs max-sm:hidden text-red-fg tabular-nums">
                    {errors}
                  </span>
                )}
                <span className="sr-only">
                  {errors > 0
                    ? `${errors} ${errors === 1 ? "problem" : "problems"}`
                    : doubts > 0
                      ? `${doubts} ${doubts === 1 ? "warning" : "warnings"}`
                      : "ready"}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function Mark({ errors, doubts, number }: { errors: number; doubts: number; number: number }) {
  if (errors > 0) return <CircleAlert aria-hidden className="size-4.5 text-red-solid" />;
  if (doubts > 0) return <TriangleAlert aria-hidden className="size-4.5 text-amber-solid" />;
  return (
    <span aria-hidden className="grid size-4.5 place-items-center rounded-full bg-green-soft text-green-fg" data-number={number}>
      <Check className="size-3" strokeWidth={3} />
    </span>
  );
}
