import type { Answer, AnswerProblem, Conflict } from "@/lib/inputs/answer";

interface Sending<V, T> {
  /** A copy of what the form holds now. */
  values: () => V;
  /** Asks before anything is sent; returns what to say when it is not to be. */
  confirm: ((input: V) => Promise<readonly AnswerProblem[] | undefined>) | undefined;
  action: (input: V) => Promise<Answer<T>>;
  /** Merges another writer's version into the form, or returns what to say. */
  meet: (met: Conflict, merges: number) => readonly AnswerProblem[] | undefined;
}

/**
 * Sends what a form holds, and once more whenever another writer was faster and their version could be merged. Asks once, however often it is sent.
 *
 * @returns what was sent and answered, or what is wrong
 */
export async function sendMerged<V, T>({
  values,
  confirm,
  action,
  meet,
}: Sending<V, T>): Promise<{ input: V; value: T } | { problems: readonly AnswerProblem[] }> {
  let input = values();
  const refused = await confirm?.(input);
  if (refused) return { problems: refused };
  let answer = await action(input);
  for (let merges = 0; !answer.ok && answer.conflict; merges++) {
    const problems = meet(answer.conflict, merges);
    if (problems) return { problems };
    input = values();
    answer = await action(input);
  }
  return answer.ok ? { input, value: answer.value } : { problems: answer.problems };
}
