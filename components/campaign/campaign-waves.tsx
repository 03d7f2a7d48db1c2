import { StatePill } from "@/components/ui/badge";
import { TitledCard } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import { Verbatim } from "@/components/ui/verbatim";
import { recipientsText } from "@/lib/compose/recipients";
import { zoneNames } from "@/lib/plan/zone-facts";
import type { CampaignWave } from "@/lib/results/read-campaign";

const mostListed = 100;

const looks = {
  waiting: { tone: "neutral", label: "Waiting" },
  sending: { tone: "blue", label: "Sending" },
  sent: { tone: "green", label: "Sent" },
  "partly sent": { tone: "amber", label: "Partly sent" },
  "left out": { tone: "neutral", label: "Left out" },
} as const satisfies Record<CampaignWave["state"], unknown>;

/** When the recipients of each time zone start, and how far that is. Nothing for one zone alone. */
export function CampaignWaves({ waves }: { waves: readonly CampaignWave[] }) {
  if (waves.length === 0) return null;
  const more = waves.length - mostListed;
  return (
    <TitledCard
      id="waves-title"
      title="By time zone"
      description="In the order in which they are sent. Times are those of your clock."
    >
      <ul className="divide-y divide-line">
        {waves.slice(0, mostListed).map((wave) => (
          <WaveRow key={wave.zones[0]} wave={wave} />
        ))}
        {more > 0 && (
          <li className="px-4 py-3 text-sm text-ink-muted">and {more.toLocaleString("en")} more</li>
        )}
      </ul>
    </TitledCard>
  );
}

function WaveRow({ wave: { startsAt, recipients, zones, state } }: { wave: CampaignWave }) {
  const look = looks[state];
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-3 text-sm">
      <p className="min-w-0 flex-1 basis-60">
        <Verbatim>{zoneNames(zones)}</Verbatim>
        <span className="mt-0.5 block text-xs text-ink-muted tabular-nums">
          {recipientsText(recipients)}
        </span>
      </p>
      <RelativeTime at={startsAt} show="moment" />
      <StatePill tone={look.tone}>{look.label}</StatePill>
    </li>
  );
}
