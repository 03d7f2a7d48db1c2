import { before, readDuration } from "./duration";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Characters of `YYYY-MM-DD`. */
const dayLength = 10;

/** The moment that a duration of ISO 8601 lies before another one. */
export function momentBefore(duration: string, now: Date): Date {
  const read = readDuration(duration);
  return read ? before(read, now) : now;
}

/** As {@link momentBefore}, at the beginning of its hour: deeds are stored by the hour. */
export function hourBefore(duration: string, now: Date): Date {
  return new Date(Math.floor(momentBefore(duration, now).getTime() / hourMs) * hourMs);
}

/** The end of a day, `YYYY-MM-DD` in UTC; undefined for a moment. */
export function dayAfter(date: string): Date | undefined {
  return date.length === dayLength ? new Date(Date.parse(date) + dayMs) : undefined;
}

/** A date as long as another one: of a moment the day, where the other one is a day. */
export function cutTo(date: string, other: string): string {
  return date.slice(0, other.length);
}

/** A language as languages are compared: with hyphens, its letters of ASCII in lower case. */
export function languageTag(language: string): string {
  return language.replaceAll("_", "-").replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
