"use client";

import { useState } from "react";
import { solidClass, type Tone } from "./badge";
import { useNow } from "./browser/clock";
import { cn } from "./cn";

export interface ChartSeries {
  key: string;
  label: string;
  tone: Tone;
}
export interface ChartBar {
  /** When it starts, ISO 8601 with zone. */
  at: string;
  values: Record<string, number>;
}

/** How long a bar is. Days are those of UTC. */
export type BarUnit = "hour" | "6 hours" | "day";

interface BarChartProps {
  label: string;
  series: readonly ChartSeries[];
  bars: readonly ChartBar[];
  span: string;
  unit?: BarUnit;
}

/** Of a bar: a few of them do not fill the card. */
const widestRem = 6;

/**
 * Stacked bars by `unit`; `span` says over how long. The figures of the bar under the pointer stand
 * in the legend; the same figures are in a table for everybody.
 */
export function BarChart({ label, series, bars, span, unit = "hour" }: BarChartProps) {
  const [over, setOver] = useState<number>();
  const mounted = useNow() !== undefined;
  const totalOf = (bar: ChartBar) =>
    series.reduce((sum, { key }) => sum + (bar.values[key] ?? 0), 0);
  const top = scaleTop(Math.max(0, ...bars.map(totalOf)));
  const focus = over === undefined ? undefined : bars[over];
  const valueOf = (key: string) =>
    focus ? (focus.values[key] ?? 0) : bars.reduce((sum, bar) => sum + (bar.values[key] ?? 0), 0);
  const start = (bar: ChartBar | undefined) =>
    bar && mounted ? formats[unit].format(Date.parse(bar.at)) : " ";
  return (
    <figure aria-label={label}>
      <div
        aria-hidden
        className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-muted"
      >
        {series.map(({ key, label: name, tone }) => (
          <span key={key} className="inline-flex items-center gap-1.5">
            <span className={cn("size-2 rounded-[2px]", solidClass(tone))} />
            {name}
            <b className="font-medium text-ink tabular-nums">{valueOf(key).toLocaleString("en")}</b>
          </span>
        ))}
        <span className="ml-auto tabular-nums">{focus ? start(focus) : span}</span>
      </div>
      <div style={{ maxWidth: `${bars.length * widestRem}rem` }}>
        <div
          aria-hidden
          className="relative mt-4 flex h-36 items-stretch gap-[3px]"
          onPointerLeave={() => setOver(undefined)}
        >
          <Line at={top} className="top-0" />
          <Line at={top / 2} className="top-1/2" />
          {bars.map((bar, index) => (
            <div
              key={bar.at}
              onPointerEnter={() => setOver(index)}
              className={cn(
                "relative flex min-w-0 flex-1 flex-col-reverse justify-start gap-px rounded-t-sm transition-opacity",
                over !== undefined && over !== index && "opacity-45",
              )}
            >
              {series.map(({ key, tone }) => {
                const value = bar.values[key] ?? 0;
                return value === 0 ? null : (
                  <span
                    key={key}
                    className={cn("min-h-0.5 last:rounded-t-[3px]", solidClass(tone))}
                    style={{ height: `${(value / top) * 100}%` }}
                  />
                );
              })}
              {totalOf(bar) === 0 && <span className="h-0.5 rounded-full bg-neutral-soft" />}
            </div>
          ))}
        </div>
        <div
          aria-hidden
          className="mt-1.5 flex justify-between border-t border-line pt-1.5 text-2xs text-ink-faint tabular-nums"
        >
          {[...new Set([0, Math.floor(bars.length / 2), bars.length - 1])].map((index) => (
            <span key={index}>{start(bars[index])}</span>
          ))}
        </div>
      </div>
      <details className="mt-2 text-xs">
        <summary className="inline-flex min-h-6 items-center rounded-sm text-ink-faint hover:text-ink">
          Show as a table
        </summary>
        <div className="mt-1 max-h-56 overflow-auto">
          <table className="w-full text-left tabular-nums">
            <thead className="text-ink-faint">
              <tr>
                <th scope="col" className="py-1 font-medium">
                  {columns[unit]}
                </th>
                {series.map(({ key, label: name }) => (
                  <th key={key} scope="col" className="py-1 text-right font-medium">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {bars.map((bar) => (
                <tr key={bar.at} className="border-t border-line">
                  <th scope="row" className="py-1 font-normal">
                    {start(bar)}
                  </th>
                  {series.map(({ key }) => (
                    <td key={key} className="py-1 text-right">
                      {(bar.values[key] ?? 0).toLocaleString("en")}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

/** A line of the scale, with its number on it. */
function Line({ at, className }: { at: number; className: string }) {
  return (
    <span
      className={cn(
        "pointer-events-none absolute inset-x-0 border-t border-dashed border-line",
        className,
      )}
    >
      <span className="absolute bottom-0 left-0 text-2xs text-ink-faint tabular-nums">
        {scaleText(at)}
      </span>
    </span>
  );
}

/** "Mon 22:00", "Mon 24 Nov, 18:00" in the reader's zone; "Mon 24 Nov" of UTC. */
const formats: Record<BarUnit, Intl.DateTimeFormat> = {
  hour: new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", weekday: "short" }),
  "6 hours": new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    weekday: "short",
    day: "numeric",
    month: "short",
  }),
  day: new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  }),
};
const columns: Record<BarUnit, string> = { hour: "Hour", "6 hours": "From", day: "Day (UTC)" };

const compact = new Intl.NumberFormat("en", { notation: "compact" });

/**
 * The top of a scale that a value fits under: a round number of which the half is a whole one. At
 * least 2.
 */
export function scaleTop(most: number): number {
  const power = 10 ** Math.max(0, Math.ceil(Math.log10(most)) - 1);
  const steps = [2, 4, 6, 8, 10];
  return (steps.find((step) => step * power >= most) ?? 10) * power;
}

/** A number of a scale in as few letters as it takes: "400", "20K". */
export function scaleText(value: number): string {
  return compact.format(value);
}
