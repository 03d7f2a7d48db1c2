import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import pg from "pg";
import { openEmbedded } from "./embedded";
import { migrate } from "./migrate";
import { openServer } from "./server";
import { setDatabase, type Database, type Sql } from "./sql";

const root = join(import.meta.dirname, "../..");

/** A kind of database to run a test on; for `describe.each`. */
export interface TestDatabase {
  name: string;
  /** A new, empty, migrated database, made the one of this process. Closing it removes it. */
  open: () => Promise<Database>;
}

/** The databases that tests run on here: the embedded one, and PostgreSQL when a server is named (TEST_DATABASE_URL) or installed. */
export function testDatabases(): TestDatabase[] {
  const embedded = { name: "the embedded database", open: openTestDatabase };
  return hasPostgres() ? [embedded, { name: "PostgreSQL", open: openTestServer }] : [embedded];
}

/** A new embedded database in memory, migrated, made the one of this process. */
export async function openTestDatabase(): Promise<Database> {
  // oxlint-disable-next-line node/no-process-env -- of the run of tests, not of the program
  const { TEST_EMBEDDED_TEMPLATE: template } = process.env;
  return ready(await openEmbedded(undefined, template ? () => new Blob([readFileSync(template)]) : undefined), async () => undefined);
}

interface Server {
  url: string;
  stop: () => Promise<void>;
}
let server: Promise<Server> | undefined;
let users = 0;

async function openTestServer(): Promise<Database> {
  users += 1;
  server ??= startServer();
  const { url } = await server;
  const name = `clarion_test_${randomUUID().replaceAll("-", "")}`;
  // oxlint-disable-next-line node/no-process-env -- of the run of tests, not of the program
  const { TEST_SERVER_TEMPLATE: template } = process.env;
  await asAdmin(url, `CREATE DATABASE ${name}${template ? ` TEMPLATE ${template}` : ""}`);
  return ready(await openServer(urlOf(url, name)), async () => {
    await asAdmin(url, `DROP DATABASE ${name} WITH (FORCE)`);
    users -= 1;
    if (users > 0) return;
    const idle = server;
    server = undefined;
    await (await idle)?.stop();
  });
}

async function ready(opened: Database, remove: () => Promise<void>): Promise<Database> {
  await migrate(opened, join(root, "prisma/migrations"));
  const made: Database = {
    ...opened,
    close: async () => {
      setDatabase(undefined);
      await opened.close();
      await remove();
    },
  };
  setDatabase(made);
  return made;
}

async function startServer(): Promise<Server> {
  const path = join(root, "tools/postgres.mjs");
  const { temporaryPostgres } = (await import(path)) as { temporaryPostgres: () => Promise<Server | undefined> };
  const started = await temporaryPostgres();
  if (!started) throw new Error("There is no PostgreSQL on this machine.");
  return started;
}

/** Resolves once a transaction of this database, which is on a PostgreSQL server, waits for a lock that another one holds; throws after half a minute. */
export async function lockWaited(sql: Sql): Promise<void> {
  const until = performance.now() + 30_000;
  while (performance.now() < until) {
    const blocked = await sql.query("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
    if (blocked.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("No transaction waits for a lock.");
}

interface PlanNode {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  Plans?: PlanNode[];
}

const rowsOf = (node: PlanNode): number =>
  (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Join Filter"] ?? 0)) * node["Actual Loops"] +
  (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0);

/** Runs statements in a transaction and returns how many rows they had in hand, over all steps of their plans: a cost that no busy machine changes. */
export function rowsIn(database: Database, run: (tx: Sql) => Promise<unknown>): Promise<number> {
  return database.transaction(async (tx) => {
    let rows = 0;
    const counted: Sql["query"] = async (text, values) => {
      await tx.query("SAVEPOINT explained");
      const [explained] = await tx.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
      rows += rowsOf(explained?.["QUERY PLAN"][0].Plan ?? { "Actual Rows": Number.NaN, "Actual Loops": 1 });
      // What was explained was done, too: it is undone, and done again for its answer.
      await tx.query("ROLLBACK TO SAVEPOINT explained");
      return tx.query(text, values);
    };
    await run({ ...tx, query: counted });
    return rows;
  });
}

/** The address of another database of the same server. */
export function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs a statement that concerns whole databases of a server. */
export async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function hasPostgres(): boolean {
  // oxlint-disable-next-line node/no-process-env -- asked before there is a configuration, and only by tests
  const { TEST_DATABASE_URL: given, PATH: path } = process.env;
  if (given) return true;
  const debian = "/usr/lib/postgresql";
  const folders = (path ?? "").split(delimiter);
  if (existsSync(debian)) folders.push(...readdirSync(debian).map((version) => join(debian, version, "bin")));
  return folders.some((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "pg_ctl")));
}
