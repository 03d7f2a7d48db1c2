"use client";

import { CalendarX2, SkipForward } from "lucide-react";
import { useState } from "react";
import { reasonOf } from "@/components/composer/rights";
import { useCall } from "@/components/form/use-call";
import { Button } from "@/components/ui/button";
import { CardBody, TitledCard } from "@/components/ui/card";
import { Question } from "@/components/ui/overlay/question";
import { RelativeTime } from "@/components/ui/relative-time";
import type { endRecurrence, skipRun } from "@/lib/campaign/recurrence";
import { recurrenceText } from "@/lib/plan/recurrence";
import type { Verdict } from "@/lib/policy/can";
import type { CampaignRun } from "@/lib/results/read-campaign";
import type { ActionOf } from "@/lib/verb/answer";
import { startText } from "./start-text";

interface NextRunCardProps {
  /** Of the campaign. */
  id: string;
  run: CampaignRun;
  may: Verdict;
  skip: ActionOf<typeof skipRun>;
  end: ActionOf<typeof endRecurrence>;
}

/** When a campaign that recurs goes out next, and the ways to leave that out or to end it. */
export function NextRunCard({ id, run, may, skip, end }: NextRunCardProps) {
  const { startsAt, timezone, zoned, recurrence, stands } = run;
  const { pending, run: call } = useCall();
  const [asking, setAsking] = useState(false);
  const next = startText(startsAt, timezone, zoned);
  const endNow = () => {
    setAsking(false);
    call(() => end({ id }), "The recurrence has ended.");
  };
  return (
    <TitledCard
      id="next-run-title"
      title="Repeats"
      description={`Goes out ${recurrenceText(recurrence)} (${zoned ? "in each recipient’s time" : (timezone ?? "UTC")}).`}
    >
      <CardBody className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <p>
          Next: <span className="font-medium tabular-nums">{next}</span> (
          <RelativeTime at={startsAt} />)
        </p>
        <span className="flex flex-wrap gap-2">
          <Button
            size="sm"
            icon={SkipForward}
            disabled={!may.ok || pending}
            title={reasonOf(may)}
            onClick={() => call(() => skip({ id, startsAt }), `Skipped the run of ${next}.`)}
          >
            Skip the next one
          </Button>
          <Button
            size="sm"
            icon={CalendarX2}
            disabled={!may.ok || pending}
            title={reasonOf(may)}
            onClick={() => setAsking(true)}
          >
            End it …
          </Button>
        </span>
      </CardBody>
      <Question
        open={asking}
        onClose={() => setAsking(false)}
        size="sm"
        title="End the recurrence?"
        description={
          stands
            ? `The campaign goes out on ${next} for the last time. You can unschedule it, too.`
            : "No further run goes out. A run that is being sent goes on, and results stay."
        }
        keep="Keep it"
        go="End the recurrence"
        pending={pending}
        onGo={endNow}
      />
    </TitledCard>
  );
}
