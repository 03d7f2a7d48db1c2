import { BarChart, type ChartSeries } from "@/components/ui/bar-chart";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { totalOf } from "@/components/message/delivery-state";
import type { Overview } from "./overview-shape";

const series: readonly ChartSeries[] = [
  { key: "read", label: "Read", tone: "green" },
  { key: "delivered", label: "Delivered", tone: "teal" },
  { key: "submitted", label: "Submitted", tone: "blue" },
  { key: "failed", label: "Failed", tone: "red" },
];

/** The last 24 hours in five figures and a chart. */
export function Figures({ overview }: { overview: Pick<Overview, "last24h" | "hours"> }) {
  const { last24h, hours } = overview;
  const total = totalOf(last24h);
  const arrived = last24h.delivered + last24h.read;
  const figures = [
    { label: "Messages", value: last24h.messages, share: undefined },
    { label: "Deliveries", value: total, share: undefined },
    { label: "Arrived", value: arrived, share: share(arrived, total) },
    { label: "Read", value: last24h.read, share: share(last24h.read, total) },
    { label: "Not delivered", value: last24h.failed + last24h.expired, share: share(last24h.failed + last24h.expired, total) },
  ];
  return (
    <Card aria-labelledby="figures-title">
      <CardHeader id="figures-title" title="Last 24 hours" />
      <dl className="grid grid-cols-2 gap-px border-b border-line bg-line sm:grid-cols-3 lg:grid-cols-5">
        {figures.map(({ label, value, share: part }) => (
          <div key={label} className="bg-surface px-4 py-3 max-lg:first:col-span-2">
            <dt className="text-xs text-ink-muted">{label}</dt>
            <dd className="flex flex-wrap items-baseline gap-x-1.5 text-2xl font-semibold tracking-tight tabular-nums">
              {value.toLocaleString("en")}
              {part && <span className="text-xs font-normal tracking-normal whitespace-nowrap text-ink-faint">{part}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <CardBody>
        <BarChart
          label="Deliveries by hour"
          series={series}
          span="24 hours"
          bars={hours.map(({ hour, submitted, delivered, read, failed }) => ({ at: hour, values: { submitted, delivered, read, failed } }))}
        />
      </CardBody>
    </Card>
  );
}

function share(part: number, whole: number): string | undefined {
  if (whole === 0 || part === 0) return undefined;
  const percent = (part / whole) * 100;
  if (percent < 1) return "<1 %";
  return `${percent > 99 && part < whole ? "99" : Math.round(percent)} %`;
}
