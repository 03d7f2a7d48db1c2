"use client";

import { CalendarClock, Send } from "lucide-react";
import { reasonOf } from "@/components/composer/rights";
import { useCall } from "@/components/form/use-call";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import type { CampaignReport } from "@/lib/results/read-campaign";
import type { CampaignActions, CampaignRights } from "./campaign-actions";
import { startText } from "./start-text";
import { useUnschedule } from "./use-unschedule";

interface OverdueBannerProps {
  campaign: Pick<CampaignReport, "id" | "state" | "startsAt" | "timezone" | "times" | "nextRun">;
  may: CampaignRights;
  actions: Pick<CampaignActions, "start" | "unschedule">;
}

/** Asks whether a campaign that missed its time is still to go out. */
export function OverdueBanner({ campaign, may, actions }: OverdueBannerProps) {
  const { id, state, startsAt, timezone, times, nextRun } = campaign;
  const { pending, run } = useCall();
  const { pending: unscheduling, edit } = useUnschedule(campaign, actions.unschedule);
  const time =
    startsAt === null ? "its time" : startText(startsAt, timezone, times?.zoned === true);
  return (
    <Banner
      kind="warning"
      title="It missed its time"
      actions={
        <>
          <Button
            size="sm"
            icon={Send}
            disabled={!may.start.ok || pending || unscheduling}
            title={reasonOf(may.start)}
            onClick={() => run(() => actions.start({ id }), "It is being sent.")}
          >
            Send now
          </Button>
          {state === "scheduled" && nextRun === null && (
            <Button
              size="sm"
              icon={CalendarClock}
              disabled={!may.unschedule.ok || pending || unscheduling}
              title={reasonOf(may.unschedule)}
              onClick={() => void edit()}
            >
              Choose another time
            </Button>
          )}
        </>
      }
    >
      {state === "scheduled"
        ? `Clarion could not send at ${time}. Nothing is sent until a member decides.${nextRun === null ? "" : " You can also skip this run below."}`
        : "Clarion could not send to some recipients at their time. Nothing more is sent until a member decides."}
    </Banner>
  );
}
