import type { Sql } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { once } from "@/lib/runtime/once";
import { movingTimes } from "./deciding-times";

const lookMs = 1_000;
/** Smaller ones are put right by the clock's own slewing, or harm nobody. */
const leastJumpMs = 2_000;

interface Followed {
  /** By how much the wall clock is ahead of one that cannot jump, as far as it was followed (milliseconds). */
  difference: number | undefined;
  /** Resolves when what waits has been moved along with the jumps so far. */
  moved: Promise<void>;
}
const followed = () => once<Followed>("followed-clock", () => ({ difference: undefined, moved: Promise.resolve() }));

/**
 * For the embedded database, whose clock is this process's: sees when that one jumps, and moves what waits along with it, so that nothing due in a
 * minute waits for days because the clock was days ahead when it was put off, and nothing held is over at once. Looks every second until the returned function is
 * called; what must not be taken too early asks {@link followClock} before.
 */
export function watchClock(sql: Sql): () => void {
  followed().difference = differenceNow();
  const timer = setInterval(() => {
    followClock(sql).catch((error: unknown) => log().error({ err: error }, "what waits was not moved along with the clock"));
  }, lookMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    followed().difference = undefined;
  };
}

/** Resolves once what waits has been moved along with all jumps of the clock so far. At once where nobody watches it. */
export function followClock(sql: Sql): Promise<void> {
  const state = followed();
  if (state.difference === undefined) return state.moved;
  const jump = differenceNow() - state.difference;
  if (Math.abs(jump) < leastJumpMs) return state.moved;
  state.difference += jump;
  log().warn({ seconds: Math.round(jump / 1_000) }, "the clock of this machine jumped");
  state.moved = state.moved.catch(() => undefined).then(() => moveWaiting(sql, jump));
  return state.moved;
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
 * Pauses, leases and what is held go on as if the clock had not jumped. After a jump forward what lies in the past is from before it; what was written since, up to
 * a look ago, must not wait for as long as the jump.
 *
 * @param jump milliseconds, below 0 for a jump back
 */
async function moveWaiting(sql: Sql, jump: number): Promise<void> {
  for (const [column, where] of Object.entries(movingTimes)) {
    const [table = "", name = ""] = column.split(".");
    await sql.query(
      `UPDATE "${table}" SET ${name} = ${name} + make_interval(secs => $1::float8) WHERE ${name} IS NOT NULL AND ($1::float8 < 0 OR ${name} < now() - interval '2 seconds')${where === "" ? "" : ` AND ${where}`}`,
      [jump / 1_000],
    );
  }
}
