"use client";

import { CalendarClock } from "lucide-react";
import { reasonOf } from "@/components/composer/rights";
import { LinkButton } from "@/components/shell/link-button";
import { Button } from "@/components/ui/button";
import { Kbd, Verbatim } from "@/components/ui/verbatim";
import { paths } from "@/lib/inputs/paths";
import type { CalendarRow } from "@/lib/results/list-calendar";
import { isMovable, isScheduled, useCalendar } from "./calendar-context";
import { localText } from "./calendar-words";
import { EntryFacts, EntryState } from "./entry-facts";
import { placedIn } from "./layout";

/** The facts of a campaign in the calendar, and what can be done with it. */
export function EntryCard({ row, onMove }: { row: CalendarRow; onMove: () => void }) {
  const calendar = useCalendar();
  const { zone, warnings } = calendar;
  return (
    <div className="space-y-3 overflow-y-auto p-4">
      <div>
        <p className="text-base font-semibold">
          <Verbatim>{row.name}</Verbatim>
        </p>
        <p className="mt-0.5 text-xs text-ink-muted">
          {localText(placedIn(row, zone).local)}
          {row.times?.zoned !== true && `, ${zone}`}
        </p>
      </div>
      <EntryState row={row} />
      <EntryFacts row={row} warnings={warnings.get(row.orderId) ?? []} />
      <div className="flex flex-wrap gap-2">
        <LinkButton size="sm" href={paths.campaign(row.id)}>
          Open
        </LinkButton>
        {isScheduled(row) && <MoveButton row={row} onMove={onMove} />}
      </div>
      {isMovable(calendar, row) && (
        <p className="text-xs text-ink-faint">
          Or drag it, or press <Kbd>m</Kbd> on it and then the arrow keys.
        </p>
      )}
    </div>
  );
}

/** Opens the dialog that moves a campaign. */
export function MoveButton({ row, onMove }: { row: CalendarRow; onMove: () => void }) {
  const calendar = useCalendar();
  return (
    <Button
      size="sm"
      icon={CalendarClock}
      disabled={!isMovable(calendar, row)}
      title={reasonOf(calendar.may)}
      onClick={onMove}
    >
      Move to …
    </Button>
  );
}
