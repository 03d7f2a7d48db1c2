"use client";

import { CircleStop, Pause, Play } from "lucide-react";
import { reasonOf } from "@/components/composer/rights";
import { useDialogOpen } from "@/components/shell/use-dialog-open";
import { useFocusBack } from "@/components/ui/browser/focus-back";
import { Button } from "@/components/ui/button";
import type { CampaignRow } from "@/lib/results/campaign-list";
import type { CampaignActions, CampaignRights } from "./campaign-actions";
import { StopQuestion } from "./stop-question";
import { useSteering } from "./use-steering";

interface SteeringButtonsProps {
  campaign: Pick<CampaignRow, "id" | "name" | "state" | "times">;
  may: CampaignRights;
  actions: CampaignActions;
}

/** What is done with a campaign that is being sent, or is paused. */
export function SteeringButtons({ campaign, may, actions }: SteeringButtonsProps) {
  const isPaused = campaign.state === "paused";
  const { pending, pause, resume, stop } = useSteering(campaign, actions);
  const [asking, setAsking] = useDialogOpen("stop-campaign");
  const first = useFocusBack(pending && !asking);
  const right = isPaused ? may.resume : may.pause;
  return (
    <>
      <Button
        size="sm"
        ref={first}
        icon={isPaused ? Play : Pause}
        variant={isPaused ? "primary" : "secondary"}
        disabled={!right.ok || pending}
        title={reasonOf(right)}
        onClick={isPaused ? resume : pause}
      >
        {isPaused ? "Resume" : "Pause"}
      </Button>
      <Button
        size="sm"
        icon={CircleStop}
        disabled={!may.stop.ok || pending}
        title={reasonOf(may.stop)}
        onClick={() => setAsking(true)}
      >
        Stop …
      </Button>
      <StopQuestion
        open={asking && may.stop.ok}
        onClose={() => setAsking(false)}
        name={campaign.name}
        isPaused={isPaused}
        recurs={campaign.times?.recurrence != null}
        pending={pending}
        onStop={() => stop(() => setAsking(false))}
      />
    </>
  );
}
