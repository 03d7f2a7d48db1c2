import type { Database, Sql } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { once } from "@/lib/runtime/once";
import { movingTimes } from "./deciding-times";

/** How long a page may show the times of before a jump where nothing else uses the database. */
const lookMs = 1_000;
/** Smaller ones are harmless. What sets clocks right bit by bit moves both of them. */
const leastJumpMs = 250;

interface Followed {
  /** By how much the wall clock is ahead of one that cannot jump, as far as it was followed (milliseconds). */
  difference: number | undefined;
}
const followed = () => once<Followed>("followed-clock", () => ({ difference: undefined }));

/**
 * For the embedded database, whose clock is this process's: sees when that one jumps, and moves what waits along with it, so that nothing due in a
 * minute waits for days because the clock was days ahead when it was put off, and no undo window ends at once. It looks before each turn at the database: all that is
 * kept at that moment was written by the clock of before, and all that follows is written by the new one. Until the returned function is called.
 */
export function watchClock(database: Database): () => void {
  const state = followed();
  state.difference = differenceNow();
  const stop = database.beforeTurns?.((transaction) => {
    if (state.difference === undefined) return undefined;
    if (Math.abs(differenceNow() - state.difference) < leastJumpMs) return undefined;
    // Once more: the process may have had to wait between the two clocks.
    const jump = differenceNow() - state.difference;
    if (Math.abs(jump) < leastJumpMs) return undefined;
    // Never twice, whatever becomes of it: what is written from now on has times by the new clock.
    state.difference += jump;
    log().warn({ seconds: Math.round(jump / 100) / 10 }, "the clock of this machine jumped");
    return transaction((tx) => moveWaiting(tx, jump)).catch((error: unknown) =>
      log().error({ err: error }, "what waits was not moved along with the clock"),
    );
  });
  const timer = setInterval(() => {
    followClock(database).catch((error: unknown) => log().debug({ err: error }, "the clock was not looked at; trying again in a second"));
  }, lookMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    stop?.();
    state.difference = undefined;
  };
}

/**
 * Resolves once what waits has been moved along with all jumps of the clock so far. At once where it is not watched.
 *
 * @internal
 */
export async function followClock(sql: Sql): Promise<void> {
  if (followed().difference !== undefined) await sql.query("SELECT 1");
}

const differenceNow = () => Date.now() - performance.now();

/**
 * For the start on the embedded database: what waits longer than any pause there is was put off by a clock that has been put right since, and is due now.
 * Pauses are an hour at most for deliveries and jobs (a provider's wish) and twelve for updates; what waits for its own end is only looked at once more.
 */
export async function pullBack(sql: Sql): Promise<void> {
  await sql.query("UPDATE delivery SET next_at = now() WHERE next_at > now() + interval '2 hours'");
  await sql.query(`UPDATE "update" SET next_at = now() WHERE next_at > now() + interval '13 hours'`);
  await sql.query("UPDATE job SET next_at = now() WHERE next_at > now() + interval '2 hours'");
}

/**
 * Pauses, leases, undo windows and lives of messages go on as if the clock had not jumped.
 *
 * @param jump milliseconds, below 0 for a jump back
 */
async function moveWaiting(tx: Sql, jump: number): Promise<void> {
  for (const [column, { rows = "true", otherwise }] of Object.entries(movingTimes)) {
    const [table = "", name = ""] = column.split(".");
    const time = otherwise === undefined ? name : `coalesce(${name}, ${otherwise})`;
    await tx.query(`UPDATE "${table}" SET ${name} = ${time} + make_interval(secs => $1::float8) WHERE ${time} IS NOT NULL AND ${rows}`, [
      jump / 1_000,
    ]);
  }
}
