import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { TitledCard } from "./card";
import { cn } from "./cn";

/** Something to do once. */
export interface Step {
  title: string;
  done: boolean;
  body: ReactNode;
}

interface StepCardProps {
  id: string;
  title: ReactNode;
  steps: readonly Step[];
  /** To the right of how far it is. */
  action?: ReactNode;
  /** The others can be opened too, not only the first that is open. */
  browsable?: boolean;
}

/** Things to do once, in their order. The first that is open is the one that is explained. */
export function StepCard({ id, title, steps, action, browsable = false }: StepCardProps) {
  const open = steps.find((step) => !step.done);
  const count = steps.filter((step) => step.done).length;
  return (
    <TitledCard
      id={id}
      title={title}
      actions={
        <span className="flex items-center gap-2 text-xs text-ink-faint tabular-nums">
          <span aria-hidden className="flex gap-1">
            {steps.map((step) => (
              <span
                key={step.title}
                className={cn(
                  "h-1 w-6 rounded-full max-sm:w-3",
                  step.done ? "bg-accent" : "bg-neutral-soft",
                )}
              />
            ))}
          </span>
          {count} of {steps.length}
          {action}
        </span>
      }
    >
      <ol className="divide-y divide-line">
        {steps.map((step, index) => (
          <StepRow
            key={step.title}
            step={step}
            number={index + 1}
            open={step === open}
            browsable={browsable}
          />
        ))}
      </ol>
    </TitledCard>
  );
}

function StepRow({
  step,
  number,
  open,
  browsable,
}: {
  step: Step;
  number: number;
  open: boolean;
  browsable: boolean;
}) {
  const heading = (
    <h3
      className={cn(
        "inline text-base",
        open ? "font-medium" : "text-ink-muted",
        step.done && "text-ink-faint line-through decoration-line-strong",
      )}
    >
      {step.title}
      {step.done && <span className="sr-only"> (done)</span>}
    </h3>
  );
  const body = <div className="mt-0.5 text-base text-ink-muted">{step.body}</div>;
  return (
    <li className="flex gap-3 px-4 py-3">
      <span
        aria-hidden
        className={cn(
          "grid size-5.5 shrink-0 place-items-center rounded-full text-xs font-medium",
          step.done
            ? "bg-accent text-on-accent"
            : open
              ? "border border-ink text-ink"
              : "border border-line-strong text-ink-faint",
        )}
      >
        {step.done ? <Check className="size-3.5" strokeWidth={3} /> : number}
      </span>
      <div className="min-w-0 flex-1">
        {browsable ? (
          // Remounted when `open` changes, so that the open step expands by itself.
          <details key={String(open)} open={open}>
            <summary className="cursor-pointer">{heading}</summary>
            {body}
          </details>
        ) : (
          <>
            {heading}
            {open && body}
          </>
        )}
      </div>
    </li>
  );
}
