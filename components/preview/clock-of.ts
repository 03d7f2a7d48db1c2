/** What the clocks of a device say. */
export interface Clock {
  /** "9:41" */
  time: string;
  /** "Friday, November 20", for a lock screen. */
  long: string;
  /** "Fri 20 Nov", for a bar. */
  short: string;
}

/**
 * The clocks at a moment (ms UTC) in the reader's own zone; the hour of advertisements when there
 * is none.
 */
export function clockOf(at: number | undefined, timeZone?: string): Clock {
  if (at === undefined) return { time: "9:41", long: "Friday, November 20", short: "Fri 20 Nov" };
  const say = (locale: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(
      locale,
      timeZone === undefined ? options : { ...options, timeZone },
    ).format(at);
  return {
    time: say("en-GB", { hour: "numeric", minute: "2-digit" }).replace(/^0(?=\d:)/, ""),
    long: say("en-US", { weekday: "long", month: "long", day: "numeric" }),
    short: say("en-GB", { weekday: "short", day: "numeric", month: "short" }).replace(",", ""),
  };
}
