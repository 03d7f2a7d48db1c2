/** How far a campaign had come at a moment: milliseconds, monotonic; recipients. */
export interface Sample {
  at: number;
  done: number;
}

/** A pace is measured over this time at most, and this at least (milliseconds). */
const spanMs = 60_000;
const leastMs = 4_000;

/** The samples of the last minute, with the one that is added. */
export function withSample(samples: readonly Sample[], sample: Sample): Sample[] {
  return [...samples.filter(({ at }) => sample.at - at <= spanMs), sample];
}

/** Recipients a minute over the samples; undefined until they cover a few seconds. */
export function paceOf(samples: readonly Sample[]): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < leastMs) return undefined;
  return Math.max(0, (last.done - first.done) / ((last.at - first.at) / 60_000));
}

const minute = 60;
const hour = 60 * minute;

/** How long the rest takes at a pace: "less than a minute left", "about 2 h 5 min left". */
export function timeLeft(recipients: number, pace: number): string | undefined {
  if (pace <= 0) return undefined;
  const seconds = (recipients / pace) * minute;
  if (seconds < minute) return "less than a minute left";
  const minutes = Math.round(seconds / minute);
  if (seconds < hour) return `about ${minutes.toLocaleString("en")} min left`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `about ${hours.toLocaleString("en")} h${rest > 0 ? ` ${rest} min` : ""} left`;
}

/** Rounds a measured number: two digits, then zeros. */
export function roundPace(pace: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(pace, 1))) - 1);
  return Math.round(pace / step) * step;
}
