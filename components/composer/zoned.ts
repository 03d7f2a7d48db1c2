import { TZDate } from "@date-fns/tz";

let zones: readonly string[] | undefined;

/** The time zones that the browser knows, UTC first. */
export function zonesOf(): readonly string[] {
  zones ??= ["UTC", ...Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC")];
  return zones;
}

/**
 * The moment at which clocks in a zone show this date and time; undefined when either is none. An hour that a change of clocks skips is taken as
 * the one after it; one that comes twice as the second.
 *
 * @param local as `<input type="datetime-local">` has it
 */
export function momentIn(local: string, zone: string): Date | undefined {
  const [year, month, day, hour, minute] = /^(\d{4,6})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/.exec(local)?.slice(1).map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined || !isZone(zone)) return undefined;
  const at = TZDate.tz(zone, year, month - 1, day, hour ?? 0, minute ?? 0);
  return Number.isNaN(at.getTime()) ? undefined : new Date(at.getTime());
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
