import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { log } from "@/lib/log/log";
import { PrismaClient } from "./generated/client";
import { keepTime } from "./keep-time";
import { assertServer } from "./server-check";
import type { Database, Listeners, Sql } from "./sql";
import { prismaWithoutValues, withoutValues } from "./statement-error";

const poolSize = 16;
const resubscribeMs = 1_000;

/**
 * Opens a pool of connections to a PostgreSQL server. A connection that dies is replaced; only statements under way on it fail.
 * Throws `StartError` when no fitting server answers.
 */
export async function openServer(url: string, schema?: string): Promise<Database> {
  // The statements here are short and many: compiling them just in time takes longer than running them.
  const settings = `-c jit=off${schema ? ` -c search_path=${schema},public` : ""}`;
  const options = { connectionString: url, application_name: "clarion", options: settings };
  await assertServer(options);
  const pool = new pg.Pool({ ...options, max: poolSize });
  pool.on("error", (error) => log().warn({ err: withoutValues(error) }, "an idle database connection died"));
  const stopTime = await keepTime(async () => {
    const { rows } = await pool.query<{ utc: number }>("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS utc");
    return rows[0]?.utc ?? Date.now();
  });
  const prisma = new PrismaClient({ adapter: new PrismaPg({ ...options, max: 4 }, schema ? { schema } : {}) });
  return {
    kind: "server",
    ...statements(pool),
    transaction: async (run) => {
      const client = await pool.connect().catch(rethrow);
      // Without a listener a connection that dies inside a transaction would end the process.
      const onError = (error: Error) => log().warn({ err: withoutValues(error) }, "a database connection died inside a transaction");
      client.on("error", onError);
      let broken: Error | undefined;
      try {
        await client.query("BEGIN").catch(rethrow);
        const result = await run(statements(client));
        await client.query("COMMIT").catch(rethrow);
        return result;
      } catch (error) {
        await client.query("ROLLBACK").catch((failure: Error) => (broken = failure));
        throw error;
      } finally {
        client.off("error", onError);
        client.release(broken);
      }
    },
    prisma: prismaWithoutValues(prisma),
    subscribe: (listeners, onLine) => subscribe(options, listeners, onLine),
    hold: (lockId) => hold(options, lockId),
    close: async () => {
      stopTime();
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

function statements(on: pg.Pool | pg.PoolClient): Sql {
  return {
    query: async <Row>(text: string, values: unknown[] = []) => (await on.query(text, values).catch(rethrow)).rows as Row[],
    script: async (text) => void (await on.query(text).catch(rethrow)),
  };
}

function rethrow(error: unknown): never {
  throw withoutValues(error);
}

/** On a connection of its own, with which the lock goes. */
async function hold(options: pg.ClientConfig, lockId: number): Promise<(() => Promise<void>) | undefined> {
  const client = new pg.Client(options);
  client.on("error", (error) => log().warn({ err: withoutValues(error), lockId }, "the connection that held a lock died"));
  await client.connect().catch(rethrow);
  const { rows } = await client.query<{ held: boolean }>("SELECT pg_try_advisory_lock($1) AS held", [lockId]).catch(rethrow);
  if (rows[0]?.held) return () => client.end();
  await client.end();
  return undefined;
}

/** A connection of its own that listens, and comes back when it is lost. */
async function subscribe(options: pg.ClientConfig, listeners: Listeners, onLine: (stands: boolean) => void): Promise<() => Promise<void>> {
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
    const made = new pg.Client({ ...options, keepAlive: true, keepAliveInitialDelayMillis: 10_000, connectionTimeoutMillis: 10_000 });
    let stands = false;
    const lost = () => {
      if (!stands) return;
      stands = false;
      onLine(false);
      again();
    };
    made.on("error", lost);
    made.on("end", lost);
    made.on("notification", ({ channel, payload }) => listeners[channel]?.(payload ?? ""));
    client = made;
    try {
      await made.connect();
      for (const channel of Object.keys(listeners)) await made.query(`LISTEN ${made.escapeIdentifier(channel)}`);
      if (stopped) throw new Error("The listener was stopped.");
    } catch (error) {
      await made.end().catch(() => undefined);
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
