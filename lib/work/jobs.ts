import type { z } from "zod";
import { newId } from "@/lib/database/id";
import type { Database, Sql } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import type { BusEvents } from "@/lib/runtime/bus";
import {
  claimJobs,
  failJob,
  lockJobs,
  removeJobs,
  renewJobs,
  requeueJobs,
  type ClaimedJob,
  type LeasedJob,
} from "./leased-jobs";
import { startLoop } from "./loop";
import { moreOf } from "./share";

/**
 * A kind of job: its name, the shape of its data, and the lane of the bus that wakes its workers.
 */
export interface JobDefinition<T> {
  kind: string;
  data: z.ZodType<T>;
  lane: BusEvents["wake"];
  /**
   * Whose a job is: the id of a service or a member, or an address. Lines take turns, so that a
   * backlog of one delays no other; without it all are one.
   */
  line?: (data: T) => string;
  /**
   * Makes one of several of a line, where that is less work: those that wait are worked on
   * together.
   */
  join?: (data: T[]) => T;
}

/**
 * What `handle` answers for a job whose turn is over before its work: it goes on when its line has
 * its next turn.
 */
export const unfinished = "unfinished";

/** What `handle` answers for a job that is not to be done before so many milliseconds. */
export interface Postponement {
  afterMs: number;
}

/** How a turn of a job ended; nothing: it is done. */
type TurnEnd = void | typeof unfinished | Postponement;

const heartbeatMs = 10_000;
/** Other processes wake us; this is for what they could not announce. */
const pollMs = 1_000;
/**
 * Slots for jobs in one process, each with so many joined at most. One line leaves one of the slots
 * to others.
 */
const atOnce = 4;
const mostJoined = 4;
const perLine = moreOf(0, atOnce);
/** Those under way at most, with the ones that left their slot. */
const mostRunning = 256;
/** Lines of which it is remembered when they had a turn. */
const mostLines = 1_000;

/**
 * Makes jobs in the caller's transaction: they exist if and only if that commits. Wake the workers
 * after the commit.
 */
export async function enqueue<T>(
  tx: Sql,
  { kind, data: shape, line = () => "" }: JobDefinition<T>,
  ...jobs: readonly T[]
): Promise<void> {
  const data = jobs.map((job) => shape.parse(job));
  await tx.query(
    "INSERT INTO job (id, kind, line, data) SELECT id, $1, line, data::jsonb FROM unnest($2::uuid[], $3::text[], $4::text[]) AS j(id, line, data)",
    [
      kind,
      jobs.map(() => newId()),
      data.map((job) => line(job)),
      data.map((job) => JSON.stringify(job)),
    ],
  );
}

/** Which lines have slots in this process, and in which order they had their turns. */
class Lines {
  readonly #slots = new Map<string, number>();
  /** The one whose turn was last stands last. */
  readonly #turns = new Map<string, number>();
  #turn = 0;

