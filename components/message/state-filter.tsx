import {
  deliveryStates,
  stateLooks,
  totalOf,
  type DeliveryState,
} from "@/components/facts/delivery-state";
import { SameServiceLink } from "@/components/shell/same-service";
import { solidClass } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { withQuery } from "@/lib/inputs/paths";
import type { Counts } from "@/lib/results/read-messages";

/** How many deliveries are in each state; each figure leads to its rows. */
export function StateFilter({
  path,
  counts,
  state,
}: {
  path: string;
  counts: Counts;
  state: DeliveryState | undefined;
}) {
  const items = [
    {
      key: "all",
      label: "All",
      value: totalOf(counts),
      tone: undefined,
      href: path,
      here: state === undefined,
    },
    // Only campaigns of a service with frequency caps have such ones.
    ...shownStates(counts, state).map((each) => ({
      key: each,
      label: stateLooks[each].label,
      value: counts[each],
      tone: stateLooks[each].tone,
      href: withQuery(path, { state: each }),
      here: state === each,
    })),
  ];
  return (
    <nav aria-label="Deliveries by state" className="@container">
      <ul
        className={cn(
          "grid grid-cols-4 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-low",
          items.length > 7 ? "@2xl:grid-cols-8" : "@2xl:grid-cols-7",
        )}
      >
        {items.map(({ key, label, value, tone, href, here }) => (
          <li
            key={key}
            className={cn("bg-surface", items.length === 7 && "@max-2xl:last:col-span-2")}
          >
            <SameServiceLink
              href={href}
              scroll={false}
              aria-current={here ? "true" : undefined}
              className={cn(
                "relative block h-full px-3 py-2.5 transition-colors hover:bg-hover/60 focus-visible:outline-offset-[-3px] sm:px-4 sm:py-3",
                here && "bg-hover/70",
              )}
            >
              <span className="flex items-center gap-1.5 text-xs text-ink-muted">
                {tone && (
                  <span
                    aria-hidden
                    className={cn("size-2 shrink-0 rounded-full", solidClass(tone))}
                  />
                )}
                {label}
              </span>
              <span
                className={cn(
                  "block text-xl font-semibold tracking-tight tabular-nums",
                  value === 0 && "text-ink-faint",
                )}
              >
                {value.toLocaleString("en")}
              </span>
              {here && <span aria-hidden className="absolute inset-x-0 bottom-0 h-0.5 bg-accent" />}
            </SameServiceLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function shownStates(counts: Counts, state: DeliveryState | undefined): DeliveryState[] {
  return deliveryStates.filter((each) => each !== "capped" || each === state || counts.capped > 0);
}
