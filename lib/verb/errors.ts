import { isStatementError } from "@/lib/database/statement-error";
import type { AnswerProblem, Conflict } from "@/lib/inputs/answer";

/**
 * What was asked cannot be done as it stands; nothing was changed. The problems say why and what to
 * do, for the person who asked.
 */
export class RefusedError extends Error {
  readonly problems: readonly AnswerProblem[];
  /** HTTP status of the answer to a program; by default that of its address. */
  readonly status?: 400 | 409;
  /** Further members of that answer. */
  readonly facts?: object;
  constructor(...problems: AnswerProblem[]) {
    super(problems[0]?.message ?? "It was refused.");
    this.problems = problems;
  }
}

/**
 * Two writers, one stale: nothing was changed. Carries the other's version, author and time.
 * Programs get 409.
 *
 * @param problem what to say, and at which field; by default one sentence about the whole input
 */
export class ConflictError extends RefusedError {
  override readonly status = 409;
  readonly conflict: Conflict;
  constructor(conflict: Conflict, problem?: AnswerProblem) {
    const message = `${conflict.by} changed this while you were editing. Load the page again to see the changes.`;
    super(problem ?? { pointer: "", message });
    this.conflict = conflict;
  }
}

/**
 * Nothing by that id in any service of the caller: what belongs to others does not exist for them.
 */
export class NotFoundError extends Error {
  constructor(what = "This") {
    super(`${what} does not exist, or was removed in the meantime. Load the page again.`);
  }
}

/** Throws a `RefusedError` with a sentence that concerns no field, or the one at `pointer`. */
export function rejectInput(message: string, pointer = ""): never {
  throw new RefusedError({ pointer, message });
}

/** SQLSTATE of a row that a unique index forbids. */
const uniqueViolation = "23505";

/**
 * What a statement answers. Refuses with this sentence what a unique index forbids: of two who want
 * the same at once, one is refused. Its transaction is over then.
 *
 * @param pointer the field of the input that has to change
 */
export async function unlessTaken<T>(
  statement: Promise<T>,
  message: string,
  pointer = "",
): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    if (isStatementError(error) && error.code === uniqueViolation) rejectInput(message, pointer);
    throw error;
  }
}
