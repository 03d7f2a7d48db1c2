"use client";

import { useTransition } from "react";
import { toast } from "@/components/ui/toast";
import { sentenceOf, type Answer } from "@/lib/inputs/answer";
import { reasonsText, type Left } from "./bulk-text";
import { countText, type Noun } from "./count-text";
import { useSelection } from "./selection";

const readingMs = 12_000;

/**
 * Does something to all that is selected, one call a row, and tells in one notice how often it was done and why not to the others, which stay selected.
 *
 * @param done the word behind the number: "archived"
 */
export function useBulk(noun: Noun): { busy: boolean; run: (call: (id: string) => Promise<Answer<unknown>>, done: string) => void } {
  const { selected, choose, focusList } = useSelection();
  const [busy, start] = useTransition();
  const run = (call: (id: string) => Promise<Answer<unknown>>, done: string) =>
    start(async () => {
      const left: Left[] = [];
      for (const row of selected) {
        try {
          const answer = await call(row.id);
          if (!answer.ok) left.push({ ...row, why: sentenceOf(answer) });
        } catch {
          left.push({ ...row, why: "No answer from the server. Try again." });
        }
      }
      choose(left.map(({ id }) => id));
      if (left.length === 0) focusList();
      const changed = selected.length - left.length;
      if (left.length === 0) toast.success(`${countText(changed, noun)} ${done}`);
      else
        toast.error(changed === 0 ? `Not ${done}` : `${countText(changed, noun)} ${done}, ${left.length} not`, {
          description: reasonsText(left),
          duration: readingMs,
        });
    });
  return { busy, run };
}
