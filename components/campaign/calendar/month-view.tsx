"use client";

import { SameServiceLink } from "@/components/shell/same-service";
import { cn } from "@/components/ui/cn";
import type { CalendarRow } from "@/lib/results/list-calendar";
import { useCalendar } from "./calendar-context";
import { clockOf } from "./calendar-words";
import { dayText, weekdayText, type Day } from "./days";
import { EntryChip } from "./entry-chip";
import type { Place } from "./layout";

/** Campaigns that a day shows; the others are in its agenda. */
const mostVisible = 4;

interface MonthViewProps {
  /** Of whole weeks. */
  days: readonly Day[];
  /** The first days of it, `2026-12`. */
  month: string;
  placed: ReadonlyMap<Day, readonly Place<CalendarRow>[]>;
  label: string;
}

/** A month, a week in each row. */
export function MonthView({ days, month, placed, label }: MonthViewProps) {
  const weeks = Array.from({ length: days.length / 7 }, (_, week) =>
    days.slice(week * 7, week * 7 + 7),
  );
  return (
    <table aria-label={label} className="w-full table-fixed border-collapse text-left">
      <thead>
        <tr className="border-b border-line text-xs text-ink-faint">
          {days.slice(0, 7).map((day) => (
            <th key={day} scope="col" className="h-9 px-2 font-medium">
              {weekdayText(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]} className="border-b border-line last:border-0">
            {week.map((day) => (
              <MonthDay
                key={day}
                day={day}
                isOutside={!day.startsWith(month)}
                placed={placed.get(day) ?? []}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface MonthDayProps {
  day: Day;
  isOutside: boolean;
  placed: readonly Place<CalendarRow>[];
}

function MonthDay({ day, isOutside, placed }: MonthDayProps) {
  const { today, lift, agendaHref } = useCalendar();
  const visible = placed.length > mostVisible ? placed.slice(0, mostVisible - 1) : placed;
  const more = placed.length - visible.length;
  const target = lift?.to.startsWith(day) === true ? lift : undefined;
  return (
    <td
      data-day={day}
      aria-current={day === today ? "date" : undefined}
      className={cn(
        "h-28 border-l border-line px-1 py-1.5 align-top transition-colors first:border-l-0 max-sm:h-20",
        isOutside && "bg-sunken/60",
        target && "bg-accent-soft",
      )}
    >
      <time
        dateTime={day}
        className={cn(
          "ml-auto grid size-6 place-items-center rounded-full text-xs tabular-nums",
          isOutside ? "text-ink-faint" : "text-ink-muted",
          day === today && "bg-primary font-semibold text-on-primary",
        )}
      >
        <span aria-hidden>{Number(day.slice(8))}</span>
        <span className="sr-only">{dayText(day)}</span>
      </time>
      <ul className="mt-1 space-y-1">
        {visible.map((one) => (
          <li key={one.entry.orderId}>
            <EntryChip placed={one} view="month" />
          </li>
        ))}
        {target && target.to !== target.from && (
          <li aria-hidden>
            <Ghost name={target.name} local={target.to} />
          </li>
        )}
      </ul>
      {more > 0 && (
        <SameServiceLink
          href={agendaHref(day)}
          className="mt-1 block rounded-sm px-1.5 text-xs text-ink-muted hover:text-ink"
        >
          {more} more
          <span className="sr-only"> on {dayText(day)}</span>
        </SameServiceLink>
      )}
    </td>
  );
}

/** Where a campaign would go. */
export function Ghost({ name, local }: { name: string; local: string }) {
  return (
    <span className="foreign flex items-center gap-1.5 truncate rounded-sm border border-dashed border-accent-deep bg-surface px-1.5 py-0.5 text-xs text-ink">
      <span className="tabular-nums">{clockOf(local)}</span>
      <span className="truncate">{name}</span>
    </span>
  );
}
