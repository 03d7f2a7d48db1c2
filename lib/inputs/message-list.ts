/** How far back messages are looked for, in hours. */
const hours = { "24h": 24, "7d": 7 * 24, "30d": 30 * 24, "90d": 90 * 24, "12m": 365 * 24 } as const;

export type MessagePeriod = keyof typeof hours;

/** The shortest first. */
export const messagePeriods = Object.keys(hours) as [MessagePeriod, ...MessagePeriod[]];

/** Milliseconds of a period. */
export function periodMs(period: MessagePeriod): number {
  return hours[period] * 3_600_000;
}

/** Who sends messages: programs, people in the console, and people there who test. */
export const messageSources = ["api", "console", "test"] as const;
/** Who sent a message. */
export type MessageSource = (typeof messageSources)[number];
