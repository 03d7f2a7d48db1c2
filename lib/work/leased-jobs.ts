import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";

/** How long a job stays with a worker that no longer says that it lives. */
const jobLeaseSeconds = 30;
/** Seconds until a job that failed is tried again: as many more each time, up to the most. */
const retrySeconds = 5;
const longestRetrySeconds = 300;
/** Of an error, in UTF-16 units. */
const mostText = 1_000;

/** A job that a worker has leased. */
export interface LeasedJob {
  id: string;
  leaseToken: string;
}
/** A job that was claimed a moment ago. */
export type ClaimedJob = LeasedJob & { line: string; data: unknown };

/** What a worker wants to claim. */
interface ClaimRequest {
  /** Slots that are free. */
  slots: number;
  /** Slots that one line may have at most. */
  perLine: number;
  /** Jobs of a line that go into one slot together. */
  joined: number;
  /** Lines that this worker knows: the slots that each has, and the number of its last turn. */
  lines: readonly string[];
  slotsOfLines: readonly number[];
  turns: readonly number[];
}

/**
 * Claims due jobs of a kind, for so many slots at most: lines take turns, those that have fewer
 * slots first, and of these the one that had its last turn the longest ago. Hops from line to line
 * in the index, so that a hundred thousand jobs that wait in one cost no more than ten.
 *
 * @returns for each slot the jobs that go into it together, which are of one line
 */
export async function claimJobs(
  sql: Sql,
  kind: string,
  { slots, perLine, joined, lines, slotsOfLines, turns }: ClaimRequest,
): Promise<ClaimedJob[][]> {
  if (slots <= 0) return [];
  const leaseToken = newId();
  const rows = await sql.query<{ id: string; line: string; data: unknown; part: number }>(
    // Looked for once: as a condition it may be looked for again for each row, and then finds
    // others.
    `WITH RECURSIVE lines AS (
       (SELECT line FROM job WHERE kind = $1 ORDER BY line LIMIT 1)
       UNION ALL
       SELECT n.line FROM lines l CROSS JOIN LATERAL (SELECT j.line FROM job j WHERE j.kind = $1 AND j.line > l.line ORDER BY j.line LIMIT 1) n
     ), due AS MATERIALIZED (
       SELECT d.id, d.next_at, l.line, coalesce(k.turn, 0) AS turn,
         coalesce(k.slots, 0) + (row_number() OVER (PARTITION BY l.line ORDER BY d.next_at, d.id) - 1) / $4::int AS place
       FROM lines l
       LEFT JOIN unnest($6::text[], $7::int[], $8::int[]) AS k(line, slots, turn) ON k.line = l.line
       CROSS JOIN LATERAL (
         SELECT j.id, j.next_at FROM job j WHERE j.kind = $1 AND j.line = l.line AND j.next_at <= now()
         ORDER BY j.next_at LIMIT greatest(0, least($3::int, $5::int - coalesce(k.slots, 0))) * $4::int FOR UPDATE SKIP LOCKED) d
     ), chosen AS (
       SELECT id, dense_rank() OVER (ORDER BY place, turn, first_at, line) AS part
       FROM (SELECT due.*, min(next_at) OVER (PARTITION BY line) AS first_at FROM due) d
     )
     UPDATE job SET lease_token = $2, next_at = now() + interval '${jobLeaseSeconds} seconds'
     WHERE id = ANY(ARRAY(SELECT c.id FROM chosen c WHERE c.part <= $3::int))
     RETURNING id, line, data, (SELECT c.part::int FROM chosen c WHERE c.id = job.id) AS part`,
    [kind, leaseToken, slots, joined, perLine, lines, slotsOfLines, turns],
  );
  const parts: ClaimedJob[][] = Array.from({ length: slots }, () => []);
  for (const { part, ...job } of rows) parts[part - 1]?.push({ ...job, leaseToken });
  return parts.filter(({ length }) => length > 0);
}

/** Leased jobs by `$1` and `$2`, their ids and tokens, locked in one order. */
const leased = `SELECT j.id FROM job j JOIN unnest($1::uuid[], $2::uuid[]) AS h(id, token) ON j.id = h.id AND j.lease_token = h.token ORDER BY j.id FOR UPDATE OF j`;

/**
 * Heartbeat: renews the leases that have not ended. A job that is locked is passed over: it is
 * being ended.
 */
export async function renewJobs(sql: Sql, leases: readonly LeasedJob[]): Promise<void> {
  if (leases.length === 0) return;
  await sql.query(
    `UPDATE job SET next_at = now() + interval '${jobLeaseSeconds} seconds' FROM (${leased} SKIP LOCKED) l WHERE job.id = l.id`,
    [leases.map(({ id }) => id), leases.map(({ leaseToken }) => leaseToken)],
  );
}

/**
 * Locks jobs that are still leased until the transaction ends; returns how many there are. One
 * whose lease has ended is not: another worker may claim it as soon as the transaction is over.
 */
export async function lockJobs(tx: Sql, jobs: readonly LeasedJob[]): Promise<number> {
  const rows = await tx.query(
    `SELECT j.id FROM job j JOIN unnest($1::uuid[], $2::uuid[]) AS h(id, token) ON j.id = h.id AND j.lease_token = h.token
     WHERE j.next_at > now() ORDER BY j.id FOR SHARE OF j`,
    [jobs.map(({ id }) => id), jobs.map(({ leaseToken }) => leaseToken)],
  );
  return rows.length;
}

/** Removes jobs that are done. */
export async function removeJobs(sql: Sql, jobs: readonly LeasedJob[]): Promise<void> {
  await sql.query(`DELETE FROM job USING (${leased}) l WHERE job.id = l.id`, [
    jobs.map(({ id }) => id),
    jobs.map(({ leaseToken }) => leaseToken),
  ]);
}

/**
 * Releases jobs that are to be continued: each is due after so many milliseconds, behind the others
 * of its line.
 */
export async function requeueJobs(
  sql: Sql,
  jobs: readonly LeasedJob[],
  afterMs: number,
): Promise<void> {
  await sql.query(
    `UPDATE job SET lease_token = NULL, next_at = now() + make_interval(secs => $3::float8 / 1000) FROM (${leased}) l WHERE job.id = l.id`,
    [jobs.map(({ id }) => id), jobs.map(({ leaseToken }) => leaseToken), afterMs],
  );
}

/** Releases a job that failed, with the reason: it is due after a pause. */
export async function failJob(
  sql: Sql,
  { id, leaseToken }: LeasedJob,
  error: unknown,
): Promise<void> {
  await sql.query(
    `UPDATE job SET lease_token = NULL, failures = failures + 1, last_error = $3,
       next_at = now() + make_interval(secs => least(${retrySeconds} * (failures + 1), ${longestRetrySeconds}))
     WHERE id = $1 AND lease_token = $2`,
    [id, leaseToken, String(error).slice(0, mostText).replaceAll("\0", "\uFFFD")],
  );
}

/**
 * For the start on the local database, where no other process can be at work: all leases were left
 * by a process that died.
 */
export async function endJobLeases(sql: Sql): Promise<void> {
  await sql.query(
    "UPDATE job SET lease_token = NULL, next_at = now() WHERE lease_token IS NOT NULL",
  );
}
