import { lookOf, waitingLook } from "@/components/facts/campaign-looks";
import { totalOf, verdict } from "@/components/facts/delivery-state";
import { CountsLine } from "@/components/message/counts-line";
import { LinkButton } from "@/components/shell/link-button";
import { StatePill } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Card, CardBody } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { paths } from "@/lib/inputs/paths";
import type { CampaignReport } from "@/lib/results/read-campaign";
import type { CampaignActions, CampaignRights } from "./campaign-actions";
import { CampaignFacts } from "./campaign-facts";
import { CampaignMenu } from "./campaign-menu";
import { ContinuationChoice } from "./continuation-choice";
import { OverdueBanner } from "./overdue-banner";
import { PauseBanner } from "./pause-banner";
import { ScheduledButtons } from "./scheduled-buttons";
import { SendPace } from "./send-pace";
import { Soon } from "./soon";
import { startText } from "./start-text";
import { SteeringButtons } from "./steering-buttons";

interface CampaignProgressProps {
  actions: CampaignActions;
  campaign: CampaignReport;
  /** The rule of its segment in words; undefined where it goes to none. */
  ruleWords: string | undefined;
  may: CampaignRights;
}

/** How far a campaign of several requests has come, and what became of its deliveries. */
export function CampaignProgress({ campaign, ruleWords, may, actions }: CampaignProgressProps) {
  const { state, answered, refused, counts, problem, stalled, overdue, undoMs, startsAt } =
    campaign;
  const { plannedRecipients: total, answeredRecipients: done } = campaign;
  const isUnderway = state !== "draft" && state !== "scheduled";
  const isOpen = (state === "sending" && undoMs === null) || state === "paused";
  const look = undoMs === null ? lookOf(campaign) : waitingLook;
  const share = total === 0 ? 0 : Math.min(100, Math.floor((done / total) * 100));
  const leftOut = state === "stopped" ? Math.max(0, total - done) : 0;
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
            {isOpen && may.change.ok && (
              <SteeringButtons campaign={campaign} may={may} actions={actions} />
            )}
            {may.change.ok && <CampaignMenu row={campaign} may={may} actions={actions} />}
          </span>
        </div>
        {isOpen && (
          <div className="space-y-2">
            <div className="h-1.5 overflow-hidden rounded-full bg-neutral-soft">
              <div
                aria-hidden
                className={cn(
                  "h-full rounded-full transition-[width]",
                  state === "paused" ? "bg-amber-solid" : "bg-blue-solid",
                )}
                style={{ width: `${share}%` }}
              />
            </div>
            <SendPace key={state} done={done} total={total} />
          </div>
        )}
        {state === "paused" && <PauseBanner campaign={campaign} />}
        {isUnderway && <CountsLine counts={counts} />}
        <CampaignFacts campaign={campaign} ruleWords={ruleWords} />
        {(isOpen || state === "scheduled") && may.changeContinuation.ok && (
          <ContinuationChoice campaign={campaign} action={actions.changeContinuation} />
        )}
        {overdue && <OverdueBanner campaign={campaign} may={may} actions={actions} />}
        {stalled !== null && !overdue && (
          <Banner kind="warning" title="It does not go on for the moment">
            {stalled}
          </Banner>
        )}
        {leftOut > 0 && (
          <Banner
            kind="warning"
            title={`${leftOut.toLocaleString("en")} of ${total.toLocaleString("en")} recipients were left out`}
          >
            It was stopped before their turn. Deliveries that waited then are among those that
            failed.
          </Banner>
        )}
        {(refused > 0 || (problem !== null && leftOut === 0)) && (
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
  { state, startsAt, timezone, times, counts, undoMs, requests, approval, stalled }: CampaignReport,
  share: number,
): string {
  if (undoMs !== null) return "Nothing has been sent yet.";
  if (state === "sending" && requests === 1) return "Sending.";
  if (state === "sending") return `Sending: ${share} % done.`;
  if (state === "paused") return `Paused: ${share} % done.`;
  if (state === "scheduled" && stalled !== null) return "Held back: nothing was sent.";
  if (state === "draft" && (approval === "waiting" || approval === "approved"))
    return "Nothing is sent yet.";
  if (state === "scheduled" && startsAt !== null)
    return `Starts ${startText(startsAt, timezone, times?.zoned === true)}.`;
  if (state === "draft") return "A draft: nothing is sent.";
  return totalOf(counts) === 0 ? "No deliveries." : verdict(counts);
}
