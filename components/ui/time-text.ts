const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/**
 * How long ago (or how far ahead) a moment is, in words: "just now", "12 minutes ago", "in 3
 * hours". Beyond a week the date stands alone.
 *
 * @param at moment, ms UTC
 * @param now present, ms UTC
 * @param timeZone IANA name, of the date; the reader's own when left out
 */
export function relativeText(at: number, now: number, timeZone?: string): string {
  const seconds = Math.round((at - now) / 1000);
  const size = Math.abs(seconds);
  if (size < 10) return "just now";
  if (size < 60)
    return new Intl.RelativeTimeFormat("en", { style: "short" }).format(seconds, "second");
  if (size >= 7 * 86_400)
    return new Intl.DateTimeFormat("en", {
      day: "numeric",
      month: "short",
      year: "numeric",
      ...(timeZone === undefined ? {} : { timeZone }),
    }).format(at);
  const [unit, length] = steps.find(([, seconds_]) => size >= seconds_) ?? ["minute", 60];
  // Rounded for the future: a time chosen as "in seven days" still reads so a moment later, when it
  // is six days and some hours ahead.
  const whole = seconds < 0 ? Math.trunc(seconds / length) : Math.round(seconds / length);
  return new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" }).format(whole, unit);
}

/**
 * A moment to the second, always with its zone: "20 Nov 2026, 22:41:07 GMT+1".
 *
 * @param at moment, ms UTC
 * @param timeZone IANA name; the reader's own when left out
 */
export function absoluteText(at: number, timeZone?: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(at);
}

/**
 * A day and the time on it: "Nov 24, 14:03", with the year where it is another one than at `now`.
 */
export function momentText(at: number, now: number, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  const yearOf = (moment: number) =>
    new Intl.DateTimeFormat("en", { year: "numeric", ...zone }).format(moment);
  return new Intl.DateTimeFormat("en", {
    ...(yearOf(at) !== yearOf(now) && { year: "numeric" }),
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...zone,
  }).format(at);
}

/** The time of day to the second, e.g. "22:41:07", for rows whose date is shown elsewhere. */
export function clockText(at: number, timeZone?: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(at);
}
