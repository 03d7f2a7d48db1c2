import type { Sql } from "@/lib/database/sql";
import type { PlanOptions } from "@/lib/plan/own-values";
import type { RequestPlace } from "./requests";
import type { OrderedSegment } from "./segment";

/** A worker that took one and died: another takes it after so long (seconds). */
export const leaseSeconds = 30;

/** A worker waits so long itself (seconds); after a longer rest any of them goes on. */
export const patienceSeconds = 5;

const stalledByRate = "This service has reached its rate limit. Sending continues automatically.";

/** An order that a worker has. */
export interface Due {
  id: string;
  campaignId: string;
  serviceId: string;
  request: string;
  /** Null also until its segment is evaluated. */
  audienceId: string | null;
  segment: OrderedSegment | null;
  moreAppids: string[];
  /**
   * The language of its template that everybody gets, "" for the default text; null: each recipient
   * that of their device.
   */
  language: string | null;
  cuts: Record<string, PlanOptions>;
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
  /** Where the next request begins (`RequestPlace`); null where it is not stored. */
  nextApp: number | null;
  nextRecipient: number | null;
  /** The first of its messages; null when none was accepted so far. */
  transid: string | null;
}

/**
 * Pause between polls while another worker is claiming the orders that are due (milliseconds).
 */
const leastPauseMs = 20;

/** Milliseconds until the next one is due, at least 20 and at most `most`. */
export async function untilNextDue(sql: Sql, most: number): Promise<number> {
  const [row] = await sql.query<{ ms: number | null }>(
    `SELECT (extract(epoch FROM min(due_at) - now()) * 1000)::float8 AS ms FROM campaign_order WHERE due_at IS NOT NULL AND state IN ('scheduled', 'sending')`,
  );
  return Math.min(Math.max(row?.ms ?? most, leastPauseMs), most);
}

/** How a slice of requests was answered. */
export interface Slice {
  answered: number;
  /** Where the request behind the last of those begins; null when none was answered. */
  next: RequestPlace | null;
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
 * did, or it was stopped, and then they must not be stored.
 */
export async function recordSlice(
  tx: Sql,
  { id, answered: from }: Due,
  slice: Slice,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE campaign_order SET answered = answered + $3, refused = refused + $4, transid = coalesce(transid, $5), problem = coalesce(problem, $6),
       due_at = now() + make_interval(secs => $7), stalled = $8, next_app = coalesce($9, next_app), next_recipient = coalesce($10, next_recipient), updated_at = now()
     WHERE id = $1 AND state = 'sending' AND answered = $2 RETURNING 1`,
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
      slice.wait === null ? null : stalledByRate,
      slice.next?.app ?? null,
      slice.next?.recipient ?? null,
    ],
  );
  return rows.length > 0;
}

/**
 * Renews the lease of an order that is under way: false when another worker has it, or it was
 * stopped.
 */
export async function renewLease(sql: Sql, { id, answered }: Due): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE campaign_order SET due_at = now() + interval '${leaseSeconds} seconds'
     WHERE id = $1 AND state = 'sending' AND answered = $2 RETURNING 1`,
    [id, answered],
  );
  return rows.length > 0;
}

/**
 * Leaves an order that failed on its way for half a minute, and says so where it is looked at.
 */
export async function stall(sql: Sql, { id, answered }: Due, stalled: string): Promise<void> {
  await sql.query(
    `UPDATE campaign_order SET due_at = now() + interval '${leaseSeconds} seconds', stalled = $3, updated_at = now()
     WHERE id = $1 AND state = 'sending' AND answered = $2`,
    [id, answered, stalled],
  );
}

/**
 * Moves the campaign of an order up where the campaigns that changed last come first. Not in the
 * transaction of a step: the worker locks no campaign behind its order.
 */
export async function touchCampaign(
  sql: Sql,
  { campaignId }: Pick<Due, "campaignId">,
): Promise<void> {
  await sql.query("UPDATE campaign SET updated_at = now() WHERE id = $1", [campaignId]);
}
