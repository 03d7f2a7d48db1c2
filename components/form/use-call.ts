"use client";

import { useTransition } from "react";
import { toast } from "@/components/ui/toast";
import { sentenceOf, type Answer } from "@/lib/inputs/answer";

/** Calls an action, one at a time, and says why it was not done. `done` is called with its answer. */
export function useCall(): { pending: boolean; run: <T>(call: () => Promise<Answer<T>>, done: (value: T) => void) => void } {
  const [pending, start] = useTransition();
  const run = <T>(call: () => Promise<Answer<T>>, done: (value: T) => void) =>
    start(async () => {
      try {
        const answer = await call();
        if (answer.ok) done(answer.value);
        else toast.error(sentenceOf(answer));
      } catch {
        toast.error("No answer from the server. Try again.");
      }
    });
  return { pending, run };
}
