import { attemptedOf } from "@/components/facts/delivery-state";
import { KindIcon, kindName } from "@/components/facts/kind-icon";
import { CountsLine } from "@/components/message/counts-line";
import { ReasonsCard } from "@/components/message/reasons-card";
import { SameServiceLink } from "@/components/shell/same-service";
import { BarChart, type ChartSeries } from "@/components/ui/bar-chart";
import { Card, CardBody, TitledCard } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Verbatim } from "@/components/ui/verbatim";
import { withQuery } from "@/lib/inputs/paths";
import { pressedText } from "@/lib/interface/categories";
import type { CampaignBreakdown } from "@/lib/results/campaign-breakdown";
import type { CampaignHour } from "@/lib/results/campaign-hours";
import type { FormerCampaigns } from "@/lib/results/compare-campaign";
import type { Counts } from "@/lib/results/read-messages";
import { comparedRates, pointsText } from "./comparison";
import { funnelOf, shareText, type FunnelStep } from "./funnel";

interface CampaignResultsProps {
  /** The page of the campaign. */
  path: string;
  counts: Counts;
  breakdown: CampaignBreakdown;
  hours: readonly CampaignHour[];
  /** Undefined while requests of it are not sent. */
  former: FormerCampaigns | undefined;
  /** So short a time ago that devices may still report reads. */
  isFresh: boolean;
}

const series: readonly ChartSeries[] = [
  { key: "read", label: "Read", tone: "green" },
  { key: "delivered", label: "Delivered", tone: "teal" },
];

/**
 * What became of a campaign: how far it came, when, on which devices, why not on others, and what
 * was pressed.
 */
