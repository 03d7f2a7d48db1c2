import { database, type Sql } from "@/lib/database/sql";
import { isStatementError } from "@/lib/database/statement-error";
import { problem } from "@/lib/interface/problem";
import { once } from "@/lib/runtime/once";
import { RefusedError } from "@/lib/verb/errors";

/** Statements over all users that one process runs at once: each has memory of its own. */
const mostAtOnce = 3;
/** Of one service: one place is left to the others. */
const mostOfService = mostAtOnce - 1;
/** How long one may take, in seconds. */
const mostSeconds = 10;

/** SQLSTATE of a statement that was cancelled, by a time limit or by a call. */
export const canceled = "57014";

/** How many run of each service, and in all. */
const running = () =>
  once("segment-statements", () => ({ count: 0, ofServices: new Map<string, number>() }));

/** How a session is named while it counts, so that another process can find it. */
function sessionName(token: string): string {
  return `segment ${token}`;
}

/**
 * Bounds what statements of a compiled rule take in a transaction, in seconds each. Joins are
 * hashed: where the planner knows nothing of a set it would compare each user with each of its
 * rows.
 *
 * @param session its name, by which a session is found that is to be cancelled
 */
export async function boundRule(tx: Sql, seconds: number, session = "segment"): Promise<void> {
  await tx.query(
    "SELECT set_config('statement_timeout', $1, true), set_config('work_mem', '64MB', true), set_config('enable_nestloop', 'off', true), set_config('application_name', $2, true)",
    [String(seconds * 1_000), session],
  );
}

/**
 * Runs a statement that a rule was compiled to, in a transaction of its own with a time limit.
 * Refuses one that was cancelled, and more than a few at once, of a service or in all.
 *
 * @param values the first is the id of the service
 * @param token what it can be cancelled by
 */
export async function runRule<Row>(
  text: string,
  values: unknown[],
  token?: string,
): Promise<Row[]> {
  const state = running();
  const service = String(values[0]);
  const own = state.ofServices.get(service) ?? 0;
  if (state.count >= mostAtOnce || own >= mostOfService)
    throw new RefusedError({
      ...problem("segment.busy", ""),
      message: "Other counts are running. Wait some seconds and try again.",
    });
  state.count += 1;
  state.ofServices.set(service, own + 1);
  const beganAt = performance.now();
  try {
    return await database().transaction(async (tx) => {
      await boundRule(tx, mostSeconds, token === undefined ? "segment" : sessionName(token));
      return tx.query<Row>(text, values);
    });
  } catch (error) {
    if (!isStatementError(error) || error.code !== canceled) throw error;
    const isLate = performance.now() - beganAt >= mostSeconds * 1_000;
    if (isLate)
      throw new RefusedError({
        ...problem("segment.timeout", ""),
        message: `The count took longer than ${mostSeconds} seconds. Try again later, or with fewer conditions.`,
      });
    throw new RefusedError({ pointer: "", message: "The count was cancelled." });
  } finally {
    state.count -= 1;
    const left = (state.ofServices.get(service) ?? 1) - 1;
    if (left > 0) state.ofServices.set(service, left);
    else state.ofServices.delete(service);
  }
}

/** How often a count that goes on is cancelled again, and how long after (milliseconds). */
const [mostTries, againMs] = [40, 50];

/**
 * Cancels the statement that runs under a token, in any process. Returns whether there was one.
 * One that does not run yet is waited for, and between two statements of a transaction a cancel has
 * no effect: so it is repeated until the session has ended the transaction.
 */
export async function cancelRule(token: string): Promise<boolean> {
  let wasRunning = false;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const rows = await database().query(
      "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1",
      [sessionName(token)],
    );
    if (rows.length === 0 && wasRunning) return true;
    wasRunning ||= rows.length > 0;
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
  return wasRunning;
}
