"use client";

import { CalendarX2, PenLine } from "lucide-react";
import { useState } from "react";
import { reasonOf } from "@/components/composer/rights";
import { useFocusBack } from "@/components/ui/browser/focus-back";
import { Button } from "@/components/ui/button";
import type { Verdict } from "@/lib/policy/can";
import type { CampaignRow } from "@/lib/results/campaign-list";
import type { CampaignActions } from "./campaign-actions";
import { EditScheduled } from "./edit-scheduled";
import { startText } from "./start-text";
import { useUnschedule } from "./use-unschedule";

interface ScheduledButtonsProps {
  campaign: Pick<CampaignRow, "id" | "name" | "timezone" | "times" | "listRemoved"> & {
    startsAt: string;
  };
  may: Verdict;
  action: CampaignActions["unschedule"];
}

/** What is done with a campaign that waits for its time. */
export function ScheduledButtons({ campaign, may, action }: ScheduledButtonsProps) {
  const { name, startsAt, timezone, times, listRemoved } = campaign;
  const { pending, unschedule, edit } = useUnschedule(campaign, action);
  const opener = useFocusBack(pending);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="sm"
        icon={PenLine}
        disabled={!may.ok || pending}
        title={reasonOf(may)}
        onClick={() => setAsking(true)}
      >
        Edit
      </Button>
      <Button
        size="sm"
        icon={CalendarX2}
        ref={opener}
        disabled={!may.ok || pending}
        title={reasonOf(may)}
        onClick={unschedule}
      >
        Unschedule
      </Button>
      <EditScheduled
        open={asking}
        onOpenChange={setAsking}
        name={name}
        starts={startText(startsAt, timezone, times?.zoned === true)}
        listRemoved={listRemoved}
        onEdit={edit}
      />
    </>
  );
}
