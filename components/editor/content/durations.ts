const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;

/** Lives of a message that people choose from, in seconds. */
export const usualLives: readonly number[] = [0, 15 * minute, hour, 6 * hour, day, 3 * day, week];

/**
 * A moment as `<input type="datetime-local">` has it, in the browser's own time zone; "" when it is
 * none.
 */
export function localInput(iso: string): string {
  const at = new Date(iso);
  if (iso === "" || Number.isNaN(at.getTime())) return "";
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/**
 * What `<input type="datetime-local">` holds as the interface writes it: ISO 8601 UTC with
 * fractional seconds (contract 4). "" stays "".
 */
export function isoOfLocal(value: string): string {
  const at = new Date(value);
  return value === "" || Number.isNaN(at.getTime()) ? "" : at.toISOString();
}
