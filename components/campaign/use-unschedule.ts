"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { rememberTime } from "@/components/composer/delivery/former-time";
import { useCall } from "@/components/form/use-call";
import { useSameService } from "@/components/shell/same-service";
import { toast } from "@/components/ui/toast";
import { answerOf, sentenceOf, type Answer } from "@/lib/inputs/answer";
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
  const remember = (time: Pick<CampaignRow, "startsAt" | "timezone">) => {
    if (time.startsAt === null) return;
    const zone = time.timezone ?? "UTC";
    rememberTime(() => window.sessionStorage, id, { startsAt: time.startsAt, zone, times });
  };
  /** Makes it a draft and opens that. Returns the refusal; undefined for a second press. */
  const editAt = async (
    time: Pick<CampaignRow, "startsAt" | "timezone">,
  ): Promise<Answer<unknown> | undefined> => {
    if (isCalled.current || pending) return undefined;
    isCalled.current = true;
    setEditing(true);
    const answer = await answerOf(action({ id }));
    isCalled.current = false;
    setEditing(false);
    if (!answer.ok) return answer;
    remember(time);
    toast.success("It is a draft again. Schedule it once more when you are done.");
    router.push(sameService(paths.compose({ campaign: id })));
    return answer;
  };
  return {
    pending: pending || editing,
    unschedule: () =>
      run(
        () => action({ id }),
        () => {
          remember({ startsAt, timezone });
          toast.success("Unscheduled. It is a draft again.");
        },
      ),
    edit: async () => {
      const answer = await editAt({ startsAt, timezone });
      if (answer?.ok === false) toast.error(sentenceOf(answer));
    },
    editAt,
  };
}
