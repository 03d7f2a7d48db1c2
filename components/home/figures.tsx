import { attemptedOf } from "@/components/facts/delivery-state";
import { SameServiceLink } from "@/components/shell/same-service";
import { BarChart, type ChartSeries } from "@/components/ui/bar-chart";
import { CardBody, TitledCard } from "@/components/ui/card";
import type { OverviewRange } from "@/lib/inputs/overview-range";
import { paths } from "@/lib/inputs/paths";
import { failedTone, rangeWords, type Overview } from "./overview";
import { RangeChoice } from "./range-choice";

/** A range in five figures and a chart. */
export function Figures({
  overview,
  range,
}: {
  overview: Pick<Overview, "total" | "bars">;
  range: OverviewRange;
}) {
  const { total: counts, bars } = overview;
  const { long, unit } = rangeWords[range];
  const total = attemptedOf(counts);
  const arrived = counts.delivered + counts.read;
  const lost = counts.failed + counts.expired;
  const series: ChartSeries[] = [
    { key: "read", label: "Read", tone: "green" },
    { key: "delivered", label: "Delivered", tone: "teal" },
    { key: "submitted", label: "Submitted", tone: "blue" },
    { key: "failed", label: "Failed", tone: failedTone(lost, total) },
  ];
  const figures: { label: string; value: number; share?: string | undefined; why?: boolean }[] = [
    { label: "Messages", value: counts.messages },
    { label: "Deliveries", value: total },
    { label: "Delivered", value: arrived, share: share(arrived, total) },
    { label: "Read", value: counts.read, share: share(counts.read, total) },
    { label: "Failed", value: lost, share: share(lost, total), why: lost > 0 },
  ];
  return (
    <TitledCard id="figures-title" title={`Last ${long}`} actions={<RangeChoice range={range} />}>
      <dl className="grid grid-cols-2 gap-px border-b border-line bg-line sm:grid-cols-3 lg:grid-cols-5">
        {figures.map(({ label, value, share: part, why }) => (
          <div key={label} className="bg-surface px-4 py-3 max-lg:first:col-span-2">
            <dt className="text-xs text-ink-muted">{label}</dt>
            <dd className="flex flex-wrap items-baseline gap-x-1.5 text-2xl font-semibold tracking-tight tabular-nums">
              {value.toLocaleString("en")}
              {part && (
                <span className="text-xs font-normal tracking-normal whitespace-nowrap text-ink-faint">
                  {part}
                </span>
              )}
              {why === true && (
                <SameServiceLink
                  href={paths.notDelivered()}
                  className="text-xs font-normal tracking-normal text-ink-muted underline underline-offset-2"
                >
                  Why?
                </SameServiceLink>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <CardBody>
        {total === 0 ? (
          <p className="text-sm text-ink-muted">Nothing went out in the last {long}.</p>
        ) : (
          <BarChart
            label={`Deliveries by ${unit}`}
            series={series}
            span={long}
            unit={unit}
            bars={bars.map(({ at, submitted, delivered, read, failed }) => ({
              at,
              values: { submitted, delivered, read, failed },
            }))}
          />
        )}
      </CardBody>
    </TitledCard>
  );
}

function share(part: number, whole: number): string | undefined {
  if (whole === 0 || part === 0) return undefined;
  const percent = (part / whole) * 100;
  if (percent < 1) return "<1 %";
  return `${percent > 99 && part < whole ? "99" : Math.round(percent)} %`;
}
