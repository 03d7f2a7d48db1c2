import { KindIcon, kindName } from "@/components/device/kind-icon";
import { CountsLine } from "@/components/message/counts-line";
import { ReasonsCard } from "@/components/message/reasons-card";
import { Card, CardHeader } from "@/components/ui/card";
import type { CampaignBreakdown } from "@/lib/results/campaign-breakdown";

/** What became of a campaign: on which devices, why not on others, and what was pressed. */
export function CampaignResults({ breakdown: { kinds, reasons, presses } }: { breakdown: CampaignBreakdown }) {
  if (kinds.length === 0)
    return (
      <Card>
        <p className="px-4 py-10 text-center text-ink-muted">Nothing has gone out yet. Results appear here as devices answer.</p>
      </Card>
    );
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card aria-labelledby="kinds-title">
        <CardHeader id="kinds-title" title="By platform" />
        <ul className="divide-y divide-line">
          {kinds.map(({ kind, counts }) => (
            <li key={kind ?? "none"} className="grid gap-2 px-4 py-3 text-sm sm:grid-cols-[9rem_minmax(0,1fr)]">
              <span className="flex items-center gap-2">
                {kind && <KindIcon kind={kind} className="text-ink-faint" />}
                {kind ? kindName(kind) : "No device that it goes to"}
              </span>
              <CountsLine counts={counts} />
            </li>
          ))}
        </ul>
      </Card>
      <div className="space-y-5">
        {reasons.length > 0 && <ReasonsCard reasons={reasons} partial={false} />}
        {presses.length > 0 && (
          <Card aria-labelledby="presses-title">
            <CardHeader id="presses-title" title="Buttons pressed" />
            <ul className="divide-y divide-line">
              {presses.map(({ button, count }) => (
                <li key={button} className="flex items-baseline gap-3 px-4 py-2.5 text-sm">
                  <span className="w-10 shrink-0 text-right font-semibold tabular-nums">{count.toLocaleString("en")}</span>
                  <span className="foreign min-w-0 flex-1">{button}</span>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
    </div>
  );
}
