import { createHash } from "node:crypto";
import { repeatedTransaction } from "@/lib/database/repeat";
import { database, type Sql } from "@/lib/database/sql";
import { once } from "@/lib/runtime/once";

const firstPauseSeconds = 2;
/** Tries this long ago (SQL) count no more. */
const forgotten = "interval '1 hour'";
const sweepMs = 60_000;

/**
 * How many attempts a caller has, who may be right in the end. After the free ones each costs a
 * pause, twice as long as the last one, at most `longestSeconds`; after an hour without a try all
 * is forgotten.
 */
export interface Budget {
  name: string;
  /** At least one. */
  free: number;
  longestSeconds: number;
  /**
   * Whether a right try clears it; otherwise it gives back what it cost itself alone, so that no
   * client clears others' wrong ones by own right ones.
   */
  cleared?: boolean;
}

/** A try that was counted, or the seconds until there may be one. */
export type Try =
  | { ok: true; right: () => Promise<void>; undone: () => Promise<void> }
  | { ok: false; seconds: number };

/**
 * Counts a try in each budget before it is checked, so that concurrent tries count like consecutive
 * ones; if one of the budgets pauses, it counts in none. Call `right` when it was right, `undone`
 * when it was not checked. Stored in the database: holds in every process and across restarts.
 */
export async function countTry(budgets: readonly Budget[]): Promise<Try> {
  await sweep();
  const sorted = budgets
    .map((budget) => ({ ...budget, bucket: digest(budget.name) }))
    .sort((a, b) => (a.bucket < b.bucket ? -1 : 1));
  const counted: { bucket: string; cleared: boolean; until: string }[] = [];
  try {
    await repeatedTransaction(async (tx) => {
      counted.length = 0;
      for (const { bucket, free, longestSeconds, cleared = false } of sorted) {
        const until = await count(tx, bucket, free, longestSeconds);
        if (until === undefined) throw new PausedError(await secondsLeft(tx, bucket));
        counted.push({ bucket, cleared, until });
      }
    });
  } catch (error) {
    if (error instanceof PausedError) return { ok: false, seconds: error.seconds };
    throw error;
  }
  const giveBack = async (clear: boolean) => {
    for (const { bucket, cleared, until } of counted)
      if (clear && cleared)
        await database().query("DELETE FROM sign_in_failure WHERE bucket = $1", [bucket]);
      else
        await database().query(
          // A pause that another try has set since is not this one's to end.
          `UPDATE sign_in_failure SET count = greatest(0, count - 1), until = CASE WHEN until = $2::timestamptz THEN date_trunc('milliseconds', now()) ELSE until END
           WHERE bucket = $1`,
          [bucket, until],
        );
  };
  return { ok: true, right: () => giveBack(true), undone: () => giveBack(false) };
}

/** Ends the transaction, so that a try which must wait is counted nowhere. */
class PausedError extends Error {
  readonly seconds: number;
  constructor(seconds: number) {
    super("paused");
    this.seconds = seconds;
  }
}

/**
 * Counts one more, unless the bucket pauses. The row is locked first, and judged by the time it is
 * then. A pause longer than there are any was set by a clock that has been put right since.
 *
 * @returns the end of the pause that this try set; undefined when there is one already
 */
async function count(
  tx: Sql,
  bucket: string,
  free: number,
  longestSeconds: number,
): Promise<string | undefined> {
  const clock = "date_trunc('milliseconds', clock_timestamp())";
  const [row] = await tx.query<{ until: string }>(
    `INSERT INTO sign_in_failure AS f (bucket, count, until) VALUES ($1, 1, ${clock})
     ON CONFLICT (bucket) DO UPDATE SET
       count = CASE WHEN f.until < now() - ${forgotten} THEN 1 ELSE f.count + 1 END,
       until = ${clock} + make_interval(secs => CASE WHEN f.count < $2::int OR f.until < now() - ${forgotten} THEN 0
         ELSE least($4::float8, $3::float8 * power(2, least(20, f.count - $2::int))) END)
     WHERE f.until <= clock_timestamp() OR f.until > clock_timestamp() + make_interval(secs => $4::float8 + 1)
     RETURNING until::text AS until`,
    [bucket, free, firstPauseSeconds, longestSeconds],
  );
  return row?.until;
}

async function secondsLeft(tx: Sql, bucket: string): Promise<number> {
  const [row] = await tx.query<{ seconds: number }>(
    "SELECT ceil(extract(epoch FROM until - clock_timestamp()))::int AS seconds FROM sign_in_failure WHERE bucket = $1",
    [bucket],
  );
  return Math.max(1, row?.seconds ?? 1);
}

/**
 * Forgets once a minute what counts no more, or was put off by a clock that ran ahead, so that
 * inventing addresses fills no table.
 */
async function sweep(): Promise<void> {
  const last = once("sign-in-sweep", () => ({ at: -Infinity }));
  if (performance.now() - last.at < sweepMs) return;
  last.at = performance.now();
  await database().query(
    `DELETE FROM sign_in_failure WHERE until < now() - ${forgotten} OR until > now() + ${forgotten}`,
  );
}

function digest(name: string): string {
  return createHash("sha256").update(name).digest("base64url");
}
