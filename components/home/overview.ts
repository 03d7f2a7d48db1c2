import type { Tone } from "@/components/ui/badge";
import type { BarUnit } from "@/components/ui/bar-chart";
import type { OverviewRange } from "@/lib/inputs/overview-range";
import type { overview } from "@/lib/results/overview";

/** The data of Home. */
export type Overview = Awaited<ReturnType<typeof overview>>;

interface RangeWords {
  short: string;
  /** As it follows “last”. */
  long: string;
  unit: BarUnit;
}

/** What each range is called, and its bars. */
export const rangeWords: Record<OverviewRange, RangeWords> = {
  "24h": { short: "24 h", long: "24 hours", unit: "hour" },
  "7d": { short: "7 d", long: "7 days", unit: "6 hours" },
  "30d": { short: "30 d", long: "30 days", unit: "day" },
};

/**
 * The colour of what was not delivered: red where that is at least half of all, so that one list of
 * people without a device does not raise an alarm over a good week.
 */
export function failedTone(failed: number, all: number): Tone {
  return failed > 0 && failed >= all / 2 ? "red" : "amber";
}