  begin(line: string): void {
    this.#slots.set(line, (this.#slots.get(line) ?? 0) + 1);
    this.#turns.delete(line);
    this.#turns.set(line, (this.#turn += 1));
    if (this.#turns.size <= mostLines) return;
    for (const oldest of this.#turns.keys()) return void this.#turns.delete(oldest);
  }

  /** Slots that are not free. */
  get inUse(): number {
    let count = 0;
    for (const slots of this.#slots.values()) count += slots;
    return count;
  }

  /** Whether jobs of a line, or of any, may wait for a slot. */
  isFull(line: string): boolean {
    return this.inUse >= atOnce || (this.#slots.get(line) ?? 0) >= perLine;
  }

  end(line: string): void {
    const left = (this.#slots.get(line) ?? 1) - 1;
    if (left > 0) this.#slots.set(line, left);
    else this.#slots.delete(line);
  }

  /** As {@link claimJobs} takes them. */
  get columns(): { lines: string[]; slotsOfLines: number[]; turns: number[] } {
    const lines = [...this.#turns.keys()];
    return {
      lines,
      slotsOfLines: lines.map((line) => this.#slots.get(line) ?? 0),
      turns: [...this.#turns.values()],
    };
  }
}

/** The lease of the jobs that are being worked on together. */
export interface JobLease {
  /**
   * Keeps other workers from them until the transaction ends. Throws {@link LeaseLostError} when
   * one may be at work on them, or has them as soon as it looks.
   */
  lock: (tx: Sql) => Promise<void>;
  /** What is left only waits: their slot is free for others from now on. */
  leaveSlot: () => void;
}

/** Another worker may have the job: what this one does for it is void. */
export class LeaseLostError extends Error {}

/** The leases of this process, by job, with the turn that each is for. */
type Leases = Map<string, LeasedJob & { turn: object }>;

type Handle<T> = (data: T, lease: JobLease) => Promise<TurnEnd>;

/**
 * Works on jobs that were claimed together, and records how that ended. `onDue` is called when one
 * is due again at once.
 */
function worker<T>(
  database: Database,
  { data: shape, join }: JobDefinition<T>,
  handle: Handle<T>,
  { leases, onDue }: { leases: Leases; onDue: () => void },
) {
  const currentOf = (job: ClaimedJob) => leases.get(job.id) ?? job;
  const settle = async (jobs: readonly ClaimedJob[], end: TurnEnd) => {
    const current = jobs.map(currentOf);
    if (end === undefined) return removeJobs(database, current);
    // Before it is due again: its next turn may begin in this process, under a lease of its own.
    for (const { id } of jobs) leases.delete(id);
    await requeueJobs(database, current, end === unfinished ? 0 : end.afterMs);
    if (end === unfinished) onDue();
  };
  const leaseOf = (jobs: readonly ClaimedJob[], leaveSlot: () => void): JobLease => ({
    leaveSlot,
    lock: async (tx) => {
      if ((await lockJobs(tx, jobs.map(currentOf))) < jobs.length)
        throw new LeaseLostError("The lease of the job was lost.");
    },
  });
  const alone = async (job: ClaimedJob, leaveSlot: () => void) => {
    try {
      await settle([job], await handle(shape.parse(job.data), leaseOf([job], leaveSlot)));
    } catch (error) {
      if (error instanceof LeaseLostError)
        return log().warn({ job: job.id }, "another worker may have a job: it goes on there");
      log().error({ err: error, job: job.id }, "a job failed and will be tried again");
      await failJob(database, currentOf(job), error).catch((failure: unknown) =>
        log().warn(
          { err: failure, job: job.id },
          "a failed job is tried again when its lease ends",
        ),
      );
    }
  };
  const joined = async (jobs: readonly ClaimedJob[], leaveSlot: () => void) => {
    if (!join || jobs.length < 2) return false;
    try {
      const data = join(jobs.map((job) => shape.parse(job.data)));
      await settle(jobs, await handle(data, leaseOf(jobs, leaveSlot)));
      return true;
    } catch {
      // Which of them it was, and why, is found out by each alone.
      return false;
    }
  };
  return async (jobs: readonly ClaimedJob[], leaveSlot: () => void) => {
    if (!(await joined(jobs, leaveSlot))) for (const job of jobs) await alone(job, leaveSlot);
  };
}

/**
 * Works on the jobs of a kind, here and in the workers of other processes, until the returned
 * function is called; that resolves when those in hand are done. A job is removed when `handle`
 * resolves, goes on at its next turn when that answers {@link unfinished}, later when it answers
 * {@link Postponement}, and is tried again when it throws. The lease of a worker that died runs
 * out after half a minute and the job goes to another: so `handle` may see a job twice. When it
 * throws for several that were joined it sees each of them again by itself.
 */
export function work<T>(
  database: Database,
  definition: JobDefinition<T>,
  handle: Handle<T>,
): () => Promise<void> {
  const { kind, lane, join } = definition;
  const leased: Leases = new Map();
  const running = new Set<Promise<void>>();
  const lines = new Lines();
  const run = worker(database, definition, handle, { leases: leased, onDue: () => loop.wake() });
  let isLooking = false;
  const begin = (claimed: readonly ClaimedJob[]) => {
    // One whose lease ended while this process had it goes on under its new lease.
    const jobs = claimed.filter(({ id }) => !leased.has(id));
    const turn = {};
    for (const { id, leaseToken } of claimed)
      leased.set(id, { id, leaseToken, turn: leased.get(id)?.turn ?? turn });
    if (jobs.length === 0) return;
    const line = jobs[0]?.line ?? "";
    lines.begin(line);
    let hasSlot = true;
    const leaveSlot = () => {
      if (!hasSlot) return;
      hasSlot = false;
      // Otherwise the last look has claimed all that was due.
      const mayWait = isLooking || lines.isFull(line);
      lines.end(line);
      if (mayWait) loop.wake();
    };
    const done = run(jobs, leaveSlot).finally(() => {
      for (const { id } of jobs) if (leased.get(id)?.turn === turn) leased.delete(id);
      running.delete(done);
      leaveSlot();
    });
    running.add(done);
  };
  const loop = startLoop({
    of: `jobs (${kind})`,
    lane,
    look: async () => {
      const claimOptions = {
        slots: Math.min(atOnce - lines.inUse, mostRunning - running.size),
        perLine,
        joined: join ? mostJoined : 1,
        ...lines.columns,
      };
      // Left so by a look that fails: more looks than needed are harmless.
      isLooking = true;
      for (const jobs of await claimJobs(database, kind, claimOptions)) begin(jobs);
      isLooking = false;
      return pollMs;
    },
    failedMs: pollMs,
    renew: { every: heartbeatMs, leases: () => renewJobs(database, [...leased.values()]) },
  });
  return async () => {
    await loop.stop();
    await Promise.all(running);
    loop.end();
  };
}
