"use client";

import { RowLink } from "@/components/listing/list-table";
import { cn } from "@/components/ui/cn";
import { paths } from "@/lib/inputs/paths";
import type { CalendarRow } from "@/lib/results/list-calendar";
import { isScheduled, useCalendar } from "./calendar-context";
import { clockOf } from "./calendar-words";
import { dayText, type Day } from "./days";
import { MoveButton } from "./entry-card";
import { EntryFacts, EntryState } from "./entry-facts";
import type { Place } from "./layout";

interface AgendaProps {
  days: readonly Day[];
  placed: ReadonlyMap<Day, readonly Place<CalendarRow>[]>;
}

/** A list by day: all that the grids show, without a pointer, and on a phone. */
export function Agenda({ days, placed }: AgendaProps) {
  const { today } = useCalendar();
  return (
    <div className="divide-y divide-line">
      {days.map((day) => {
        const some = placed.get(day);
        return (
          some && (
            <section key={day} id={day} aria-label={dayText(day)} className="scroll-mt-20 p-4">
              <h3
                className={cn(
                  "text-sm font-semibold",
                  day === today ? "text-accent-deep" : "text-ink",
                )}
              >
                <time dateTime={day}>{dayText(day)}</time>
                {day === today && " (today)"}
              </h3>
              <ul className="mt-2 space-y-4">
                {some.map((one) => (
                  <AgendaEntry key={one.entry.orderId} placed={one} />
                ))}
              </ul>
            </section>
          )
        );
      })}
    </div>
  );
}

function AgendaEntry({ placed: { entry: row, local } }: { placed: Place<CalendarRow> }) {
  const { onMove, warnings } = useCalendar();
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-1.5">
      <span className="w-12 shrink-0 pt-0.5 text-sm text-ink-muted tabular-nums">
        {clockOf(local)}
      </span>
      <div className="relative min-w-0 flex-1 basis-56 space-y-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <RowLink href={paths.campaign(row.id)}>{row.name}</RowLink>
          <EntryState row={row} />
        </div>
        <EntryFacts row={row} warnings={warnings.get(row.orderId) ?? []} />
      </div>
      {isScheduled(row) && (
        <div className="max-sm:pl-16">
          <MoveButton row={row} onMove={() => onMove(row)} />
        </div>
      )}
    </li>
  );
}
