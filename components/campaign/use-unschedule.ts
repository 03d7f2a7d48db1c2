"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { rememberTime } from "@/components/composer/delivery/former-time";
import { useCall } from "@/components/form/use-call";
import { useSameService } from "@/components/shell/same-service";
import { toast } from "@/components/ui/toast";
import { answerOf, sentenceOf } from "@/lib/inputs/answer";
import { paths } from "@/lib/inputs/paths";
import type { CampaignRow } from "@/lib/results/campaign-list";
import type { CampaignActions } from "./campaign-actions";

/**
 * Takes a campaign off the schedule: to stay a draft, or to be edited, which keeps its time or
 * another one that was chosen for it.
 * `pending` while one of them is under way: nothing else is called meanwhile.
 */
export function useUnschedule(
  { id, startsAt, timezone, times }: Pick<CampaignRow, "id" | "startsAt" | "timezone" | "times">,
  action: CampaignActions["unschedule"],
) {
  const router = useRouter();
  const sameService = useSameService();
  const { pending, run } = useCall();
  // A second press may come before the first one is drawn.
  const isCalled = useRef(false);
  const [editing, setEditing] = useState(false);
  return {
    pending: pending || editing,
    unschedule: () => run(() => action({ id }), "Unscheduled. It is a draft again."),
    edit: async (time: Pick<CampaignRow, "startsAt" | "timezone"> = { startsAt, timezone }) => {
      if (isCalled.current || pending) return;
      isCalled.current = true;
      setEditing(true);
      const answer = await answerOf(action({ id }));
      isCalled.current = false;
      setEditing(false);
      if (!answer.ok) return void toast.error(sentenceOf(answer));
      if (time.startsAt !== null)
        rememberTime(() => window.sessionStorage, id, {
          startsAt: time.startsAt,
          zone: time.timezone ?? "UTC",
          times,
        });
      toast.success("It is a draft again. Schedule it once more when you are done.");
      router.push(sameService(paths.compose({ campaign: id })));
    },
  };
}
