import { sentenceOf, type Answer, type AnswerProblem, type Conflict } from "@/lib/inputs/answer";

interface SendOptions<V, T> {
  /** A copy of what the form holds now. */
  values: () => V;
  /**
   * Asks before anything is sent, and with a warning where the answer is one; returns what to say
   * when it is not to be sent.
   */
  confirm: Confirmation<V> | undefined;
  /** `anyway`: what the answer warned of was confirmed. */
  action: (input: V, anyway: boolean) => Promise<Answer<T>>;
  /**
   * Merges another writer's version into the form, or returns what to say. Undefined for a form
   * that holds no stored version: its conflicts are shown as problems.
   */
  meet: ((met: Conflict, merges: number) => readonly AnswerProblem[] | undefined) | undefined;
}

/**
 * Asks whether something is to be sent.
 *
 * @param warning what the answer warned of: a sentence; undefined before anything is sent
 * @returns what to say when it is not to be sent
 */
export type Confirmation<V> = (
  input: V,
  warning: string | undefined,
) => Promise<readonly AnswerProblem[] | undefined>;

/**
 * Sends what a form holds, and once more whenever another writer was faster and their version could
 * be merged. Asks once, however often it is sent, and once more where the answer warns (`/anyway`).
 *
 * @returns what was sent and answered, or what is wrong
 */
export async function sendMerged<V, T>({
  values,
  confirm,
  action,
  meet,
}: SendOptions<V, T>): Promise<{ input: V; value: T } | { problems: readonly AnswerProblem[] }> {
  let input = values();
  let anyway = false;
  let refused = await confirm?.(input, undefined);
  for (let merges = 0; !refused;) {
    const answer = await action(input, anyway);
    if (answer.ok) return { input, value: answer.value };
    if (answer.conflict && meet) {
      refused = meet(answer.conflict, merges++);
      input = values();
    } else if (confirm && !anyway && answer.problems[0]?.pointer === "/anyway") {
      refused = await confirm(input, sentenceOf(answer));
      anyway = true;
    } else refused = answer.problems;
  }
  return { problems: refused };
}
