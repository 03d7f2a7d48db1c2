"use client";

import { steeringNews } from "@/components/facts/steering-news";
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
    pause: () => run(() => actions.pause({ id }), steeringNews.pause),
    resume: () => run(() => actions.resume({ id }), steeringNews.resume),
    /** @param done called once it is stopped */
    stop: (done: () => void) => run(() => actions.stop({ id }), steeringNews.stop, { done }),
  };
}
