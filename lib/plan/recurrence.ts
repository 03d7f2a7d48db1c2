import { weekdayOf } from "./sending-hours";
import { startAt, wallOf, wallText } from "./wall-time";

const dayMs = 86_400_000;

/** Calendar rule of something that recurs, by the clocks of a zone. */
export interface Recurrence {
  every: "day" | "week" | "month";
  /** The weekdays of a weekly rule, 1 Monday to 7 Sunday; no others have any. */
  days?: readonly number[] | undefined;
  /**
   * The earliest date, and the time of all runs: `2027-01-31T09:00`. A monthly rule has its day; a
   * month without it has its last day instead.
   */
  from: string;
  /** The last date that may have a run, `2027-12-31`; null: it does not end. */
  until: string | null;
}

/** A run of a recurrence. */
export interface Run {
  /** What clocks show; no two runs have the same date. */
  local: string;
  /** Milliseconds UTC, by `startAt`. */
  at: number;
}

/** Runs are searched so many days ahead: a rule of one day in a month has one by then. */
const mostDays = 62;

/**
 * The first run of a recurrence that starts after a moment (milliseconds UTC); undefined when none
 * is left. `zone` is an IANA name. Each date of the rule has one run, however its clocks change.
 */
export function nextRun(rule: Recurrence, zone: string, after: number): Run | undefined {
  const first = wallOf(rule.from);
  if (first === undefined) return undefined;
  // A day back: what clocks show differs from UTC by less than that.
  const start = Math.max(0, Math.floor((after - first) / dayMs) - 1);
  for (let day = start; day < start + mostDays; day += 1) {
    const wall = first + day * dayMs;
    const local = wallText(wall);
    if (rule.until !== null && local.slice(0, rule.until.length) > rule.until) return undefined;
    if (!isOn(wall, first, rule)) continue;
    const at = startAt(wall, zone);
    if (at > after) return { local, at };
  }
  return undefined;
}

/** At most `most` runs that start after a moment, in their order. */
export function nextRuns(rule: Recurrence, zone: string, after: number, most: number): Run[] {
  const runs: Run[] = [];
  for (let at = after; runs.length < most;) {
    const run = nextRun(rule, zone, at);
    if (!run) break;
    runs.push(run);
    ({ at } = run);
  }
  return runs;
}

function isOn(wall: number, first: number, { every, days = [] }: Recurrence): boolean {
  if (every === "day") return true;
  if (every === "week") return days.includes(weekdayOf(Math.floor(wall / dayMs)));
  const date = new Date(wall);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.getUTCDate() === Math.min(new Date(first).getUTCDate(), lastDay);
}

const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const workdays = "1,2,3,4,5";

/** A recurrence in words: "every weekday at 09:00, until 2027-12-31". */
export function recurrenceText({ every, days = [], from, until }: Recurrence): string {
  const time = from.slice(from.indexOf("T") + 1).slice(0, 5);
  const end = until === null ? "" : `, until ${until}`;
  return `${datesText(every, days, Number(from.slice(8, 10)))} at ${time}${end}`;
}

function datesText(every: Recurrence["every"], days: readonly number[], date: number): string {
  if (every === "day") return "every day";
  if (every === "week")
    return days.join(",") === workdays
      ? "every weekday"
      : `every ${new Intl.ListFormat("en").format(days.map((day) => dayNames[day - 1] ?? ""))}`;
  return date > 28 ? `every month on day ${date}, or its last day` : `every month on day ${date}`;
}
