import type { CalendarView } from "@/lib/inputs/calendar";
import { wallOf, wallText } from "@/lib/plan/wall-time";
import type { Day } from "./days";

/** A campaign that is being moved: nothing is stored before it is dropped. */
export interface Lift {
  orderId: string;
  name: string;
  /** Where it was, and where it would be dropped; what clocks show, `2027-01-31T09:00`. */
  from: string;
  to: string;
}

/** Minutes to which a time of day is rounded. */
const stepMinutes = 15;
const minuteMs = 60_000;
const dayMinutes = 24 * 60;

const monthKeys: Readonly<Record<string, number>> = {
  ArrowLeft: -dayMinutes,
  ArrowRight: dayMinutes,
  ArrowUp: -7 * dayMinutes,
  ArrowDown: 7 * dayMinutes,
};
const weekKeys: Readonly<Record<string, number>> = {
  ArrowLeft: -dayMinutes,
  ArrowRight: dayMinutes,
  ArrowUp: -stepMinutes,
  ArrowDown: stepMinutes,
};

/**
 * Returns by how many minutes a key moves what is lifted: days and weeks in a month, days and
 * quarters of an hour in a week; undefined for other keys.
 */
export function minutesOfKey(view: CalendarView, key: string): number | undefined {
  const keys = view === "month" ? monthKeys : weekKeys;
  return Object.hasOwn(keys, key) ? keys[key] : undefined;
}

/** Returns a time of clocks so many minutes later: through midnight, and past months. */
export function shifted(local: string, minutes: number): string {
  return wallText((wallOf(local) ?? Number.NaN) + minutes * minuteMs);
}

/** Returns the same time of day on another day. */
export function onDay(local: string, day: Day): string {
  return `${day}T${local.slice(11)}`;
}

/** Returns the quarter of an hour of a day that is nearest to a minute after midnight. */
export function atMinute(day: Day, minute: number): string {
  const last = dayMinutes - stepMinutes;
  const rounded = Math.round(minute / stepMinutes) * stepMinutes;
  return shifted(`${day}T00:00`, Math.min(Math.max(rounded, 0), last));
}
