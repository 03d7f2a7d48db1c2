"use client";

import { useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import type { CalendarRow } from "@/lib/results/list-calendar";
import { useCalendar } from "./calendar-context";
import { dayText, localAt, weekdayText, type Day } from "./days";
import { EntryChip } from "./entry-chip";
import { blocksOf, type Place } from "./layout";
import { Ghost } from "./month-view";

/** Minutes that a campaign is as high as: what it takes to be sent is no part of it. */
const blockMinutes = 32;
const dayMinutes = 24 * 60;
/** Pixels of an hour at the usual size of text, and the hour that is on top at first. */
const hourPixels = 48;
const firstHour = 7;
const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);

interface WeekViewProps {
  days: readonly Day[];
  placed: ReadonlyMap<Day, readonly Place<CalendarRow>[]>;
  label: string;
}

/** A week by hours, a column for each day. */
export function WeekView({ days, placed, label }: WeekViewProps) {
  const { today } = useCalendar();
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = firstHour * hourPixels;
  }, []);
  return (
    <div
      ref={scroller}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag groups a box that scrolls
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
      tabIndex={0}
      className="max-h-[calc(100dvh-14rem)] min-h-96 overflow-auto rounded-lg focus-visible:outline-offset-[-2px]"
    >
      <div className="grid min-w-176 grid-cols-[3.5rem_repeat(7,minmax(0,1fr))]">
        <div className="sticky top-0 z-10 border-b border-line bg-surface" />
        {days.map((day) => (
          <h3
            key={day}
            aria-current={day === today ? "date" : undefined}
            className={cn(
              "sticky top-0 z-10 border-b border-l border-line bg-surface px-2 py-2 text-xs font-medium",
              day === today ? "text-ink" : "text-ink-faint",
            )}
          >
            <span aria-hidden>
              {weekdayText(day)} {Number(day.slice(8))}
            </span>
            <span className="sr-only">{dayText(day)}</span>
          </h3>
        ))}
        <div aria-hidden className="text-right text-2xs text-ink-faint tabular-nums">
          {hours.map((hour) => (
            <div key={hour} className="h-12 pr-2">
              {hour}
            </div>
          ))}
        </div>
        {days.map((day) => (
          <WeekDay key={day} day={day} placed={placed.get(day) ?? []} />
        ))}
      </div>
    </div>
  );
}

const share = (minute: number) => `${(minute / dayMinutes) * 100}%`;
const minuteIn = (local: string) => Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));

function WeekDay({ day, placed }: { day: Day; placed: readonly Place<CalendarRow>[] }) {
  const { lift, now, today, zone } = useCalendar();
  const target = lift?.to.startsWith(day) === true && lift.to !== lift.from ? lift : undefined;
  return (
    <ul
      data-day={day}
      data-hours
      aria-label={dayText(day)}
      className="relative h-288 border-l border-line bg-[linear-gradient(to_bottom,var(--line)_1px,transparent_1px)] bg-size-[100%_3rem]"
    >
      {blocksOf(placed, blockMinutes).map((block) => (
        <li
          key={block.entry.orderId}
          className="absolute px-0.5 pt-px"
          style={{
            top: share(block.top),
            left: `${(block.column / block.columns) * 100}%`,
            width: `${100 / block.columns}%`,
          }}
        >
          <EntryChip placed={block} view="week" />
        </li>
      ))}
      {target && (
        <li
          aria-hidden
          className="pointer-events-none absolute inset-x-0 px-0.5 pt-px"
          style={{ top: share(minuteIn(target.to)) }}
        >
          <Ghost name={target.name} local={target.to} />
        </li>
      )}
      {day === today && (
        <li
          aria-hidden
          className="pointer-events-none absolute inset-x-0 border-t-2 border-red-solid"
          style={{ top: share(minuteIn(localAt(now, zone))) }}
        />
      )}
    </ul>
  );
}
