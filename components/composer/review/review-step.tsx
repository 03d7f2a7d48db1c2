"use client";

import { ChevronDown } from "lucide-react";
import { useExamined, useStanding } from "@/components/editor/examined/examined";
import { ProblemsPanel } from "@/components/editor/panel/problems-panel";
import { SizePanel } from "@/components/editor/panel/size-panel";
import { useReach } from "@/components/editor/reach/reach-state";
import type { JumpControls } from "@/components/editor/use-jumps";
import { KindIcon, kindName } from "@/components/facts/kind-icon";
import { durationText } from "@/components/form/duration-text";
import { Card, CardBody, TitledCard } from "@/components/ui/card";
import { recipientsText } from "@/lib/compose/recipients";
import { deviceKinds } from "@/lib/interface/device-kinds";
import { textIn } from "@/lib/interface/value-shape";
import { useCoverage } from "../audience/use-coverage";
import type { ComposerFrameProps } from "../composer-props";
import { capsSentence } from "../send/caps-sentence";
import { PlanNews } from "../send/plan-news";
import { rateText } from "../send/plan-times";
import { readyPlan, usePlan } from "../send/use-plan";
import { DevicesCard } from "./devices-card";
import { reviewSentence } from "./review-sentence";
import { wordsRows } from "./words-rows";

export interface ReviewStepProps extends Pick<ComposerFrameProps, "plan" | "undoSeconds"> {
  jumps: Pick<JumpControls, "jump" | "jumpTo" | "mend">;
}

/** Everything once more before it goes: to whom, on what, until when, and what is left to solve. */
export function ReviewStep({ plan, undoSeconds, jumps }: ReviewStepProps) {
  const view = useExamined();
  const { request, app, drawn } = view;
  const expiry = textIn(request.expiry);
  const { recipients } = view;
  const { chosen, reach } = useReach();
  const { errors, missing, over } = useStanding();
  const sound = errors.length + missing.length === 0;
  // Only the service knows all of a list, and what has changed since the page was opened: it is
  // asked before anything is called ready.
  const counted = usePlan(plan, sound, view.whole, reach);
  const { coverage } = useCoverage(recipients > 0);
  const kinds = deviceKinds.filter((kind) => drawn[kind]);
  const rows: [string, React.ReactNode][] = [
    [
      "From",
      reach.moreAppids.length === 0
        ? (app?.name ?? request.appid)
        : `${app?.name ?? request.appid} and ${moreText(reach.moreAppids.length)}`,
    ],
    [
      "To",
      chosen?.kind === "open"
        ? `${recipientsText(recipients)} of the ${chosen.audience.segment ? "segment" : "list"} “${chosen.audience.name}”`
        : recipientsText(recipients),
    ],
    ...wordsRows(view.previews),
    [
      "On",
      kinds.length === 0 ? (
        "nothing written yet"
      ) : (
        <span className="flex flex-wrap gap-x-3 gap-y-1">
          {kinds.map((kind) => (
            <span key={kind} className="inline-flex flex-wrap items-center gap-x-1.5 wrap-normal">
              <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
                <KindIcon kind={kind} />
                {kindName(kind)}
              </span>
              <span className="text-xs text-ink-faint">
                retried for up to {durationText(drawn[kind]?.request.ttlSeconds ?? 0)}
              </span>
            </span>
          ))}
        </span>
      ),
    ],
    [
      "Expires",
      expiry
        ? new Date(expiry).toLocaleString("en", {
            dateStyle: "medium",
            timeStyle: "short",
            hourCycle: "h23",
          })
        : "No expiry: each device is retried for the time shown next to it above",
    ],
    ...rateRow(reach.rate, readyPlan(counted)?.seconds),
    ...(counted.kind === "counted" && counted.plan.caps
      ? [["Frequency caps", capsSentence(counted.plan.caps)] satisfies [string, string]]
      : []),
    ["Correlation id", textIn(request.correlationid) || "none"],
    ["Updates go to", textIn(request.notifyurl) || "the service’s notify URL, if it has one"],
  ];
  return (
    <div className="space-y-5">
      <TitledCard
        id="review-title"
        title="Review"
        description={reviewSentence(
          app?.name ?? "this app",
          recipients,
          { problems: errors.length, missing: missing.length },
          counted,
          {
            reachesNobody: coverage?.reached === 0,
            undoSeconds,
          },
        )}
      >
        <CardBody className="space-y-4">
          {sound && <PlanNews state={counted} />}
          <dl className="grid gap-x-4 gap-y-2.5 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
            {rows.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-ink-faint max-sm:mt-1">{name}</dt>
                <dd className="foreign min-w-0">{value}</dd>
              </div>
            ))}
          </dl>
        </CardBody>
      </TitledCard>
      <DevicesCard />
      <TitledCard id="checks-title" title="Checks" level={3}>
        <CardBody>
          <ProblemsPanel onJump={jumps.jumpTo} onFix={jumps.mend} />
        </CardBody>
      </TitledCard>
      <Card aria-labelledby="bytes-title">
        <details open={over} className="group">
          <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 px-4 py-2.5">
            <h3 id="bytes-title" className="text-base font-semibold tracking-tight">
              Bytes
            </h3>
            <span className="flex items-center gap-1.5 text-xs text-ink-faint tabular-nums">
              {over ? "More than fits" : "Everything fits"}
              <ChevronDown
                aria-hidden
                className="size-4 transition-transform group-open:rotate-180"
              />
            </span>
          </summary>
          <CardBody className="border-t border-line">
            <SizePanel onJump={jumps.jump} />
          </CardBody>
        </details>
      </Card>
    </div>
  );
}

/** Nothing where it goes as fast as it can. */
function rateRow(
  rate: number | null | undefined,
  seconds: number | null | undefined,
): [string, string][] {
  if (rate == null) return [];
  return [
    [
      "Rate",
      seconds == null ? `${rate.toLocaleString("en")} messages a minute` : rateText(seconds, rate),
    ],
  ];
}

function moreText(apps: number): string {
  return apps === 1 ? "one more app" : `${apps} more apps`;
}
