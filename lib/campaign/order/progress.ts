import type { Sql } from "@/lib/database/sql";
import type { PlanOptions } from "@/lib/plan/own-values";

/** A worker that took one and died: another takes it after so long (seconds). */
export const leaseSeconds = 30;

/** A worker waits so long itself (seconds); after a longer rest any of them goes on. */
export const patienceSeconds = 5;

const stalledByRate = "This service has reached its rate limit. Sending continues automatically.";

/** A campaign that a worker has. */
export interface Due {
  id: string;
  serviceId: string;
  /** Of the order; another order of the same campaign has another one. */
  nonce: string | null;
  request: string;
  audienceId: string | null;
  moreAppids: string[];
  /**
   * The language of its template that everybody gets, "" for the default text; null: each recipient
   * that of their device.
   */
  language: string | null;
  cuts: Record<string, PlanOptions> | null;
  /**
   * By app, the version of its template that it goes out by; an app is left out that has none, or
   * follows the published one.
   */
  versions: Record<string, number> | null;
  /** It follows the published version, and did not start yet. */
  follows: boolean;
  /** Its list changed since it was counted, and it did not start yet. */
  recount: boolean;
  /** The cursor: requests that were answered so far. */
  answered: number;
  /** The first of its messages; null when none was accepted so far. */
  transid: string | null;
}

/**
 * Pause between polls while another worker is claiming the campaigns that are due (milliseconds).
 */
const leastPauseMs = 20;

/** Milliseconds until the next one is due, at least 20 and at most `most`. */
export async function untilNextDue(sql: Sql, most: number): Promise<number> {
  const [row] = await sql.query<{ ms: number | null }>(
    `SELECT (extract(epoch FROM min(due_at) - now()) * 1000)::float8 AS ms FROM campaign WHERE due_at IS NOT NULL AND state IN ('scheduled', 'sending')`,
  );
  return Math.min(Math.max(row?.ms ?? most, leastPauseMs), most);
}

/** How a slice of requests was answered. */
export interface Slice {
  answered: number;
  refused: number;
  /** The first that was accepted. */
  transid: string | null;
  /** Of the first that was refused. */
  problem: string | null;
  /** Seconds until the rest may be tried. */
  wait: number | null;
}

/**
 * Marks a slice as done, in the transaction that stores its messages: false when another worker
 * did, it was stopped, or it is another order by now, and then they must not be stored.
 */
export async function recordSlice(
  tx: Sql,
  { id, nonce, answered: from }: Due,
  slice: Slice,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE campaign SET answered = answered + $3, refused = refused + $4, transid = coalesce(transid, $5), problem = coalesce(problem, $6),
       due_at = now() + make_interval(secs => $7), stalled = $9, updated_at = now()
     WHERE id = $1 AND nonce IS NOT DISTINCT FROM $8 AND state = 'sending' AND answered = $2 RETURNING 1`,
    [
      id,
      from,
      slice.answered,
      slice.refused,
      slice.transid,
      slice.problem,
      slice.wait !== null && slice.wait > patienceSeconds
        ? Math.min(slice.wait, leaseSeconds)
        : leaseSeconds,
      nonce,
      slice.wait === null ? null : stalledByRate,
    ],
  );
  return rows.length > 0;
}

/**
 * Renews the lease of a campaign that is under way: false when another worker has it, or it was
 * stopped.
 */
export async function renewLease(sql: Sql, { id, nonce, answered }: Due): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE campaign SET due_at = now() + interval '${leaseSeconds} seconds'
     WHERE id = $1 AND nonce IS NOT DISTINCT FROM $3 AND state = 'sending' AND answered = $2 RETURNING 1`,
    [id, answered, nonce],
  );
  return rows.length > 0;
}

/**
 * Leaves a campaign that failed on its way for half a minute, and says so where it is looked at.
 */
export async function stall(
  sql: Sql,
  { id, nonce, answered }: Due,
  stalled: string,
): Promise<void> {
  await sql.query(
    `UPDATE campaign SET due_at = now() + interval '${leaseSeconds} seconds', stalled = $4, updated_at = now()
     WHERE id = $1 AND nonce IS NOT DISTINCT FROM $3 AND state = 'sending' AND answered = $2`,
    [id, answered, nonce, stalled],
  );
}
