import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { log } from "@/lib/log/log";
import { workClass, type WorkClass } from "@/lib/runtime/work-class";
import { runAfterCommit, runNow } from "./after-commit";
import { keepTime } from "./keep-time";
import { openPrisma } from "./prisma";
import type { OpenTransaction } from "./prisma-inside";
import { isAway } from "./repeat";
import { assertSameDatabase, assertServer } from "./server-check";
import type { Database, Listeners, Sql } from "./sql";
import { rolledBack, withoutValues } from "./statement-error";

/**
 * Connections by the class of work, so that interactive work never waits for the connections of a
 * send. Interactive: a page asks for some four things at once. Recording: five groups at a time
 * (`dispatch/recorder`, `updates/send`), and what sets messages to done. Bulk: four jobs that
 * expand, claims, leases, and campaigns.
 */
const poolSizes: Record<WorkClass, number> = { interactive: 10, recording: 4, bulk: 6 };
const resubscribeMs = 1_000;
/**
 * A transaction whose process is stopped or cut off ends after this time, and with it its locks:
 * before the leases of that process end, so that others can go on with its work. Milliseconds.
 */
const mostIdleMs = 20_000;
/** Settings of sessions that no pooler hands around. */
const sessionSettings = [
  // The statements here are short and many: compiling them just in time takes longer than running
  // them.
  "jit=off",
  `idle_in_transaction_session_timeout=${mostIdleMs}`,
  // A peer that is gone without a word is noticed by either end.
  "tcp_keepalives_idle=10",
  "tcp_keepalives_interval=5",
  "tcp_keepalives_count=3",
]
  .map((setting) => `-c ${setting}`)
  .join(" ");
