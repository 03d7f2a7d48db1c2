import type { Sql } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { leaseSeconds } from "./queues";

const lookMs = 1_000;
/** Smaller ones are put right by the clock's own slewing, or harm nobody. */
const leastJumpMs = 2_000;

/**
 * For the embedded database, whose clock is this process's: sees when that one jumps, and moves what waits along with it, so that nothing due in a
 * minute waits for days because the clock was days ahead when it was put off. Looks every second until the returned function is called.
 */
export function watchClock(sql: Sql): () => void {
  const difference = () => Date.now() - performance.now();
  let before = difference();
  const timer = setInterval(() => {
    const jump = difference() - before;
    if (Math.abs(jump) < leastJumpMs) return;
    before += jump;
    log().warn({ seconds: Math.round(jump / 1_000) }, "the clock of this machine jumped");
    followJump(sql, jump).catch((error: unknown) => log().error({ err: error }, "what waits was not moved along with the clock"));
  }, lookMs);
  timer.unref();
  return () => clearInterval(timer);
}

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
 * Leases go on as if the clock had not jumped. What waits for its time is due earlier by a jump back; a jump forward makes it due as it is.
 *
 * @param jump milliseconds, below 0 for a jump back
 */
export async function followJump(sql: Sql, jump: number): Promise<void> {
  const back = Math.min(jump, 0) / 1_000;
  for (const table of ["delivery", '"update"', "job"] as const)
    await sql.query(
      `UPDATE ${table} SET next_at = CASE WHEN lease_token IS NULL THEN next_at + make_interval(secs => $1::float8) ELSE now() + interval '${leaseSeconds} seconds' END
       WHERE next_at IS NOT NULL AND (lease_token IS NOT NULL OR $1::float8 < 0)`,
      [back],
    );
}
