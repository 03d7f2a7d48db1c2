import { isStatementError } from "@/lib/database/statement-error";
import { rejectInput } from "./errors";

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
