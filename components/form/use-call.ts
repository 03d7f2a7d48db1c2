"use client";

import { useTransition } from "react";
import { toast } from "@/components/ui/toast";
import { answerOf, otherVersion, sentenceOf, unanswered, type Answer } from "@/lib/inputs/answer";

/**
 * Runs an action. Success: shows `done`, or passes the value to it, if given. Refusal: shows the
 * reason. Then calls `next.done` or `next.refused`; neither when there was no answer.
 */
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
      // The page says by itself that it is of another version.
      if (answer === otherVersion) return;
      if (!answer.ok) toast.error(sentenceOf(answer));
      else if (typeof done === "string") toast.success(done);
      else done?.(answer.value);
      if (answer.ok) next?.done?.();
      // Without a connection there is nothing to read again: the page would give way to an error of
      // the browser.
      else if (answer !== unanswered) next?.refused?.();
    });
  return { pending, run };
}
