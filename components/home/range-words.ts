import type { BarUnit } from "@/components/ui/bar-chart";
import type { OverviewRange } from "@/lib/inputs/overview-range";

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
