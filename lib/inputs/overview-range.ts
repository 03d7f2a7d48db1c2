/**
 * What Home looks back on, and how long each bar of its chart is: so that there are never more than
 * thirty or so.
 */
const ranges = {
  "24h": { bars: 24, barHours: 1 },
  "7d": { bars: 28, barHours: 6 },
  "30d": { bars: 30, barHours: 24 },
} as const;

export type OverviewRange = keyof typeof ranges;

/** The shortest first. */
export const overviewRanges = Object.keys(ranges) as [OverviewRange, ...OverviewRange[]];

/** How many bars a range has, and how many hours each of them is. */
export function barsOf(range: OverviewRange): { bars: number; barHours: number } {
  return ranges[range];
}
