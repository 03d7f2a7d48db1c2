import type { z } from "zod";
import { newId } from "@/lib/database/id";
import type { Database, Sql } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import type { BusEvents } from "@/lib/runtime/bus";
import { startLoop } from "./loop";

/** A kind of job: its name, the shape of its data, and the lane of the bus that wakes its workers. */
export interface JobDefinition<T> {
  kind: string;
  data: z.ZodType<T>;
  lane: BusEvents["wake"];
  /** Makes one of several, where that is less work: those that wait are worked on together. */
  join?: (data: T[]) => T;
}

/** How long a job stays with a worker that no longer says that it lives. */
const jobLeaseSeconds = 30;
const heartbeatMs = 10_000;
/** Other processes wake us; this is for what they could not announce. */
const pollMs = 1_000;
/** Jobs that one process has in hand at once, each of them joined of so many at most. */
const atOnce = 4;
const mostJoined = 4;
/** Seconds until a job that failed is tried again: as many more each time, up to the most. */
const retrySeconds = 5;
const longestRetrySeconds = 300;
/** Of an error, in UTF-16 units. */
const mostText = 1_000;

interface Held {
  id: string;
  leaseToken: string;
}
type Claimed = Held & { data: unknown };

/** Makes a job in the caller's transaction: it exists if and only if that commits. Wake the workers after the commit. */
export async function enqueue<T>(tx: Sql, { kind, data: shape }: JobDefinition<T>, data: T): Promise<void> {
  await tx.query("INSERT INTO job (id, kind, data) VALUES ($1, $2, $3::jsonb)", [newId(), kind, JSON.stringify(shape.parse(data))]);
}

/**
 * Works on the jobs of a kind, here and in the workers of other processes, until the returned function is called; that resolves when those in hand are
 * done. A job is removed when `handle` resolves, and tried again when it throws. The lease of a worker that died runs out after {@link jobLeaseSeconds} and
 * the job goes to another: so `handle` may see a job twice. When it throws for several that were joined it sees each of them again by itself.
 */
export function work<T>(
  database: Database,
  { kind, data: shape, lane, join }: JobDefinition<T>,
  handle: (data: T) => Promise<void>,
): () => Promise<void> {
  const held = new Map<string, Held>();
  const running = new Set<Promise<void>>();
  const alone = async (job: Claimed) => {
    try {
      await handle(shape.parse(job.data));
      await remove(database, [job]);
    } catch (error) {
      log().error({ err: error, job: job.id }, "a job failed and will be tried again");
      await fail(database, job, error).catch((failure: unknown) =>
        log().warn({ err: failure, job: job.id }, "a failed job is tried again when its lease ends"),
      );
    }
  };
  const joined = async (jobs: readonly Claimed[]) => {
    if (!join || jobs.length < 2) return false;
    try {
      await handle(join(jobs.map(({ data }) => shape.parse(data))));
      await remove(database, jobs);
      return true;
    } catch {
      // Which of them it was, and why, is found out by each alone.
      return false;
    }
  };
  const begin = async (jobs: readonly Claimed[]) => {
    if (!(await joined(jobs))) for (const job of jobs) await alone(job);
    for (const { id } of jobs) held.delete(id);
  };
  const loop = startLoop({
    of: `jobs (${kind})`,
    lane,
    look: async () => {
      const free = atOnce - running.size;
      const jobs = await claim(database, kind, newId(), join ? free * mostJoined : free);
      for (const some of inParts(jobs, free)) {
        for (const job of some) held.set(job.id, job);
        const done = begin(some).finally(() => {
          running.delete(done);
          loop.wake();
        });
        running.add(done);
      }
      return pollMs;
    },
    failedMs: pollMs,
    renew: { every: heartbeatMs, leases: () => renew(database, [...held.values()]) },
  });
  return async () => {
    await loop.stop();
    await Promise.all(running);
    loop.end();
  };
}

/** So many parts at most, as even as can be, in order. */
function inParts<T>(items: readonly T[], parts: number): T[][] {
  const size = Math.ceil(items.length / parts);
  return Array.from({ length: Math.min(parts, items.length) }, (_, n) => items.slice(n * size, (n + 1) * size)).filter(
    (part) => part.length > 0,
  );
}

/** For the start on the embedded database, where no other process can be at work: all leases were left by a process that died. */
export async function endJobLeases(sql: Sql): Promise<void> {
  await sql.query("UPDATE job SET lease_token = NULL, next_at = now() WHERE lease_token IS NOT NULL");
}

async function claim(sql: Sql, kind: string, leaseToken: string, most: number): Promise<Claimed[]> {
  if (most <= 0) return [];
  const rows = await sql.query<{ id: string; data: unknown; due: Date }>(
    // Looked for once: as a condition it may be looked for again for each row, and then finds others.
    `WITH due AS MATERIALIZED (SELECT id, next_at FROM job WHERE kind = $1 AND next_at <= now() ORDER BY next_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     UPDATE job SET lease_token = $2, next_at = now() + interval '${jobLeaseSeconds} seconds' FROM due WHERE job.id = due.id RETURNING job.id, job.data, due.next_at AS due`,
    [kind, leaseToken, most],
  );
  return rows.toSorted((one, other) => one.due.getTime() - other.due.getTime()).map(({ id, data }) => ({ id, data, leaseToken }));
}

async function renew(sql: Sql, held: readonly Held[]): Promise<void> {
  if (held.length === 0) return;
  await sql.query(
    `UPDATE job SET next_at = now() + interval '${jobLeaseSeconds} seconds' FROM unnest($1::uuid[], $2::uuid[]) AS h(id, token)
     WHERE job.id = h.id AND job.lease_token = h.token`,
    [held.map(({ id }) => id), held.map(({ leaseToken }) => leaseToken)],
  );
}

async function remove(sql: Sql, jobs: readonly Held[]): Promise<void> {
  await sql.query(
    "DELETE FROM job USING unnest($1::uuid[], $2::uuid[]) AS h(id, token) WHERE job.id = h.id AND job.lease_token = h.token",
    [jobs.map(({ id }) => id), jobs.map(({ leaseToken }) => leaseToken)],
  );
}

async function fail(sql: Sql, { id, leaseToken }: Held, error: unknown): Promise<void> {
  await sql.query(
    `UPDATE job SET lease_token = NULL, failures = failures + 1, last_error = $3,
       next_at = now() + make_interval(secs => least(${retrySeconds} * (failures + 1), ${longestRetrySeconds}))
     WHERE id = $1 AND lease_token = $2`,
    [id, leaseToken, String(error).slice(0, mostText).replaceAll("\0", "\uFFFD")],
  );
}
