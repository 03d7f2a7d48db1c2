"use client";

import {
  CalendarClock,
  Check,
  CircleStop,
  CircleX,
  Pause,
  Repeat,
  Send,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import { useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { orderLooks } from "@/components/facts/campaign-looks";
import { cn } from "@/components/ui/cn";
import { Popover } from "@/components/ui/overlay/popover";
import { Verbatim } from "@/components/ui/verbatim";
import type { CalendarRow } from "@/lib/results/list-calendar";
import { isMovable, useCalendar } from "./calendar-context";
import { clockOf } from "./calendar-words";
import { EntryCard } from "./entry-card";
import type { Place } from "./layout";
import { atMinute, minutesOfKey, onDay, shifted, type Lift } from "./moving";

/** Pixels from which on a press that moves is a drag. */
const dragFrom = 5;
const dayMinutes = 24 * 60;

const icons: Partial<Record<CalendarRow["state"], LucideIcon>> = {
  scheduled: CalendarClock,
  sending: Send,
  paused: Pause,
  sent: Check,
  stopped: CircleStop,
  failed: CircleX,
};

interface EntryChipProps {
  placed: Place<CalendarRow>;
  view: "month" | "week";
}

/**
 * A campaign in a month or a week: opens its facts, and is moved by dragging or, once `m` was
 * pressed, by the arrow keys.
 */
export function EntryChip({ placed, view }: EntryChipProps) {
  const { entry: row, local } = placed;
  const calendar = useCalendar();
  const [open, setOpen] = useState(false);
  const isLifted = calendar.lift?.orderId === row.orderId;
  const warnings = calendar.warnings.get(row.orderId) ?? [];
  const label = row.isFurther ? "Further run" : orderLooks[row.state].label;
  const Icon = row.isFurther ? Repeat : (icons[row.state] ?? CalendarClock);
  const { stop, ...drag } = useDrag(placed);
  const keys = useArrowKeys(placed, view);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={row.name}
      align="start"
      trigger={
        <button
          type="button"
          {...drag}
          data-order={row.orderId}
          onKeyDown={(event) => {
            if (event.key === "Escape") stop();
            keys.onKeyDown(event);
          }}
          onBlur={keys.onBlur}
          aria-keyshortcuts={isMovable(calendar, row) ? "m" : undefined}
          className={cn(
            "flex w-full items-center gap-1.5 rounded-sm border px-1.5 py-0.5 text-left text-xs transition-colors select-none [&_svg]:size-3.5 [&_svg]:shrink-0",
            row.state === "scheduled" && !row.isFurther
              ? "border-line-strong bg-surface text-ink shadow-low hover:bg-hover"
              : "border-transparent bg-sunken text-ink-muted hover:bg-hover hover:text-ink",
            isMovable(calendar, row) && "cursor-grab active:cursor-grabbing",
            isLifted && "border-dashed shadow-none",
            row.isFurther && "border-dashed border-line-strong",
            row.state === "failed" && "text-red-fg",
          )}
        >
          <Icon aria-hidden />
          <span aria-hidden className="tabular-nums max-sm:hidden">
            {clockOf(local)}
          </span>
          <Verbatim className="min-w-0 flex-1 truncate">{row.name}</Verbatim>
          <span className="sr-only">
            , {clockOf(local)}, {label}
            {warnings.length > 0 && ", with a warning"}
          </span>
          {warnings.length > 0 && <TriangleAlert aria-hidden className="text-amber-fg" />}
        </button>
      }
    >
      <EntryCard
        row={row}
        onMove={() => {
          setOpen(false);
          calendar.onMove(row);
        }}
      />
    </Popover>
  );
}

/** A press on a chip. */
interface Press {
  x: number;
  y: number;
  /** Pixels from the upper edge of the chip. */
  offset: number;
  /** Where the chip would go; undefined until it is over a day. */
  to?: string;
}

/** Drags a campaign with a mouse or a pen: a finger scrolls, and has the dialog. */
function useDrag({ entry: row, local }: Place<CalendarRow>) {
  const calendar = useCalendar();
  const press = useRef<Press>(undefined);
  const isDragged = useRef(false);
  const liftTo = (to: string) => ({ orderId: row.orderId, name: row.name, from: local, to });
  return {
    stop: () => {
      press.current = undefined;
    },
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      isDragged.current = false;
      if (event.button !== 0 || event.pointerType === "touch" || !isMovable(calendar, row)) return;
      const offset = event.clientY - event.currentTarget.getBoundingClientRect().top;
      press.current = { x: event.clientX, y: event.clientY, offset };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLButtonElement>) => {
      if (!press.current) return;
      const { x, y, offset } = press.current;
      if (!isDragged.current && Math.hypot(event.clientX - x, event.clientY - y) < dragFrom) return;
      isDragged.current = true;
      const to = localUnder(event.clientX, event.clientY - offset, event.clientY, local);
      if (to === undefined) return;
      press.current.to = to;
      calendar.onLift(liftTo(to));
    },
    onPointerUp: () => {
      const to = press.current?.to;
      press.current = undefined;
      if (to !== undefined) calendar.onDrop(liftTo(to));
    },
    onPointerCancel: () => {
      press.current = undefined;
      calendar.onCancel();
    },
    // The release of a drag is a click, too, which would open the card.
    onClick: (event: { preventDefault: () => void }) => {
      if (isDragged.current) event.preventDefault();
      isDragged.current = false;
    },
  };
}

/** What clocks would show for a chip whose upper edge is at `top`; undefined outside of days. */
function localUnder(x: number, top: number, y: number, local: string): string | undefined {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-day]");
  const day = cell?.dataset["day"];
  if (!cell || day === undefined) return undefined;
  if (cell.dataset["hours"] === undefined) return onDay(local, day);
  const box = cell.getBoundingClientRect();
  return atMinute(day, ((top - box.top) / box.height) * dayMinutes);
}

/** Moves a campaign by the arrow keys, from when `m` was pressed until Enter or Escape. */
function useArrowKeys({ entry: row, local }: Place<CalendarRow>, view: "month" | "week") {
  const calendar = useCalendar();
  const { lift } = calendar;
  const lifted = lift?.orderId === row.orderId ? lift : undefined;
  const moveLifted = (key: string, now: Lift): boolean => {
    const minutes = minutesOfKey(view, key);
    if (minutes !== undefined) calendar.onLift({ ...now, to: shifted(now.to, minutes) });
    else if (key === "Enter") calendar.onDrop(now);
    else if (key === "Escape") calendar.onCancel();
    else return false;
    return true;
  };
  return {
    onBlur: () => {
      if (lifted) calendar.onCancel();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      if (lifted) {
        if (!moveLifted(event.key, lifted)) return;
        event.preventDefault();
        event.stopPropagation();
      } else if (event.key === "m" && isMovable(calendar, row)) {
        event.preventDefault();
        calendar.onLift({ orderId: row.orderId, name: row.name, from: local, to: local });
      }
    },
  };
}