/** How a transaction begins where the session is a pooler's: what it sets ends with it. */
const pooledBegin = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${mostIdleMs}`;

/** How a server is reached. */
interface ServerOptions {
  /**
   * A server that Clarion started: its version needs no check, and an error that it answers is a
   * `StatementError`.
   */
  isOwn?: boolean;
  /**
   * The same database past the pooler that `url` leads to, for connections that listen or hold a
   * lock.
   */
  directUrl?: string | undefined;
  /** The setting that names the server, for errors. */
  setting?: string;
}

/**
 * Opens pools of connections to a PostgreSQL server. A connection that dies is replaced; only
 * statements under way on it fail. Throws `StartError` when no fitting server answers.
 *
 * The statements of the pools need no session: what one of them sets ends with its transaction, and
 * none is prepared under a name. So a pooler may give each transaction another connection.
 */
export async function openServer(
  url: string,
  { isOwn = false, directUrl, setting }: ServerOptions = {},
): Promise<Database> {
  const [options, direct] = connectionsOf(url, directUrl);
  if (!isOwn) await assertServers(options, direct, setting);
  let isClosed = false;
  const poolOf = (of: WorkClass) => {
    const classPool = new pg.Pool({ ...options, max: poolSizes[of] });
    // The local server ends right after its pools, whose connections may still be on their way out.
    classPool.on(
      "error",
      (error) =>
        isClosed ||
        log().warn({ err: withoutValues(error) }, "an idle database connection was lost"),
    );
    // The end of a connection may come with the answer that frees it, before the work that it is
    // handed to can listen: without a listener it would end the process.
    classPool.on("connect", (client) => client.on("error", () => undefined));
    return classPool;
  };
  const pools: Record<WorkClass, pg.Pool> = {
    interactive: poolOf("interactive"),
    recording: poolOf("recording"),
    bulk: poolOf("bulk"),
  };
  const pool = () => pools[workClass()];
  const begin = directUrl === undefined ? "BEGIN" : pooledBegin;
  const stopTime = await keepTime(async () => {
    const [row] = await statementsOf(pools.interactive).query<{ utc: number }>(
      "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS utc",
    );
    return row?.utc ?? Date.now();
  });
  const prisma = openPrisma({
    outside: (of) => adapterOf(pools[of]),
    begin: (run) => inTransaction(pool(), begin, run),
  });
  return {
    isExclusive: false,
    query: (text, values) => statementsOf(pool()).query(text, values),
    script: (text) => statementsOf(pool()).script(text),
    afterCommit: runNow,
    transaction: (run) =>
      runAfterCommit((afterCommit) =>
        inTransaction(pool(), begin, (opened) => prisma.within({ ...opened, afterCommit }, run)),
      ),
    prisma: prisma.outside,
    subscribe: (listeners, onLine) => subscribe(direct, listeners, onLine),
    hold: (lockId) => hold(direct, lockId),
    close: async () => {
      stopTime();
      isClosed = true;
      await prisma.close();
      await Promise.all(Object.values(pools).map((classPool) => classPool.end()));
    },
  };
}

/** How connections of the pools are opened, and those that need a session. */
function connectionsOf(url: string, directUrl: string | undefined) {
  const common = {
    application_name: "clarion",
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  const direct = { ...common, connectionString: directUrl ?? url, options: sessionSettings };
  // PgBouncer refuses a connection with options.
  return [directUrl === undefined ? direct : { ...common, connectionString: url }, direct] as const;
}

async function assertServers(
  options: pg.ClientConfig,
  direct: pg.ClientConfig,
  setting?: string,
): Promise<void> {
  const facts = await assertServer(options, setting);
  const directFacts =
    direct === options ? facts : await assertServer(direct, "DATABASE_DIRECT_URL");
  if (direct !== options) await assertSameDatabase(options, direct);
  if (directFacts.isPooled)
    log().warn(
      `${direct === options ? (setting ?? "DATABASE_URL") : "DATABASE_DIRECT_URL"} leads to a connection pooler. Unless its mode is session, set DATABASE_DIRECT_URL to the address of the PostgreSQL server.`,
    );
  if (facts.hasJit)
    log().warn(
      "PostgreSQL compiles the statements that come through the pooler. They are faster without: ALTER ROLE … SET jit = off.",
    );
}

async function inTransaction<T>(
  pool: pg.Pool,
  begin: string,
  run: (opened: OpenTransaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch(rethrow);
  // Without a listener a connection that dies inside a transaction would end the process.
  const onError = (error: Error) =>
    log().warn(
      { err: withoutValues(error) },
      "a database connection was lost inside a transaction",
    );
  client.on("error", onError);
  let broken: Error | undefined;
  try {
    await client.query(begin).catch(rethrow);
    const result = await run({ ...statementsOf(client), adapter: () => adapterOf(client) });
    const { command } = await client.query("COMMIT").catch(rethrow);
    // A statement failed, and `run` went on.
    if (command === "ROLLBACK") throw rolledBack();
    return result;
  } catch (error) {
    // A primary that became a standby may keep its connections: a new one leads to its successor.
    if (error instanceof Error && isAway(error)) broken = error;
    await client.query("ROLLBACK").catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.off("error", onError);
    client.release(broken);
  }
}

/**
 * Prisma's adapter over the pool, or over one of its connections: it takes a pool alone, and asks
 * it for nothing but to run statements.
 */
function adapterOf(on: pg.Pool | pg.PoolClient) {
  const pool = Object.create(pg.Pool.prototype, {
    query: { value: on.query.bind(on) },
    on: { value: () => undefined },
  }) as pg.Pool;
  return new PrismaPg(pool).connect();
}

/** The statements of a connection, whose errors contain no values. */
export function statementsOf(on: pg.Pool | pg.ClientBase): Pick<Sql, "query" | "script"> {
  return {
    query: async <Row>(text: string, values: unknown[] = []) =>
      (await on.query(text, values).catch(rethrow)).rows as Row[],
    script: async (text) => void (await on.query(text).catch(rethrow)),
  };
}

function rethrow(error: unknown): never {
  throw withoutValues(error);
}

/** On a connection of its own, with which the lock goes. */
async function hold(
  options: pg.ClientConfig,
  lockId: number,
): Promise<(() => Promise<void>) | undefined> {
  const client = new pg.Client(options);
  client.on("error", (error) =>
    log().warn({ err: withoutValues(error), lockId }, "the connection that held a lock was lost"),
  );
  await client.connect().catch(rethrow);
  const { rows } = await client
    .query<{ isLocked: boolean }>('SELECT pg_try_advisory_lock($1) AS "isLocked"', [lockId])
    .catch(rethrow);
  if (rows[0]?.isLocked) return () => client.end();
  await client.end();
  return undefined;
}

/** A connection of its own that listens, and comes back when it is lost. */
async function subscribe(
  options: pg.ClientConfig,
  listeners: Listeners,
  onLine: (stands: boolean) => void,
): Promise<() => Promise<void>> {
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const again = () => {
    if (stopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      connect().catch(again);
    }, resubscribeMs);
  };
  const connect = async () => {
    const connection = new pg.Client({ ...options, connectionTimeoutMillis: 10_000 });
    let stands = false;
    const lost = () => {
      if (!stands) return;
      stands = false;
      onLine(false);
      again();
    };
    connection.on("error", lost);
    connection.on("end", lost);
    connection.on("notification", ({ channel, payload }) => listeners[channel]?.(payload ?? ""));
    client = connection;
    try {
      await connection.connect();
      for (const channel of Object.keys(listeners))
        await connection.query(`LISTEN ${connection.escapeIdentifier(channel)}`);
      if (stopped) throw new Error("The listener was stopped.");
    } catch (error) {
      await connection.end().catch(() => undefined);
      throw error;
    }
    stands = true;
    onLine(true);
  };
  await connect().catch(rethrow);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    onLine(false);
    await client?.end();
  };
}
