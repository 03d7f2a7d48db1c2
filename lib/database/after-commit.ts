import { log } from "@/lib/log/log";
import type { Sql } from "./sql";

/**
 * Runs a transaction, and after its commit what it was given meanwhile to run then, in that order.
 * Runs none of that when the transaction throws.
 */
export async function runAfterCommit<T>(
  transaction: (afterCommit: Sql["afterCommit"]) => Promise<T>,
): Promise<T> {
  const callbacks: (() => void)[] = [];
  const result = await transaction((run) => void callbacks.push(run));
  for (const run of callbacks) runNow(run);
  return result;
}

/**
 * Runs what follows a commit. Logs its error in place of throwing it: to the caller, the rows are
 * stored.
 */
export function runNow(run: () => void): void {
  try {
    run();
  } catch (error) {
    log().error({ err: error }, "something after a commit failed");
  }
}
