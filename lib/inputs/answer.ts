import type { ProblemCode } from "@/lib/interface/codes";
import type { RuleId } from "@/lib/interface/rules";

/**
 * One thing that stands in the way of what was asked; `pointer` (RFC 6901) names the field of the
 * input, `""` all of it.
 */
export interface AnswerProblem {
  pointer: string;
  message: string;
  /**
   * Of one that the interface reports for a request (contract 2); its pointer is one into that
   * request.
   */
  rule?: RuleId;
  code?: ProblemCode;
}

/** Another writer was faster, and nothing was written: the version that stands now. */
export interface Conflict {
  revision: number;
  /** Display name of its author. */
  by: string;
  /** When, ISO 8601; null where unknown. */
  at: string | null;
  /** What the form that was sent would be filled with now; of secrets nothing. */
  theirs: Readonly<Record<string, unknown>>;
}

/**
 * Names the other writer of a conflict. A member without a name to show is another member; who is
 * no member is a program.
 */
export function writerName(name: string | null | undefined, isMember: boolean): string {
  return name || (isMember ? "Another member" : "A program");
}

/**
 * What a server action answers: a value, or everything that stands in the way, at least one thing.
 */
export type Answer<T> = { ok: true; value: T } | FailedAnswer;

/** Why it was not done. */
export interface FailedAnswer {
  ok: false;
  problems: readonly AnswerProblem[];
  conflict?: Conflict;
  /** The caller has no session: nothing was done. */
  signedOut?: true;
}

/**
 * How the console says that a call got no answer, as a heading. A sentence about what to do follows
 * it.
 */
export const noAnswer = "No answer from the server";

/** The same, with what to do where nothing else is to be said. */
export const noAnswerTryAgain = `${noAnswer}. Try again.`;

/** Stands for the answer of a call that got none. */
export const unanswered = refusal(noAnswerTryAgain);

/** How the console says that its page is of another version than the server, as a heading. */
export const updated = "Clarion was updated";

/**
 * Stands for the answer of a call that the server does not know: the page is of another version.
 */
export const otherVersion = refusal(
  `${updated}. Load this page again; what you typed stays, except passwords, keys and lists of recipients.`,
);

/** Whether a sentence is that of {@link otherVersion}. */
export function saysOtherVersion(message: string): boolean {
  return message === sentenceOf(otherVersion);
}

/** The answer to a call without a session. */
export const signedOut: FailedAnswer = {
  ...refusal(
    "Your session has ended. Sign in again in another tab, then try again here. Nothing on this page is lost.",
  ),
  signedOut: true,
};

/**
 * Stands for the answer of a call that failed with an error: {@link otherVersion} or {@link
 * unanswered}.
 */
export function refusalOf(error: unknown): FailedAnswer {
  return isOtherVersion(error) ? otherVersion : unanswered;
}

/**
 * Returns whether a call failed because the server has no such action: the page that called it is
 * of another version.
 */
export function isOtherVersion(error: unknown): boolean {
  return error instanceof Error && error.name === "UnrecognizedActionError";
}

/** The answer of a call; what {@link refusalOf} returns where it failed. */
export async function answerOf<T>(call: Promise<Answer<T>>): Promise<Answer<T>> {
  return call.catch(refusalOf);
}

/** A refusal that concerns no field. */
export function refusal(message: string): FailedAnswer {
  return { ok: false, problems: [{ pointer: "", message }] };
}

/** Why it was refused, in one sentence. */
export function sentenceOf({ problems }: { problems: readonly AnswerProblem[] }): string {
  return asSentence(problems[0]?.message ?? "It was refused");
}

/** A message as it stands alone below its field: `must not be empty` → `Must not be empty.` */
export function asSentence(message: string): string {
  const begun = message.slice(0, 1).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
