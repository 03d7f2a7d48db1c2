import type { Database, Sql } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { onClockJump } from "@/lib/runtime/clock";
import { movingTimes } from "./deciding-times";

/** Until a jump is seen, times are written by the new clock already. Milliseconds. */
const unseenMs = 2_000;
/** A jump ahead by less may be shorter than a lease or an undo window. Milliseconds. */
const shortMs = 90_000;

/**
 * For the local database, whose clock is this machine's: when that one jumps, moves what waits
 * along with it, so that nothing due in a minute waits for days because the clock was days ahead
 * when it was put off, and no undo window ends at once. Until the returned function is called.
 */
export function watchClock(database: Database): () => void {
  return onClockJump((jump) => {
    log().warn({ seconds: Math.round(jump / 100) / 10 }, "the clock of this machine jumped");
    database
      .transaction((tx) => moveWaiting(tx, jump))
      .catch((error: unknown) =>
        log().error({ err: error }, "what waits was not moved along with the clock"),
      );
  });
}

/**
 * For the start on the local database: what waits longer than any pause there is was put off by a
 * clock that has been put right since, and is due now. Pauses are an hour at most for deliveries
 * and jobs (a provider's wish) and twelve for updates; what waits for its own end is only looked at
 * once more.
 */
export async function pullBack(sql: Sql): Promise<void> {
  await sql.query("UPDATE delivery SET next_at = now() WHERE next_at > now() + interval '2 hours'");
  await sql.query(
    `UPDATE "update" SET next_at = now() WHERE next_at > now() + interval '13 hours'`,
  );
  await sql.query("UPDATE job SET next_at = now() WHERE next_at > now() + interval '2 hours'");
}

/**
 * Pauses, leases, undo windows and lives of messages go on as if the clock had not jumped. Rows
 * that were written after the jump, and before it was seen, are recognised by their times as far as
 * that is possible: after a long jump ahead everything older is overdue; after a short one all rows
 * move, and what was written in that moment waits by the length of the jump longer; after a jump
 * back everything older lies ahead by about its length.
 *
 * @param jump milliseconds, below 0 for a jump back
 */
async function moveWaiting(tx: Sql, jump: number): Promise<void> {
  for (const [column, { rows = "true", otherwise }] of Object.entries(movingTimes)) {
    const [table = "", name = ""] = column.split(".");
    const time = otherwise === undefined ? name : `coalesce(${name}, ${otherwise})`;
    const longAhead = `${time} < now() - interval '${unseenMs} milliseconds'`;
    const older =
      jump < 0
        ? `${time} > now() - make_interval(secs => $1::float8 / 2)`
        : jump < shortMs
          ? "true"
          : longAhead;
    await tx.query(
      `UPDATE "${table}" SET ${name} = ${time} + make_interval(secs => $1::float8) WHERE ${time} IS NOT NULL AND ${older} AND ${rows}`,
      [jump / 1_000],
    );
  }
}
