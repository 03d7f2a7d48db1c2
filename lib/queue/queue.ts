import PgBoss from "pg-boss";
import type { z } from "zod";
import type { Database, Sql } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { listen } from "@/lib/runtime/bus";
import { once } from "@/lib/runtime/once";

/** A kind of job: its name, and the shape of its data. */
export interface JobDefinition<T> {
  name: string;
  data: z.ZodType<T>;
}

/** How long a job may stay with a worker that no longer says that it lives, in seconds. */
const leaseSeconds = 30;
const heartbeatMs = 10_000;
const sweepMs = 5_000;
const pollMs = 1_000;
const retryDelaySeconds = 5;
const retryLimit = 20_000;
/** Any number, the same in every process: who holds it makes the queue's tables, the others wait. */
const lockId = 7_105_100_4;

interface Holder {
  boss?: PgBoss;
}
const holder = () => once<Holder>("queue", () => ({}));

/** Declares a kind of job. The data is checked when it is enqueued and again when it is worked on. */
export function define<T>(name: string, data: z.ZodType<T>): JobDefinition<T> {
  return { name, data };
}

/** Opens the queue on the database: its own tables, made when absent. `definitions` are the kinds of job that exist. */
export async function openQueue(database: Database, definitions: JobDefinition<never>[]): Promise<void> {
  const boss = new PgBoss({ db: { executeSql: executor(database) }, supervise: false, schedule: false });
  boss.on("error", (error) => log().warn({ err: error }, "queue error"));
  const start = async () => {
    await boss.start();
    for (const { name } of definitions)
      if (!(await boss.getQueue(name)))
        await boss.createQueue(name, { name, retryLimit, retryDelay: retryDelaySeconds, expireInSeconds: leaseSeconds } as PgBoss.Queue);
  };
  // Processes that start together must not make the same tables. The embedded database has one connection and one process.
  if (database.kind === "embedded") await start();
  else
    await database.transaction(async (tx) => {
      await tx.query("SELECT pg_advisory_xact_lock($1)", [lockId]);
      await start();
    });
  // On the embedded database nobody else can be at work: what is active was left by a process that died.
  if (database.kind === "embedded")
    await database.query("UPDATE pgboss.job SET state = 'retry', start_after = now() WHERE state = 'active'");
  holder().boss = boss;
}

/** Puts a job into the queue, in the caller's transaction: it exists if and only if that commits. Wake workers after the commit. */
export async function enqueue<T>(tx: Sql, definition: JobDefinition<T>, data: T): Promise<void> {
  const job = { name: definition.name, data: definition.data.parse(data) as object };
  await boss().insert([job], { db: { executeSql: executor(tx) } } as never);
}

/**
 * Works on jobs until the returned function is called (it resolves when the job at hand is done). A job is removed when `handle`
 * resolves and tried again when it throws. While a job is worked on its lease is renewed; the lease of a worker that died runs out
 * after 30 seconds and the job goes to another: so `handle` may see a job twice.
 */
export function work<T>(
  database: Database,
  definition: JobDefinition<T>,
  wakeOn: "expand",
  handle: (data: T) => Promise<void>,
): () => Promise<void> {
  let stopped = false;
  let running: Promise<void> | undefined;
  let again = false;
  const drain = async () => {
    while (!stopped) {
      const jobs = await boss().fetch<object>(definition.name, { batchSize: 4 });
      if (jobs.length === 0) return;
      await Promise.all(jobs.map((job) => one(database, definition, job, handle)));
    }
  };
  const kick = () => {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    running = drain()
      .catch((error: unknown) => log().warn({ err: error, job: definition.name }, "fetching jobs failed; trying again"))
      .finally(() => {
        running = undefined;
        if (again) {
          again = false;
          kick();
        }
      });
  };
  const quiet = listen("wake", (lane) => lane === wakeOn && kick());
  const poll = setInterval(kick, pollMs);
  const sweep = setInterval(
    () =>
      void boss()
        .expire()
        .catch((error: unknown) => log().warn({ err: error }, "expiring leases failed")),
    sweepMs,
  );
  kick();
  return async () => {
    stopped = true;
    quiet();
    clearInterval(poll);
    clearInterval(sweep);
    await running;
  };
}

/** Closes the queue after the workers have stopped. */
export async function closeQueue(): Promise<void> {
  await holder().boss?.stop({ graceful: false, wait: false });
  delete holder().boss;
}

async function one<T>(
  database: Database,
  definition: JobDefinition<T>,
  job: PgBoss.Job<object>,
  handle: (data: T) => Promise<void>,
): Promise<void> {
  const beat = setInterval(() => {
    database
      .query("UPDATE pgboss.job SET started_on = now() WHERE name = $1 AND id = $2 AND state = 'active'", [definition.name, job.id])
      .catch((error: unknown) => log().warn({ err: error, job: job.id }, "renewing a lease failed"));
  }, heartbeatMs);
  try {
    await handle(definition.data.parse(job.data));
    await boss().deleteJob(definition.name, job.id);
  } catch (error) {
    log().error({ err: error, job: definition.name, id: job.id }, "a job failed and will be tried again");
    await boss().fail(definition.name, job.id, { message: String(error) });
  } finally {
    clearInterval(beat);
  }
}

function boss(): PgBoss {
  const { boss } = holder();
  if (!boss) throw new Error("The queue is not open yet.");
  return boss;
}

/** pg-boss over our own connection: statements without parameters may be several, and PostgreSQL then wants the simple protocol. */
function executor(sql: Sql): (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }> {
  return async (text, values) => {
    if (values !== undefined) return { rows: await sql.query(text, values) };
    if (!text.includes(";")) return { rows: await sql.query(text) };
    await sql.script(text);
    return { rows: [] };
  };
}
