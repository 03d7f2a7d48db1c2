import { randomUUID } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { newId } from "./id";
import { migrate } from "./migrate";
import { openServer } from "./server";
import { setDatabase, type Database, type Sql } from "./sql";

const root = join(import.meta.dirname, "../..");

/**
 * Opens a new, migrated database on the server of the test run (`tools/vitest-databases`) as the
 * database of this process. Closing it removes it.
 */
export function openTestDatabase(): Promise<Database> {
  return openPrepared();
}

async function openPrepared(prepare?: (url: string) => Promise<void>): Promise<Database> {
  // oxlint-disable-next-line node/no-process-env -- of the run of tests, not of the program
  const { TEST_DATABASE_URL: url, TEST_SERVER_TEMPLATE: template } = process.env;
  if (url === undefined)
    throw new Error("Tests on a database are run by vitest, which starts the server.");
  const name = `clarion_test_${randomUUID().replaceAll("-", "")}`;
  await asAdmin(
    url,
    `CREATE DATABASE ${name}${template ? ` TEMPLATE ${template} STRATEGY FILE_COPY` : ""}`,
  );
  await prepare?.(urlOf(url, name));
  return ready(await openServer(urlOf(url, name)), () =>
    asAdmin(url, `DROP DATABASE ${name} WITH (FORCE)`),
  );
}

/**
 * As {@link openTestDatabase}, with a clock of its own: its `now()` and `clock_timestamp()` are
 * ahead of the truth by what `setAhead` is given (milliseconds).
 */
export async function openWithOwnClock(): Promise<{
  database: Database;
  setAhead: (ahead: number) => Promise<void>;
}> {
  const database = await openPrepared((url) =>
    asAdmin(url, ownClock(new URL(url).pathname.slice(1))),
  );
  return {
    database,
    setAhead: async (ahead) =>
      void (await database.query("UPDATE own_clock.ahead SET ms = $1", [ahead])),
  };
}

const ownClock = (
  name: string,
) => `CREATE SCHEMA own_clock; CREATE TABLE own_clock.ahead (ms float8 NOT NULL); INSERT INTO own_clock.ahead VALUES (0);
  CREATE FUNCTION own_clock.now() RETURNS timestamptz STABLE LANGUAGE sql AS 'SELECT pg_catalog.now() + make_interval(secs => ms / 1000) FROM own_clock.ahead';
  CREATE FUNCTION own_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS 'SELECT pg_catalog.clock_timestamp() + make_interval(secs => ms / 1000) FROM own_clock.ahead';
  ALTER DATABASE ${name} SET search_path = own_clock, public, pg_catalog`;

async function ready(opened: Database, remove: () => Promise<void>): Promise<Database> {
  await migrate(opened, join(root, "prisma/migrations"));
  const testDatabase: Database = {
    ...opened,
    close: async () => {
      setDatabase(undefined);
      await opened.close();
      await remove();
    },
  };
  setDatabase(testDatabase);
  return testDatabase;
}

/**
 * Resolves once a transaction of this database waits for a lock that another one holds; throws
 * after half a minute.
 */
export async function lockWaited(sql: Sql): Promise<void> {
  const until = performance.now() + 30_000;
  while (performance.now() < until) {
    const blocked = await sql.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
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
  (node["Actual Rows"] +
    (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Join Filter"] ?? 0)) *
    node["Actual Loops"] +
  (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0);

/**
 * Runs statements in a transaction and returns how many rows they had in hand, over all steps of
 * their plans: a cost that no busy machine changes.
 */
export function rowsIn(database: Database, run: (tx: Sql) => Promise<unknown>): Promise<number> {
  return database.transaction(async (tx) => {
    let rows = 0;
    const counted: Sql["query"] = async (text, values) => {
      await tx.query("SAVEPOINT explained");
      const [explained] = await tx.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
        values,
      );
      rows += rowsOf(
        explained?.["QUERY PLAN"][0].Plan ?? { "Actual Rows": Number.NaN, "Actual Loops": 1 },
      );
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

/** Returns what Prisma Client is given for a new member. For tests. */
export const memberRow = (name: string) => ({
  id: newId(),
  email: `${name}@example.com`,
  name,
  passwordHash: "hash",
});

/**
 * Returns a nested write of a member and two sessions, of which the second cannot be. For tests.
 */
export function brokenMember(name: string) {
  const session = { id: newId(), epoch: 0 };
  return { data: { ...memberRow(name), sessions: { create: [session, session] } } };
}

/** A campaign as {@link storeCampaign} writes it. */
export interface StoredCampaign {
  id?: string;
  serviceId: string;
  appId?: string | null;
  name?: string;
  draft?: string;
  revision?: number;
  archived?: boolean;
  updatedAt?: Date;
  /** Columns of its current order, by their names; a draft has none. */
  order?: { state: string } & Record<string, unknown>;
}

/** Writes a campaign with its current order, and returns their ids. For tests. */
export async function storeCampaign(
  sql: Pick<Sql, "query">,
  {
    id = newId(),
    serviceId,
    appId = null,
    name = "Campaign",
    draft = "{}",
    revision = 0,
    archived = false,
    updatedAt = new Date(),
    order,
  }: StoredCampaign,
): Promise<{ id: string; orderId: string }> {
  const orderId = newId();
  await sql.query(
    `INSERT INTO campaign (id, service_id, app_id, name, draft, revision, archived_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $7::boolean THEN now() END, $8)`,
    [id, serviceId, appId, name, draft, revision, archived, updatedAt],
  );
  if (!order) return { id, orderId };
  const row = {
    id: orderId,
    campaign_id: id,
    service_id: serviceId,
    nonce: newId(),
    request: "{}",
    more_appids: [],
    plan: {},
    requests: 1,
    answered: 0,
    refused: 0,
    recipients: 1,
    recount: false,
    zoned: false,
    answered_recipients: 0,
    necessary: false,
    continues: "itself",
    created_at: updatedAt,
    updated_at: updatedAt,
    ...order,
  };
  await sql.query(
    "INSERT INTO campaign_order SELECT * FROM jsonb_populate_record(NULL::campaign_order, $1::jsonb)",
    [JSON.stringify(row)],
  );
  await sql.query("UPDATE campaign SET order_id = $2 WHERE id = $1", [id, orderId]);
  return { id, orderId };
}
