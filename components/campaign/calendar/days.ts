import type { CalendarView } from "@/lib/inputs/calendar";
import { startAt, wallAt, wallOf, wallText } from "@/lib/plan/wall-time";

/** A date as ISO 8601 writes it, `2027-01-31`. */
export type Day = string;

const dayMs = 86_400_000;
const atMidnight = (day: Day) => Date.parse(`${day}T00:00Z`);
const dayOfWall = (wall: number): Day => new Date(wall).toISOString().slice(0, 10);
const [firstYear, lastYear] = [2000, 2200];

/** Returns the date that a text names, of the years that a calendar shows; undefined for others. */
export function dayIn(text: string | undefined): Day | undefined {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const year = Number(text.slice(0, 4));
  const midnight = atMidnight(text);
  return year < firstYear || year > lastYear || Number.isNaN(midnight)
    ? undefined
    : dayOfWall(midnight);
}

/** Returns what clocks in a zone show at a moment (milliseconds UTC), `2027-01-31T09:00`. */
export function localAt(at: number, zone: string): string {
  return wallText(wallAt(at, zone));
}

/** Returns the date in a zone at a moment (milliseconds UTC). */
export function dayAt(at: number, zone: string): Day {
  return localAt(at, zone).slice(0, 10);
}

/** Returns when clocks in a zone show a time, in milliseconds UTC (`startAt`). */
export function momentOf(local: string, zone: string): number {
  return startAt(wallOf(local) ?? Number.NaN, zone);
}

/** Returns the day that is so many days later. */
export function addDays(day: Day, days: number): Day {
  return dayOfWall(atMidnight(day) + days * dayMs);
}

/** Returns the weekday of a day, 1 Monday to 7 Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(atMidnight(day)).getUTCDay() || 7;
}

/** Returns the first day of the week that a day is in. */
function weekOf(day: Day, firstWeekday: number): Day {
  return addDays(day, -((weekdayOf(day) - firstWeekday + 7) % 7));
}

const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`;

/** Returns the first day of the month that is so many months later. */
function addMonths(day: Day, months: number): Day {
  const first = new Date(atMidnight(monthOf(day)));
  first.setUTCMonth(first.getUTCMonth() + months);
  return dayOfWall(first.getTime());
}

const daysFrom = (first: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

/** Returns the days of the month that a day is in. */
export function monthDays(on: Day): Day[] {
  const first = monthOf(on);
  return daysFrom(first, (atMidnight(addMonths(on, 1)) - atMidnight(first)) / dayMs);
}

/**
 * Returns the days that a view shows: the seven of a week, or whole weeks with all days of a month,
 * for an agenda too, since a phone shows that in place of the month.
 */
export function shownDays(view: CalendarView, on: Day, firstWeekday: number): Day[] {
  if (view === "week") return daysFrom(weekOf(on, firstWeekday), 7);
  const month = monthDays(on);
  const [first = on, last = on] = [month[0], month.at(-1)];
  const begin = weekOf(first, firstWeekday);
  const end = addDays(weekOf(last, firstWeekday), 7);
  return daysFrom(begin, (atMidnight(end) - atMidnight(begin)) / dayMs);
}

/** Returns a day of the period before (`by` -1) or after (1) the one that a view shows. */
export function stepped(view: CalendarView, on: Day, by: 1 | -1): Day {
  return view === "week" ? addDays(on, 7 * by) : addMonths(on, by);
}

const dayWords = (day: Day, options: Intl.DateTimeFormatOptions) =>
  new Date(atMidnight(day)).toLocaleDateString("en", { ...options, timeZone: "UTC" });

/** Returns a day in words, “Tuesday, December 1, 2026”. */
export function dayText(day: Day): string {
  return dayWords(day, { dateStyle: "full" });
}

/** Returns a weekday in short, “Tue”. */
export function weekdayText(day: Day): string {
  return dayWords(day, { weekday: "short" });
}

/** Returns what a view shows as a title: “December 2026”, or “Nov 30, 2026 – Dec 6, 2026”. */
export function periodText(view: CalendarView, on: Day, firstWeekday: number): string {
  if (view !== "week") return dayWords(on, { month: "long", year: "numeric" });
  const first = weekOf(on, firstWeekday);
  const [from, to] = [first, addDays(first, 6)].map((day) =>
    dayWords(day, { dateStyle: "medium" }),
  );
  return `${from} – ${to}`;
}
