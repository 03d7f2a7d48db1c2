import { deliveryStates, stateLooks, totalOf } from "@/components/facts/delivery-state";
import { solidClass } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { StackedBar } from "@/components/ui/stacked-bar";
import type { Counts } from "@/lib/results/read-messages";

interface CountsLineProps {
  counts: Counts;
  /**
   * What the whole width stands for, where bars below each other are compared; all of these when
   * left out.
   */
  of?: number;
}

/** A slim bar of the states, and the numbers of those that occur. */
export function CountsLine({ counts, of }: CountsLineProps) {
  const total = totalOf(counts);
  return (
    <div className="w-full min-w-36">
      <div
        style={
          of === undefined || total === 0
            ? undefined
            : { width: `max(0.75rem, ${(total / of) * 100}%)` }
        }
      >
        <StackedBar
          parts={deliveryStates.map((state) => ({
            label: state,
            value: counts[state],
            tone: stateLooks[state].tone,
          }))}
        />
      </div>
      <ul className="mt-1.5 flex flex-wrap gap-x-2.5 gap-y-0.5 text-xs leading-4 text-ink-muted tabular-nums">
        {total === 0 && <li>no deliveries yet</li>}
        {deliveryStates
          .filter((state) => counts[state] > 0)
          .map((state) => (
            <li key={state} className="inline-flex items-center gap-1 whitespace-nowrap">
              <span
                aria-hidden
                className={cn("size-1.5 rounded-full", solidClass(stateLooks[state].tone))}
              />
              {counts[state].toLocaleString("en")} {stateLooks[state].label.toLowerCase()}
            </li>
          ))}
      </ul>
    </div>
  );
}
