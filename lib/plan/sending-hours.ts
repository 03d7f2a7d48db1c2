import { wallAt, zoneOffset } from "./wall-time";

const minuteMs = 60_000;
/** Minutes of a day. */
const dayMinutes = 24 * 60;
const dayMs = dayMinutes * minuteMs;

/**
 * A part of a day by local time, in minutes after midnight; through midnight where `to` is less.
 */
interface DaySpan {
  /** From 0 to 1,439. */
  from: number;
  /** Excluded; from 0 to 1,440. */
  to: number;
}

/** When campaigns may go out, by the local time of each recipient. */
export interface SendingHours {
  /** Nothing goes out in these hours of any day; null: there are none. */
  quiet: DaySpan | null;
  /**
   * Only in these hours of these days (1 Monday to 7 Sunday; that on which the hours begin); null:
   * at any time.
   */
  window: (DaySpan & { days: readonly number[] }) | null;
}

/** Whether hours hold anything back. */
export function hasHours({ quiet, window }: SendingHours): boolean {
  return quiet !== null || window !== null;
}

const inSpan = (minute: number, { from, to }: DaySpan) =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to;

/** Whether something may go out while clocks show a wall time (milliseconds). */
export function isOpenAt(wall: number, { quiet, window }: SendingHours): boolean {
  const day = Math.floor(wall / dayMs);
  const minute = Math.floor((wall - day * dayMs) / minuteMs);
  if (quiet && inSpan(minute, quiet)) return false;
  if (!window) return true;
  if (!inSpan(minute, window)) return false;
  const begins = window.from >= window.to && minute < window.to ? day - 1 : day;
  return window.days.includes(weekdayOf(begins));
}

/** The weekday of a day since 1970, 1 Monday to 7 Sunday. */
export function weekdayOf(day: number): number {
  // The first one was a Thursday.
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** Whether there is a minute of a week in which something may go out. */
export function everOpen(hours: SendingHours): boolean {
  for (let minute = 0; minute < 7 * dayMinutes; minute += 1)
    if (isOpenAt(minute * minuteMs, hours)) return true;
  return false;
}

/** Days that are searched: hours that open in a week open by then, also when clocks change. */
const mostDays = 30;

/**
 * The first moment from `at` on at which something may go out in a zone: `at` itself where it may
 * then. Milliseconds UTC; undefined where nothing ever may ({@link everOpen}). Judged by what
 * clocks show, so that an hour that comes twice is quiet twice.
 */
export function nextOpen(at: number, zone: string, hours: SendingHours): number | undefined {
  return nextWhere(at, zone, hours, true);
}

/**
 * The first moment from `at` on at which nothing may go out in a zone; undefined where anything may
 * at any time.
 */
export function nextShut(at: number, zone: string, hours: SendingHours): number | undefined {
  return hasHours(hours) ? nextWhere(at, zone, hours, false) : undefined;
}

function nextWhere(
  from: number,
  zone: string,
  hours: SendingHours,
  open: boolean,
): number | undefined {
  const edges = [hours.quiet, hours.window].flatMap((span) => (span ? [span.from, span.to] : []));
  // Midnight: the weekday changes, and clocks do not change twice between two edges.
  const minutes = [...new Set([...edges, dayMinutes].map((edge) => edge % dayMinutes))];
  for (let at = from; at < from + mostDays * dayMs; at = nextEdge(at, zone, minutes))
    if (isOpenAt(wallAt(at, zone), hours) === open) return at;
  return undefined;
}

/** The first moment after `at` when clocks show one of these minutes of a day, or are changed. */
function nextEdge(at: number, zone: string, minutes: readonly number[]): number {
  const offset = zoneOffset(at, zone);
  const wall = at + offset;
  const midnight = Math.floor(wall / dayMs) * dayMs;
  const walls = minutes.map((minute) => {
    const today = midnight + minute * minuteMs;
    return today > wall ? today : today + dayMs;
  });
  const edge = Math.min(...walls) - offset;
  return zoneOffset(edge, zone) === offset ? edge : changeBetween(at, edge, zone);
}

/**
 * How clocks of a zone go in the days after a moment, as a text: two zones with the same one show
 * the same time at every moment until then.
 */
export function clocksFrom(from: number, zone: string): string {
  const parts = [zoneOffset(from, zone)];
  for (let at = from; at < from + mostDays * dayMs; at += dayMs) {
    if (zoneOffset(at, zone) === zoneOffset(at + dayMs, zone)) continue;
    parts.push(changeBetween(at, at + dayMs, zone), zoneOffset(at + dayMs, zone));
  }
  return parts.join(" ");
}

/** When clocks are changed between two moments, the first of them before it. */
function changeBetween(from: number, to: number, zone: string): number {
  const before = zoneOffset(from, zone);
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zoneOffset(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** How long what waited goes out at most, spread from when its window opens (milliseconds). */
export const spreadMs = 10 * minuteMs;

/**
 * The first moment at which a recipient that waited may be sent to, of many for whom a window
 * opens at once: they are spread evenly over its first ten minutes, or over half of a shorter one.
 *
 * @param place of the recipient among `recipients` that waited, from 0
 */
export function spreadFrom(
  opensAt: number,
  shutsAt: number | undefined,
  { place, recipients }: { place: number; recipients: number },
): number {
  const span = Math.min(spreadMs, shutsAt === undefined ? spreadMs : (shutsAt - opensAt) / 2);
  return opensAt + Math.floor((span * Math.min(place, recipients)) / Math.max(1, recipients));
}
