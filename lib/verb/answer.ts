import { randomUUID } from "node:crypto";
import { revalidatePath } from "next/cache";
import type { z } from "zod";
import { ForbiddenError } from "@/lib/auth/member";
import { currentMember } from "@/lib/auth/session";
import { signedOut, type Answer } from "@/lib/inputs/answer";
import { log } from "@/lib/log/log";
import { isPlain } from "./arguments";
import { ConflictError, NotFoundError, rejectInput, RefusedError } from "./errors";
import type { Context, Verb } from "./verb";

/** The input and the result of a verb or a view. */
type CallTypes<V> = V extends (context: Context, input: infer I) => Promise<infer R>
  ? { input: I; result: R }
  : never;

/** The server action that {@link answer} makes of a verb or a view: the type of a prop. */
export type ActionOf<V> = (input: CallTypes<V>["input"]) => Promise<Answer<CallTypes<V>["result"]>>;

/** The server action that {@link answerEach} makes of a verb or a view. */
export type EachActionOf<V> = (
  inputs: readonly CallTypes<V>["input"][],
) => Promise<Answer<Answer<CallTypes<V>["result"]>[]>>;

/**
 * Makes a server action of a verb or a view. Always answers: no session, what is wrong with the
 * input, no right, not found. A redirect to the sign-in page would lose what is typed on the page.
 * Unexpected errors return a generic sentence with the id of a log entry.
 *
 * @param changes pages that show what it changes, to be refreshed
 */
export function answer<S extends z.ZodType, R>(
  verb: Verb<S, R>,
  { changes = [] }: { changes?: readonly string[] } = {},
): (input: z.input<S>) => Promise<Answer<R>> {
  return async (input) => {
    const actor = await currentMember();
    if (!actor) return signedOut;
    return answered(async () => {
      if (!isPlain(input)) rejectInput("This request is not valid. Load the page again.");
      const value = await verb({ actor }, input);
      for (const path of changes) revalidatePath(path);
      return value;
    }, actor.id);
  };
}

/** Inputs of one call at most: the rows of the longest page of a list. */
const mostAtOnce = 200;

/**
 * Makes a server action of a verb that takes several inputs, at most 200: each is done by itself,
 * in their order, with its own event and its own answer, so that one that is refused keeps no other
 * from being done. The pages are refreshed once. Otherwise as {@link answer}.
 */
export function answerEach<S extends z.ZodType, R>(
  verb: Verb<S, R>,
  { changes = [] }: { changes?: readonly string[] } = {},
): (inputs: readonly z.input<S>[]) => Promise<Answer<Answer<R>[]>> {
  return async (inputs) => {
    const actor = await currentMember();
    if (!actor) return signedOut;
    return answered(async () => {
      if (!Array.isArray(inputs) || !isPlain(inputs))
        rejectInput("This request is not valid. Load the page again.");
      if (inputs.length > mostAtOnce)
        rejectInput(`At most ${mostAtOnce} can be changed at a time.`);
      const answers: Answer<R>[] = [];
      for (const input of inputs)
        answers.push(await answered(() => verb({ actor }, input), actor.id));
      for (const path of changes) revalidatePath(path);
      return answers;
    }, actor.id);
  };
}

/**
 * Answers as {@link answer} does, for the few actions whose caller cannot be a member yet.
 *
 * @param member id of who asks, for the log
 */
export async function answered<R>(run: () => Promise<R>, member?: string): Promise<Answer<R>> {
  try {
    return { ok: true, value: await run() };
  } catch (error) {
    if (error instanceof RefusedError)
      return {
        ok: false,
        problems: error.problems,
        ...(error instanceof ConflictError && { conflict: error.conflict }),
      };
    if (error instanceof ForbiddenError || error instanceof NotFoundError)
      return refused(error.message);
    const id = randomUUID();
    log().error({ err: error, id, member }, "a server action was not answered as it should");
    return refused(
      `Something went wrong (log id ${id}). Load the page again to see what was saved.`,
    );
  }
}

function refused(message: string): Extract<Answer<never>, { ok: false }> {
  return { ok: false, problems: [{ pointer: "", message }] };
}
