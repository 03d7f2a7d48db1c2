import pg from "pg";
import { runAfterCommit, runNow } from "@/lib/database/after-commit";
import { isRolledBack } from "@/lib/database/repeat";
import { statementsOf } from "@/lib/database/server";
import type { Database, Sql } from "@/lib/database/sql";
import { rolledBack, StatementError, withoutValues } from "@/lib/database/statement-error";
import { epoch, outside, type SimulatedProcess } from "./simulated-process";
import { StatementQueue } from "./statement-queue";

/**
 * A fault that a test puts into the product: another text in place of a statement's, or an answer
 * without running it. Undefined where the statement is another one.
 */
export type Mutation = (text: string, values: readonly unknown[]) => string | unknown[] | undefined;

/** A deadlock is ended after so long (milliseconds): between two looks at what waits. */
const deadlockMs = 5;
const lost = () => new StatementError("Connection terminated unexpectedly", undefined);

/** What a process has open. */
interface Connections {
  all: Set<pg.PoolClient>;
  /** Those in a transaction. */
  inTransaction: Set<pg.PoolClient>;
}

/**
 * The database of all simulated processes: a real one, on which one statement runs at a time, and
 * whose clock is that of the simulation. A statement that waits for a lock leaves its turn to
 * others.
 */
export class SharedDatabase {
  readonly #pool: pg.Pool;
  readonly #observer: pg.Pool;
  readonly #statements = new StatementQueue((backends) => this.#countWaiting(backends));
  readonly #connections = new Map<SimulatedProcess, Connections>();
  /** Who has which advisory lock. */
  readonly #holders = new Map<number, SimulatedProcess>();
  readonly #time: () => number;
  #clock = -1;
  /** Those that stored something since the last call of {@link takeWriters}. */
  #writers = new Set<SimulatedProcess>();
  mutation: Mutation | undefined;
  /** Whether a process gets advisory locks. */
  hasLocks = false;

  constructor(url: string, time: () => number) {
    const options = `-c jit=off -c deadlock_timeout=${deadlockMs}ms`;
    this.#pool = new pg.Pool({ connectionString: url, options, max: 60 });
    this.#observer = new pg.Pool({ connectionString: url, options, max: 1 });
    for (const pool of [this.#pool, this.#observer]) {
      pool.on("error", () => undefined);
      pool.on("connect", (client) => client.on("error", () => undefined));
    }
    this.#time = time;
  }

  /**
   * Gives the database its clock, in the place of `now()`; call it before connections are opened.
   */
  static async prepare(sql: Sql, name: string): Promise<void> {
    await sql.script(`
      CREATE SCHEMA own_clock; CREATE TABLE own_clock.clock (utc timestamptz NOT NULL); INSERT INTO own_clock.clock VALUES ('epoch');
      CREATE FUNCTION own_clock.now() RETURNS timestamptz STABLE LANGUAGE sql AS 'SELECT utc FROM own_clock.clock';
      CREATE FUNCTION own_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS 'SELECT utc FROM own_clock.clock';
      CREATE FUNCTION own_clock.random() RETURNS float8 LANGUAGE sql AS 'SELECT 0.5::float8';
      DO $$ DECLARE c record; BEGIN
        FOR c IN SELECT d.adrelid::regclass AS t, a.attname AS n FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
          JOIN pg_class k ON k.oid = d.adrelid WHERE k.relnamespace = 'public'::regnamespace AND pg_get_expr(d.adbin, d.adrelid) IN ('CURRENT_TIMESTAMP', 'now()')
        LOOP EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT own_clock.now()', c.t, c.n); END LOOP; END $$;
      ALTER DATABASE ${name} SET search_path = own_clock, public, pg_catalog`);
  }

  /** Runs a statement of the test itself. */
  async observe<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    await this.#setClock();
    return outside(() => statementsOf(this.#observer).query<Row>(text, values));
  }

  /** Who stored something since the last call. */
  takeWriters(): ReadonlySet<SimulatedProcess> {
    const writers = this.#writers;
    this.#writers = new Set();
    return writers;
  }

  /** As {@link StatementQueue.quiet}. */
  quiet(): Promise<boolean> {
    return this.#statements.quiet();
  }

  /** One that was granted its lock, and has not run since, is blocked by none. */
  async #countWaiting(backends: readonly number[]): Promise<number> {
    const [row] = await this.observe<{ n: number }>(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND pid = ANY($1::int[]) AND cardinality(pg_blocking_pids(pid)) > 0",
      [backends],
    );
    return row?.n ?? 0;
  }

  /** Ends the connections of a process as its death does: what it has not committed is undone. */
  async cut(process: SimulatedProcess): Promise<void> {
    for (const client of this.#connections.get(process)?.all ?? []) {
      await this.#terminate(client);
      outside(() => client.release(true));
    }
    this.#connections.delete(process);
    this.#statements.freeLocks();
  }

  /** Its locks are free afterwards. */
  async #terminate(client: pg.PoolClient): Promise<void> {
    await this.observe("SELECT pg_terminate_backend($1, 5000)", [backendOf(client)]);
  }

