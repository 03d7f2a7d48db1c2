"use client";

import { useTransition } from "react";
import { toast } from "@/components/ui/toast";
import { answerOf, sentenceOf, type Answer } from "@/lib/inputs/answer";

/** Runs an action. Success: shows `done`, or passes the value to it, if given. Refusal: shows the reason. Then calls `next` of the two. */
type Run = <T>(
  call: () => Promise<Answer<T>>,
  done?: string | ((value: T) => void),
  next?: { done?: () => void; refused?: () => void },
) => void;

/** Runs actions of menus and buttons; `pending` while one is under way. */
export function useCall(): { pending: boolean; run: Run } {
  const [pending, start] = useTransition();
  const run: Run = (call, done, next) =>
    start(async () => {
      const answer = await answerOf(call());
      if (!answer.ok) toast.error(sentenceOf(answer));
      else if (typeof done === "string") toast.success(done);
      else done?.(answer.value);
      next?.[answer.ok ? "done" : "refused"]?.();
    });
  return { pending, run };
}
