"use client";

import { useCallback, type RefObject } from "react";
import { draftOf } from "@/lib/compose/draft-text";
import { isOutdated } from "@/lib/compose/template-of";
import { sentenceOf, type Answer } from "@/lib/inputs/answer";
import type { AskedOrder, DraftActions, ScheduledOrder } from "./draft-actions";
import type { HeldDraft } from "./use-follow";

interface OrderingOptions {
  held: RefObject<HeldDraft>;
  actions: DraftActions;
  save: () => Promise<boolean>;
}

/** `outdated`: another version of its template was published than the one that was looked at. */
type Ordered<T> = { ok: true; value: T } | { ok: false; message: string; outdated: boolean };

/** Longer than that a save that hangs is not waited for (milliseconds). Until then the dialog stays open and says that it is at work. */
const holdMs = 20_000;

/** What a draft becomes that is not sent at once: scheduled, or waiting for approval. It is saved first; from then on nothing is saved from this tab. */
export function useOrdering({ held, actions, save }: OrderingOptions) {
  const order = useCallback(
    async <T>(undone: string, run: (id: string) => Promise<Answer<T>>): Promise<Ordered<T>> => {
      const now = held.current;
      // One that is under way may hold less than what is ordered; two at once there are never.
      const late = new Promise<"late">((resolve) => setTimeout(() => resolve("late"), holdMs));
      while (now.busy) if ((await Promise.race([now.saving, late])) === "late") break;
      if (!(await save()) || now.id === null) {
        const why = now.refused ? ` ${now.refused.message}` : "";
        return { ok: false, message: `The draft could not be saved, so ${undone}.${why}`, outdated: false };
      }
      const answer = await run(now.id);
      if (!answer.ok) return { ok: false, message: sentenceOf(answer), outdated: isOutdated(answer.problems) };
      Object.assign(held.current, { stuck: "scheduled" });
      return answer;
    },
    [held, save],
  );
  const schedule = useCallback(
    async (what: ScheduledOrder) =>
      order("nothing was scheduled", (id) => actions.schedule({ id, revision: held.current.revision, ...what })),
    [actions, held, order],
  );
  const askApproval = useCallback(
    async (what: AskedOrder) =>
      order("nobody was asked", () => actions.askApproval({ campaign: draftOf(held.current, held.current.latest), ...what })),
    [actions, held, order],
  );
  return { schedule, askApproval };
}