  /** Ends the transactions that are idle, as the server does with those of a stopped process. */
  async endIdle(process: SimulatedProcess): Promise<void> {
    const backends = [...(this.#connections.get(process)?.inTransaction ?? [])].map(backendOf);
    if (backends.length === 0) return;
    await this.observe(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid = ANY($1::int[]) AND state LIKE 'idle in transaction%'",
      [backends],
    );
    this.#statements.freeLocks();
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#observer.end()]);
  }

  /** The database as a process has it. */
  of(process: SimulatedProcess): Database {
    const statements: Pick<Sql, "query" | "script"> = {
      query: (text, values = []) => this.#single(process, text, values),
      script: async (text) => void (await this.#single(process, text, [])),
    };
    return {
      ...statements,
      isExclusive: false,
      prisma: noPrisma,
      afterCommit: runNow,
      transaction: (run) =>
        runAfterCommit((afterCommit) => this.#transaction(process, run, afterCommit)),
      subscribe: async (listeners, onLine) => {
        process.listeners = listeners;
        onLine(true);
        return async () => undefined;
      },
      hold: (lockId) => this.#hold(process, lockId),
      close: async () => undefined,
    };
  }

  async #hold(
    process: SimulatedProcess,
    lockId: number,
  ): Promise<(() => Promise<void>) | undefined> {
    if (!this.hasLocks) return undefined;
    await process.step(`lock ${lockId}`);
    const holder = this.#holders.get(lockId);
    if (holder && !holder.hasEnded) return undefined;
    this.#holders.set(lockId, process);
    return async () => {
      await process.step(`unlock ${lockId}`);
      this.#holders.delete(lockId);
    };
  }

  async #single<Row>(process: SimulatedProcess, text: string, values: unknown[]): Promise<Row[]> {
    if (text.startsWith("SELECT pg_notify")) {
      process.simulation.notify(process, String(values[0]));
      return [];
    }
    await process.step(labelOf(text));
    const broken = breakOf(process);
    if (broken === "before") throw lost();
    const client = await this.#connect(process);
    try {
      const rows = await this.#run<Row>(process, client, text, values);
      if (broken === "after") throw lost();
      return rows;
    } finally {
      this.#release(process, client, false);
    }
  }

  async #transaction<T>(
    process: SimulatedProcess,
    run: (tx: Sql) => Promise<T>,
    afterCommit: Sql["afterCommit"],
  ): Promise<T> {
    await process.step("BEGIN");
    const client = await this.#connect(process);
    this.#connectionsOf(process).inTransaction.add(client);
    let isCut = false;
    const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> => {
      await process.step(labelOf(text));
      return this.#run<Row>(process, client, text, values);
    };
    try {
      await this.#run(process, client, "BEGIN");
      const script = async (text: string) => void (await query(text));
      const result = await run({ query, script, prisma: noPrisma, afterCommit });
      await process.step("COMMIT");
      const broken = breakOf(process);
      isCut = broken !== undefined;
      if (broken === "before") throw lost();
      const command = await this.#commit(process, client);
      if (command === "ROLLBACK") throw rolledBack();
      await process.step("committed");
      if (broken === "after") throw lost();
      return result;
    } catch (error) {
      if (isCut) await this.#track(process, 0, () => this.#terminate(client));
      else
        await this.#run(process, client, "ROLLBACK").catch(() => {
          isCut = true;
        });
      throw error;
    } finally {
      this.#release(process, client, isCut);
    }
  }

  async #commit(process: SimulatedProcess, client: pg.PoolClient): Promise<string> {
    const result = await this.#track(process, backendOf(client), async () => {
      const answer = await client.query("COMMIT").catch((error: unknown) => {
        throw withoutValues(error);
      });
      this.#writers.add(process);
      this.#statements.freeLocks();
      return answer;
    });
    return result.command;
  }

  #connectionsOf(process: SimulatedProcess): Connections {
    const connections = this.#connections.get(process) ?? {
      all: new Set(),
      inTransaction: new Set(),
    };
    this.#connections.set(process, connections);
    return connections;
  }

  async #connect(process: SimulatedProcess): Promise<pg.PoolClient> {
    const client = await this.#track(process, 0, () => this.#pool.connect());
    this.#connectionsOf(process).all.add(client);
    return client;
  }

  #release(process: SimulatedProcess, client: pg.PoolClient, isBroken: boolean): void {
    const { all, inTransaction } = this.#connectionsOf(process);
    all.delete(client);
    inTransaction.delete(client);
    // Its locks are free.
    this.#statements.freeLocks();
    outside(() => client.release(isBroken));
  }

  async #run<Row>(
    process: SimulatedProcess,
    client: pg.PoolClient,
    text: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    const mutated = this.mutation?.(text, values);
    if (Array.isArray(mutated)) return mutated as Row[];
    return this.#track(process, backendOf(client), async () => {
      await this.#setClock();
      const rows = await statementsOf(client).query<Row>(mutated ?? text, values);
      // What is in a transaction is stored with its commit.
      if (!this.#connectionsOf(process).inTransaction.has(client) && !/^\s*SELECT/.test(text))
        this.#writers.add(process);
      return rows;
    });
  }

  /** Never resolves once the process is dead: it does not see the answer. */
  async #track<R>(process: SimulatedProcess, backend: number, run: () => Promise<R>): Promise<R> {
    const result = await this.#statements.run(backend, run);
    await process.awake();
    if (result.status === "fulfilled") return result.value;
    if (isRolledBack(result.reason)) process.simulation.fault("transactions waited in a circle");
    throw result.reason;
  }

  async #setClock(): Promise<void> {
    const time = this.#time();
    if (this.#clock === time) return;
    this.#clock = time;
    const utc = new Date(epoch + time).toISOString();
    await outside(() => this.#observer.query("UPDATE own_clock.clock SET utc = $1", [utc]));
  }
}

const noPrisma = new Proxy({} as Sql["prisma"], {
  get: () => {
    throw new Error("Statements of Prisma Client are not simulated.");
  },
});

function breakOf(process: SimulatedProcess): "before" | "after" | undefined {
  const { breaks } = process;
  process.breaks = undefined;
  return breaks;
}

function backendOf(client: pg.PoolClient): number {
  return (client as pg.PoolClient & { processID: number }).processID;
}

/** The beginning of a statement, and the table that it names first. */
function labelOf(text: string): string {
  const [, table = ""] = /(?:FROM|INTO|UPDATE)\s+("?\w+"?)/.exec(text) ?? [];
  return `${text.trim().slice(0, 6)} ${table}`;
}
