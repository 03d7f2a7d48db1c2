import type { Answer } from "@/lib/inputs/answer";
import { mostReplayed } from "@/lib/inputs/update-list";
import type { Counted } from "./update-actions";

/** A count that goes up to one more than are sent again in one go. */
export function countedUpTo(answer: Answer<number>): Answer<Counted> {
  return answer.ok
    ? {
        ...answer,
        value: { count: Math.min(answer.value, mostReplayed), more: answer.value > mostReplayed },
      }
    : answer;
}
