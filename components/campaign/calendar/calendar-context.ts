"use client";

import { createContext, useContext } from "react";
import type { Verdict } from "@/lib/policy/can";
import type { CalendarRow } from "@/lib/results/list-calendar";
import type { Day } from "./days";
import type { Lift } from "./moving";

/** What all parts of a calendar share. */
export interface CalendarScope {
  zone: string;
  today: Day;
  /** Milliseconds UTC. */
  now: number;
  may: Verdict;
  /** The address of the agenda of a day. */
  agendaHref: (day: Day) => string;
  /** What is said of a campaign that meets others or sending times, by its order. */
  warnings: ReadonlyMap<string, readonly string[]>;
  /** The campaign that is being moved. */
  lift: Lift | undefined;
  /** Says where a campaign would go; in place of another one that was lifted. */
  onLift: (lift: Lift) => void;
  /** Moves it there. */
  onDrop: (lift: Lift) => void;
  onCancel: () => void;
  /** Opens the dialog that moves it. */
  onMove: (row: CalendarRow) => void;
}

export const CalendarContext = createContext<CalendarScope | undefined>(undefined);

/** What all parts of a calendar share. */
export function useCalendar(): CalendarScope {
  const calendar = useContext(CalendarContext);
  if (!calendar) throw new Error("There is no calendar around this.");
  return calendar;
}

/**
 * Whether a campaign is one to be moved: it is scheduled. One that recurs does not become a draft
 * for an approval of one run.
 */
export function isScheduled({ state, isFurther, needsApproval, times }: CalendarRow): boolean {
  return state === "scheduled" && !isFurther && !(needsApproval && times?.recurrence);
}

/** Whether the member may move it, too. */
export function isMovable({ may }: Pick<CalendarScope, "may">, row: CalendarRow): boolean {
  return may.ok && isScheduled(row);
}
