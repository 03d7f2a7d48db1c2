import { persist } from "@/lib/runtime/persist";
import { database, type Sql } from "./sql";
import { isStatementError, lostConnection } from "./statement-error";

/** Tries of a transaction that the server rolls back in favour of others. */
const mostTries = 5;
/**
 * SQLSTATE of a transaction that was rolled back so that another could go on: serialization failure
 * and deadlock.
 */
const inFavour = new Set(["40001", "40P01"]);
/**
 * SQLSTATE, system errors and codes of Prisma's for a server that is restarting, stopping, full or
 * not there, or that is a standby since another one became the primary: class 08 and these.
 */
const away = new Set([
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "25006",
  "25P03",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOENT",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "P1001",
  "P1008",
  "P1017",
]);
/** How long a caller waits for a database that restarts (milliseconds). */
const outageMs = 20_000;

/**
 * Whether a statement failed because its transaction was rolled back in favour of another one:
 * nothing of it was stored.
 */
export function isRolledBack(error: unknown): boolean {
  return isStatementError(error) && error.code !== undefined && inFavour.has(error.code);
}

/**
 * Whether a statement failed because the database was not there; what a transaction wrote may be
 * stored all the same, when the connection was lost while it committed.
 */
export function isAway(error: unknown): boolean {
  if (!isStatementError(error)) return false;
  const { code, message } = error;
  return code === undefined
    ? lostConnection.test(message)
    : code.startsWith("08") || away.has(code);
}

/**
 * Whether a statement failed by what it was to store (SQLSTATE classes 22, 23 and 54): it fails
 * each time.
 */
export function isDataFault(error: unknown): boolean {
  return isStatementError(error) && /^(22|23|54)/.test(error.code ?? "");
}

/**
 * Runs a transaction, and runs it again when the server rolled it back in favour of another one
 * (deadlock, serialization failure): five times at most, with growing pauses. For what a caller
 * waits for. What `run` changes in memory is not rolled back.
 */
export async function repeatRolledBack<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries >= mostTries || !isRolledBack(error)) throw error;
    }
    const pauseMs = Math.random() * 10 * 2 ** tries;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** A transaction of what a caller waits for: {@link repeatRolledBack}. */
export function repeatedTransaction<T>(run: (tx: Sql) => Promise<T>): Promise<T> {
  return repeatRolledBack(() => database().transaction(run));
}

/**
 * {@link repeatRolledBack}, which also outlasts a database that restarts, for 20 seconds. `run`
 * must bear being repeated after it succeeded unseen.
 *
 * @param forMs how long to wait instead, in milliseconds
 */
export function outlastRestart<T>(run: () => Promise<T>, forMs = outageMs): Promise<T> {
  return persist(() => repeatRolledBack(run), {
    forMs,
    onFailure: (error) => {
      if (!isAway(error)) throw error;
    },
  });
}
