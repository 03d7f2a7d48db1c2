import { tzOffset } from "@date-fns/tz";

/** Of all zones the one whose clocks are the furthest ahead. */
export const firstZone = "Pacific/Kiritimati";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Returns the offset of a zone from UTC at a moment, in milliseconds; `zone` an IANA name. */
export function zoneOffset(at: number, zone: string): number {
  return tzOffset(zone, new Date(at)) * minuteMs;
}

/**
 * Returns what clocks in a zone show at a moment, as the milliseconds at which those of UTC show
 * the same.
 */
export function wallAt(at: number, zone: string): number {
  return at + zoneOffset(at, zone);
}

/** Writes a wall time as `<input type="datetime-local">` has it, `2027-03-28T09:00`. */
export function wallText(wall: number): string {
  return new Date(wall).toISOString().slice(0, 16);
}

/** Reads a wall time from such a text; undefined for anything else. */
export function wallOf(local: string): number | undefined {
  const wall = /^\d{4,6}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local)
    ? Date.parse(`${local.slice(0, local.indexOf("T") + 6)}Z`)
    : Number.NaN;
  return Number.isNaN(wall) ? undefined : wall;
}

/** When clocks in a zone show a date and time. */
export type Moments =
  | { kind: "once"; at: Date }
  /**
   * Never: clocks are put forward over it. `at` is as long after the change as it would have been
   * without one.
   */
  | { kind: "skipped"; at: Date }
  /** Clocks are put back over it. */
  | { kind: "twice"; first: Date; second: Date };

/** The moments at which clocks in a zone show a wall time; `zone` an IANA name. */
export function momentsAt(wall: number, zone: string): Moments {
  // No zone changes its clocks twice within two days.
  const [before, after] = [
    wall - zoneOffset(wall - dayMs, zone),
    wall - zoneOffset(wall + dayMs, zone),
  ];
  const occurrences = [...new Set([before, after])]
    .filter((at) => wallAt(at, zone) === wall)
    .toSorted((one, other) => one - other);
  const [first, second] = occurrences.map((at) => new Date(at));
  if (first === undefined) return { kind: "skipped", at: new Date(before) };
  return second === undefined ? { kind: "once", at: first } : { kind: "twice", first, second };
}

/**
 * The one moment at which something starts that is planned for a wall time, in milliseconds UTC:
 * of a time that comes twice the first one, and of a time that is skipped the moment as long after
 * the change as it would have been without one (02:30 becomes 03:30).
 */
export function startAt(wall: number, zone: string): number {
  const moments = momentsAt(wall, zone);
  return (moments.kind === "twice" ? moments.first : moments.at).getTime();
}
