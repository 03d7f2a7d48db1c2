import { lookOf, waitingLook } from "@/components/facts/campaign-looks";
import { totalOf, verdict } from "@/components/facts/delivery-state";
import { CountsLine } from "@/components/message/counts-line";
import { LinkButton } from "@/components/shell/link-button";
import { StatePill } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Card, CardBody } from "@/components/ui/card";
import { paths } from "@/lib/inputs/paths";
import type { CampaignReport } from "@/lib/results/read-campaign";
import type { CampaignActions, CampaignRights } from "./campaign-actions";
import { CampaignFacts } from "./campaign-facts";
import { CampaignMenu } from "./campaign-menu";
import { OverdueBanner } from "./overdue-banner";
import { ScheduledButtons } from "./scheduled-buttons";
import { Soon } from "./soon";
import { startText } from "./start-text";

interface CampaignProgressProps {
  actions: CampaignActions;
  campaign: CampaignReport;
  /** The rule of its segment in words; undefined where it goes to none. */
  ruleWords: string | undefined;
  may: CampaignRights;
}

/** How far a campaign of several requests has come, and what became of its deliveries. */
export function CampaignProgress({ campaign, ruleWords, may, actions }: CampaignProgressProps) {
  const { state, requests, answered, refused, counts, problem, stalled, overdue } = campaign;
  const { undoMs, startsAt } = campaign;
  const isUnderway = state !== "draft" && state !== "scheduled";
  const under = state === "sending" && undoMs === null;
  const look = undoMs === null ? lookOf(campaign) : waitingLook;
  const share = requests === 0 ? 0 : Math.round((answered / requests) * 100);
  return (
    <Card>
      <CardBody className="space-y-4">
        <div className="flex items-start justify-between gap-3">
          <p className="text-lg font-medium tracking-tight text-pretty">
            {headline(campaign, share)}
            {state === "scheduled" && stalled === null && startsAt !== null && (
              <Soon at={startsAt} className="ml-2 text-base font-normal text-ink-muted" />
            )}
          </p>
          <span className="flex flex-wrap items-center justify-end gap-2">
            <StatePill tone={look.tone}>{look.label}</StatePill>
            {state === "draft" && may.change.ok && (
              <LinkButton size="sm" href={paths.compose({ campaign: campaign.id })}>
                Edit
              </LinkButton>
            )}
            {state === "scheduled" && startsAt !== null && may.change.ok && (
              <ScheduledButtons
                campaign={{ ...campaign, startsAt }}
                may={may.unschedule}
                action={actions.unschedule}
              />
            )}
            {may.change.ok && <CampaignMenu row={campaign} may={may} actions={actions} />}
          </span>
        </div>
        {under && (
          <div className="h-1.5 overflow-hidden rounded-full bg-neutral-soft">
            <div
              aria-hidden
              className="h-full rounded-full bg-blue-solid transition-[width]"
              style={{ width: `${share}%` }}
            />
          </div>
        )}
        {isUnderway && <CountsLine counts={counts} />}
        <CampaignFacts campaign={campaign} ruleWords={ruleWords} />
        {overdue && <OverdueBanner campaign={campaign} may={may} actions={actions} />}
        {stalled !== null && !overdue && (
          <Banner kind="warning" title="It does not go on for the moment">
            {stalled}
          </Banner>
        )}
        {(refused > 0 || problem !== null) && (
          <Banner
            kind={refused > 0 ? "danger" : "warning"}
            title={
              refused > 0
                ? `${refused.toLocaleString("en")} of ${answered.toLocaleString("en")} requests were refused`
                : "Not all of it was sent"
            }
          >
            <span className="foreign">{problem}</span>
          </Banner>
        )}
      </CardBody>
    </Card>
  );
}

function headline(
  { state, startsAt, timezone, counts, undoMs, requests, approval, stalled }: CampaignReport,
  share: number,
): string {
  if (undoMs !== null) return "Nothing has been sent yet.";
  if (state === "sending" && requests === 1) return "Sending.";
  if (state === "sending") return `Sending: ${share} % done.`;
  if (state === "scheduled" && stalled !== null) return "Held back: nothing was sent.";
  if (state === "draft" && (approval === "waiting" || approval === "approved"))
    return "Nothing is sent yet.";
  if (state === "scheduled" && startsAt !== null) return `Starts ${startText(startsAt, timezone)}.`;
  if (state === "draft") return "A draft: nothing is sent.";
  return totalOf(counts) === 0 ? "No deliveries." : verdict(counts);
}
