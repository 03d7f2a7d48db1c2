"use client";

import { useTransition } from "react";
import { toast } from "@/components/ui/toast";
import { answerOf, sentenceOf, type Answer } from "@/lib/inputs/answer";
import { countText, type Noun } from "./count-text";
import { useSelection, type SelectableRow } from "./selection";

const readingMs = 12_000;

/** Does something to all of these, and answers for each of them, in their order. */
export type BulkCall = (ids: readonly string[]) => Promise<Answer<readonly Answer<unknown>[]>>;

/**
 * Does something to all that is selected, in one call, and reports in one notice how often it was
 * done and why not to the others, which stay selected.
 *
 * @param done the word behind the number: "archived"
 */
export function useBulk(noun: Noun): {
  busy: boolean;
  run: (call: BulkCall, done: string) => void;
} {
  const { selected, choose, focusList } = useSelection();
  const [busy, start] = useTransition();
  const run = (call: BulkCall, done: string) =>
    start(async () => {
      const answers = await answersOf(call, selected);
      const left = selected.flatMap((row, n): SkippedRow[] => {
        const answer = answers[n];
        return answer?.ok ? [] : [{ ...row, why: sentenceOf(answer ?? { problems: [] }) }];
      });
      choose(left.map(({ id }) => id));
      if (left.length === 0) focusList();
      const changed = selected.length - left.length;
      if (left.length === 0) toast.success(`${countText(changed, noun)} ${done}`);
      else
        toast.error(
          changed === 0 ? `Not ${done}` : `${countText(changed, noun)} ${done}, ${left.length} not`,
          {
            description: reasonsText(left),
            duration: readingMs,
          },
        );
    });
  return { busy, run };
}

async function answersOf(
  call: BulkCall,
  rows: readonly SelectableRow[],
): Promise<readonly Answer<unknown>[]> {
  const answer = await answerOf(call(rows.map(({ id }) => id)));
  return answer.ok ? answer.value : rows.map(() => answer);
}

/** A row to which it was not done, and why: a sentence. */
export interface SkippedRow extends SelectableRow {
  why: string;
}

const mostNames = 3;

/** Why it was not done to some, one line a reason: "Spring, Summer and 2 more: It is scheduled." */
export function reasonsText(left: readonly SkippedRow[]): string {
  const names = new Map<string, string[]>();
  for (const { name, why } of left) names.set(why, [...(names.get(why) ?? []), name]);
  return [...names]
    .map(([why, of]) => {
      const more = of.length - mostNames;
      return `${of.slice(0, mostNames).join(", ")}${more > 0 ? ` and ${more} more` : ""}: ${why}`;
    })
    .join("\n");
}
