"use client";

import { useCall } from "@/components/form/use-call";
import type { CampaignRow } from "@/lib/results/campaign-list";
import type { CampaignActions } from "./campaign-actions";

/** Pauses, resumes and stops a campaign; `pending` while one of them is under way. */
export function useSteering(
  { id }: Pick<CampaignRow, "id">,
  actions: Pick<CampaignActions, "pause" | "resume" | "stop">,
) {
  const { pending, run } = useCall();
  return {
    pending,
    pause: () => run(() => actions.pause({ id }), "Paused. Nothing is sent until it is resumed."),
    resume: () => run(() => actions.resume({ id }), "Resumed. What is left is sent now."),
    /** @param done called once it is stopped */
    stop: (done: () => void) =>
      run(() => actions.stop({ id }), "Stopped. What was not sent is left out.", { done }),
  };
}
