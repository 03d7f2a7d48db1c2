import { tzOffset } from "@date-fns/tz";
import { isTimeZone } from "@/lib/inputs/time-zone";

let zones: readonly string[] | undefined;

/** The time zones that the browser knows, UTC first. */
export function zonesOf(): readonly string[] {
  zones ??= ["UTC", ...Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC")];
  return zones;
}

/** When clocks in a zone show a date and time. */
export type Moments =
  | { kind: "once"; at: Date }
  /** Never: clocks are put forward over it. `at` is as long after the change as it would have been without one. */
  | { kind: "skipped"; at: Date }
  /** Clocks are put back over it. */
  | { kind: "twice"; first: Date; second: Date };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * The moments at which clocks in a zone show this date and time; undefined when either is none.
 *
 * @param local as `<input type="datetime-local">` has it
 */
export function momentsIn(local: string, zone: string): Moments | undefined {
  const wall = /^\d{4,6}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local) ? Date.parse(`${local.slice(0, local.indexOf("T") + 6)}Z`) : Number.NaN;
  if (Number.isNaN(wall) || !isTimeZone(zone)) return undefined;
  const offset = (at: number) => tzOffset(zone, new Date(at)) * minuteMs;
  // No zone changes its clocks twice within two days.
  const [before, after] = [wall - offset(wall - dayMs), wall - offset(wall + dayMs)];
  const shown = [...new Set([before, after])].filter((at) => at + offset(at) === wall).toSorted((one, other) => one - other);
  const [first, second] = shown.map((at) => new Date(at));
  if (first === undefined) return { kind: "skipped", at: new Date(before) };
  return second === undefined ? { kind: "once", at: first } : { kind: "twice", first, second };
}
