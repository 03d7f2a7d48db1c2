import { config } from "@/lib/config/config";
import type { Sql } from "@/lib/database/sql";
import type { PlanOptions } from "@/lib/plan/own-values";
import { keptVersions } from "./templates";

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
 * Claims campaigns that are due, by the clock of the database: scheduled → sending, and those that
 * another worker left. Only {@link takeApproved} claims campaigns scheduled with an approval.
 */
export async function takeDue(sql: Sql, most: number): Promise<Due[]> {
  return sql.query<Due>(
    `UPDATE campaign SET state = 'sending', started_at = coalesce(started_at, now()), due_at = now() + interval '${leaseSeconds} seconds'
     WHERE id IN (SELECT id FROM campaign WHERE (state = 'sending' OR (state = 'scheduled' AND approval_id IS NULL)) AND due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING id, nonce, request, audience_id AS "audienceId", coalesce(more_appids, '{}') AS "moreAppids", language, plan AS cuts, answered, transid, recount,
       service_id AS "serviceId", ${keptVersions("campaign")}`,
    [most],
  );
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

/** sending → sent, or failed when most of it was refused. */
export async function finish(sql: Sql, { id, nonce, answered }: Due): Promise<void> {
  await sql.query(
    `UPDATE campaign SET due_at = NULL, stalled = NULL, updated_at = now(), state = CASE WHEN answered > refused AND answered - refused >= refused THEN 'sent' ELSE 'failed' END,
       problem = CASE WHEN answered < requests THEN coalesce(problem, 'Its app is gone') ELSE problem END
     WHERE id = $1 AND nonce IS NOT DISTINCT FROM $3 AND state = 'sending' AND answered = $2`,
    [id, answered, nonce],
  );
}

/** sending → failed, before any of it was accepted. */
export async function fail(sql: Sql, { id, nonce }: Due, why: string): Promise<void> {
  await sql.query(
    `UPDATE campaign SET due_at = NULL, stalled = NULL, updated_at = now(), state = 'failed', problem = $3
     WHERE id = $1 AND nonce IS NOT DISTINCT FROM $2 AND state = 'sending' AND answered = 0`,
    [id, nonce, why],
  );
}

/**
 * What a worker that is gone had leased is due at once, orders in their undo window when it ends:
 * on the local database there is no other one. No undo window is longer than it can be from now on,
 * although a clock that was ahead said so.
 */
export async function endCampaignLeases(sql: Sql): Promise<void> {
  await sql.query(
    "UPDATE campaign SET held_until = least(held_until, now() + make_interval(secs => $1)) WHERE state = 'sending' AND held_until IS NOT NULL",
    [config().UNDO_SECONDS],
  );
  await sql.query(
    "UPDATE campaign SET due_at = greatest(now(), held_until) WHERE state = 'sending'",
  );
}