export function CampaignResults({
  path,
  counts: all,
  breakdown: { kinds, reasons, presses },
  hours,
  former,
  isFresh,
}: CampaignResultsProps) {
  const tried = kinds.filter(({ counts }) => attemptedOf(counts) > 0);
  const largest = Math.max(1, ...tried.map(({ counts }) => attemptedOf(counts)));
  const arrived = all.delivered + all.read;
  if (kinds.length === 0)
    return (
      <Card>
        <p className="px-4 py-10 text-center text-ink-muted">
          Nothing has gone out yet. Results appear here as devices answer.
        </p>
      </Card>
    );
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <TitledCard id="funnel-title" title="Funnel">
        <Funnel steps={funnelOf(all, presses)} />
        {all.capped > 0 && <CappedLine path={path} users={all.capped} />}
        {former && <Comparison counts={all} former={former} isFresh={isFresh} />}
      </TitledCard>
      <TitledCard id="hours-title" title="Over time">
        {hours.length === 0 ? (
          <p className="p-4 text-sm text-ink-muted">No device has reported anything yet.</p>
        ) : (
          <CardBody>
            <BarChart
              label="Delivered and read by hour"
              series={series}
              span={
                hours.length === 1
                  ? "1 hour"
                  : `${hours.length === 48 ? "First " : ""}${hours.length} hours`
              }
              bars={hours.map(({ at, delivered, read }) => ({ at, values: { delivered, read } }))}
            />
          </CardBody>
        )}
      </TitledCard>
      <TitledCard
        className={reasons.length + presses.length === 0 ? "lg:col-span-2" : ""}
        id="kinds-title"
        title="By platform"
      >
        {tried.length === 0 && <NothingSent />}
        <ul className="divide-y divide-line">
          {tried.map(({ kind, counts }) => (
            <li
              key={kind ?? "none"}
              className="grid gap-2 px-4 py-3 text-sm sm:grid-cols-[9rem_minmax(0,1fr)]"
            >
              <span className="flex items-center gap-2">
                {kind && <KindIcon kind={kind} className="text-ink-faint" />}
                {kind ? kindName(kind) : "No device"}
              </span>
              <CountsLine counts={{ ...counts, capped: 0 }} of={largest} />
            </li>
          ))}
        </ul>
      </TitledCard>
      <div className="space-y-5 empty:hidden">
        {reasons.length > 0 && <ReasonsCard reasons={reasons} partial={false} />}
        {presses.length > 0 && (
          <TitledCard id="presses-title" title="Buttons pressed">
            <ul className="divide-y divide-line">
              {presses.map(({ button, count }) => (
                <li key={button} className="flex items-baseline gap-3 px-4 py-2.5 text-sm">
                  <span className="w-10 shrink-0 text-right font-semibold tabular-nums">
                    {count.toLocaleString("en")}
                  </span>
                  <span className="min-w-0 flex-1">
                    <Verbatim>{pressedText(button)}</Verbatim>{" "}
                    {arrived > 0 && (
                      <span className="text-xs text-ink-faint">
                        {shareText(Math.min(1, count / arrived))} of those delivered
                      </span>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </TitledCard>
        )}
      </div>
    </div>
  );
}

/** In place of what became of deliveries, where a frequency cap left everybody out. */
function NothingSent() {
  return <p className="p-4 text-sm text-ink-muted">Nothing was sent to any device.</p>;
}

/** How many users a frequency cap left out, with the way to them. */
function CappedLine({ path, users }: { path: string; users: number }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-t border-line px-4 py-3 text-sm">
      <span>
        <b className="font-semibold tabular-nums">{users.toLocaleString("en")}</b>{" "}
        {users === 1 ? "user was" : "users were"} left out by a frequency cap
      </span>
      <SameServiceLink
        href={withQuery(path, { tab: "recipients", state: "capped" })}
        className="underline underline-offset-2"
      >
        Show {users === 1 ? "this user" : "these users"}
      </SameServiceLink>
    </p>
  );
}

/** The rates next to those of the campaigns before. */
function Comparison({
  counts,
  former,
  isFresh,
}: {
  counts: Counts;
  former: FormerCampaigns;
  isFresh: boolean;
}) {
  const rates = comparedRates(counts, former);
  if (rates.length === 0) return null;
  return (
    <div className="border-t border-line px-4 py-3 text-sm">
      <h3 className="text-xs text-ink-muted">
        Against{" "}
        {former.campaigns === 1
          ? "the campaign before"
          : `the ${former.campaigns} campaigns before`}
      </h3>
      <dl className="mt-1 flex flex-wrap gap-x-6 gap-y-1 tabular-nums">
        {rates.map(({ label, former: before, points }) => (
          <div key={label} className="flex gap-1.5">
            <dt>{label}</dt>
            <dd>
              <b
                className={cn(
                  "font-medium",
                  !isFresh && points > 0 && "text-green-fg",
                  !isFresh && points < 0 && "text-red-fg",
                )}
              >
                {pointsText(points)}
              </b>{" "}
              <span className="text-xs text-ink-faint">{shareText(before)}</span>
            </dd>
          </div>
        ))}
      </dl>
      {isFresh && (
        <p className="mt-1 text-xs text-ink-faint">
          Sent less than a day ago: more devices may report.
        </p>
      )}
    </div>
  );
}

function Funnel({ steps }: { steps: readonly FunnelStep[] }) {
  if (steps.length === 0) return <NothingSent />;
  return (
    <ol className="space-y-2.5 p-4">
      {steps.map(({ label, count, share }) => (
        <li
          key={label}
          className="grid grid-cols-[7.5rem_minmax(0,1fr)_auto] items-center gap-3 text-sm"
        >
          <span>{label}</span>
          <span aria-hidden className="h-5 overflow-hidden rounded-sm bg-neutral-soft">
            <span
              className="block h-full rounded-sm bg-accent/70"
              style={{ width: `${share * 100}%` }}
            />
          </span>
          <span className="min-w-20 text-right tabular-nums">
            {count.toLocaleString("en")}{" "}
            <span className="text-xs text-ink-faint">{shareText(share)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
