const form =
  /^P(?=\d|T\d)(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$/;
const hour = 3_600_000;
const mostYears = 100;

/** A duration of ISO 8601 in whole numbers. */
export interface Duration {
  years: number;
  months: number;
  /** Weeks count as seven. */
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** Reads a duration of ISO 8601, such as `P30D`; undefined for nothing, and for over 100 years. */
export function readDuration(text: string): Duration | undefined {
  const match = form.exec(text);
  if (!match) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  const duration = { years, months, days: weeks * 7 + days, hours, minutes, seconds };
  const end = new Date("2000-01-01T00:00:00Z");
  const span = end.getTime() - before(duration, end).getTime();
  return span > 0 && span <= mostYears * 365.25 * 24 * hour ? duration : undefined;
}

/**
 * The moment that lies a duration before another one, in UTC: a month before 31 March is the last
 * day of February.
 */
export function before(duration: Duration, end: Date): Date {
  const { years, months, days, hours, minutes, seconds } = duration;
  const date = new Date(end);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - years * 12 - months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return new Date(date.getTime() - (days * 24 + hours) * hour - minutes * 60_000 - seconds * 1_000);
}
