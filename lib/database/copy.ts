import { createHash } from "node:crypto";
import { Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { StartError } from "@/lib/config/start-error";
import { leastId } from "./id";
import { applyMigrations, migrationLock } from "./migrate";
import { listPartitions } from "./partitions";
import { copyPlace, forgetPlace, storePlace } from "./place";
import { statementsOf } from "./server";
import { assertServer } from "./server-check";

/** What {@link copyDatabase} copied. */
export interface DatabaseCopy {
  tables: { name: string; rows: number }[];
  /** Work that was queued or under way in the source; it goes on in the copy. */
  inFlight: { deliveries: number; updates: number; jobs: number; campaigns: number };
}

const copier = "clarion-copy";

/** Both servers write values alike then, in any version and with any settings of their own. */
const settings =
  "SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'; SET extra_float_digits = 1; SET bytea_output = 'hex'; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0";

/**
 * Copies a whole database to an empty one of another server: one snapshot of the source, one
 * transaction in the target. Before that commits, each table is read from both and compared, by
 * number of rows and SHA-256 of its rows in order. Memory does not grow with the tables.
 *
 * The target is the installation from then on and sends; with `asCopy` it sends nothing until a
 * person confirms it.
 *
 * @param migrations `prisma/migrations`
 * @param onTable called after each table
 * @throws {StartError} one sentence for the operator; the target is as it was
 */
export async function copyDatabase(
  addresses: { from: string; to: string; asCopy?: boolean },
  migrations: string,
  onTable: (name: string, rows: number) => void = () => undefined,
): Promise<DatabaseCopy> {
  await assertServer({ connectionString: addresses.from }, "DATABASE_URL");
  await assertServer({ connectionString: addresses.to }, "--to");
  const [source, target] = [addresses.from, addresses.to].map(clientOf) as [pg.Client, pg.Client];
  let result: DatabaseCopy;
  try {
    await begin(source, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await begin(target, "BEGIN");
    await assertUnused(source);
    await assertEmpty(target);
    await applyMigrations(statementsOf(target), migrations, "--to");
    await assertSameVersion(source, target);
    await copyPartitions(source, target);
    result = {
      tables: await copyAll(source, target, onTable),
      inFlight: await readInFlight(source),
    };
    await copySequences(source, target);
    // Its source may have no place: it was marked as moved, or is a copy that was never started.
    if (addresses.asCopy === true) await storePlace(statementsOf(target), copyPlace);
    else await forgetPlace(statementsOf(target));
    await target.query("COMMIT");
    // Only makes the first statements quicker; autovacuum does it, too.
    await target.query("ANALYZE").catch(() => undefined);
  } catch (error) {
    throw failed(error);
  } finally {
    await Promise.allSettled([source.end(), target.end()]);
  }
  return result;
}

/**
 * One sentence for what a server refused, or a connection that broke, without the values that its
 * details may contain.
 */
function failed(error: unknown): unknown {
  if (error instanceof StartError) return error;
  const { message, code } = error as { message: string; code?: string };
  const why = `${message.replace(/\.$/, "")}${code === undefined ? "" : `, ${code}`}`;
  const cure =
    code === "42501"
      ? "Make the user of --to the owner of its database, or grant it CREATE on the schema"
      : "Fix the cause, and copy again";
  return new StartError(
    `The copy failed (${why}). Nothing was changed in the database of --to. ${cure}.`,
    { cause: error },
  );
}

function clientOf(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, application_name: copier });
  // A connection that dies is an error of the statement under way.
  client.on("error", () => undefined);
  return client;
}

async function begin(client: pg.Client, statement: string): Promise<void> {
  await client.connect();
  await client.query(`SET application_name = '${copier}'; ${settings}`);
  await client.query(statement);
}

/**
 * A Clarion that runs would accept messages that the copy does not have; one that starts waits for
 * the lock of migrations until the copy is done.
 */
async function assertUnused(source: pg.Client): Promise<void> {
  const { rows: locked } = await source.query<{ free: boolean }>(
    "SELECT pg_try_advisory_xact_lock($1) AS free",
    [migrationLock],
  );
  const { rows } = await source.query<{ name: string }>(
    `SELECT DISTINCT coalesce(nullif(application_name, ''), 'a program without a name') AS name FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid() AND application_name <> $1 ORDER BY 1`,
    [copier],
  );
  if (rows.length === 0 && locked[0]?.free) return;
  throw new StartError(
    `The source database is in use (by ${rows.map(({ name }) => name).join(", ") || "clarion"}). Stop all processes of Clarion and disconnect other programs first: what is written now would be missing from the copy.`,
  );
}

async function assertEmpty(target: pg.Client): Promise<void> {
  const { rows } = await target.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = ${schema} AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e') ORDER BY 1 LIMIT 1`,
  );
  const [relation] = rows;
  if (relation)
    throw new StartError(
      `The database of --to is not empty (it has ${relation.name}). Name an empty one: createdb makes it. Nothing was changed.`,
    );
}

async function assertSameVersion(source: pg.Client, target: pg.Client): Promise<void> {
  const applied = async (client: pg.Client) => {
    const { rows } = await client.query<{ name: string }>(
      "SELECT migration_name || ' ' || checksum AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1",
    );
    return rows.map(({ name }) => name).join();
  };
  if ((await applied(source)) !== (await applied(target)))
    throw new StartError(
      "The source database is another version's. Start this version of Clarion on it once, stop it, and copy again.",
    );
}

/** Retention drops whole partitions: the copy has the same ones, with the same ids in each. */
async function copyPartitions(source: pg.Client, target: pg.Client): Promise<void> {
  const partitions = (await listPartitions(statementsOf(source))).filter((one) => !one.isDetaching);
  const initial = await listPartitions(statementsOf(target));
  for (const { table, name } of initial)
    await target.query(`ALTER TABLE "${table}" DETACH PARTITION "${name}"`);
  for (const { table, name, from, to } of partitions)
    await target.query(
      `CREATE TABLE IF NOT EXISTS "${name}" (LIKE "${table}" INCLUDING DEFAULTS INCLUDING STORAGE);
       ALTER TABLE "${table}" ATTACH PARTITION "${name}" FOR VALUES FROM (${from === leastId ? "MINVALUE" : `'${from}'`}) TO ('${to}')`,
    );
  for (const { name } of initial)
    if (!partitions.some((one) => one.name === name)) await target.query(`DROP TABLE "${name}"`);
}

/** The first of the user's search path, where migrations make the tables. */
const schema = "(SELECT oid FROM pg_namespace WHERE nspname = current_schema())";

interface Table {
  name: string;
  columns: string;
  key: string;
}

/** Both go on with the same numbers, those of rows that were removed left out. */
async function copySequences(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string }>(
    "SELECT quote_ident(sequencename) AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = current_schema() AND last_value IS NOT NULL",
  );
  for (const { name, last } of rows)
    await target.query("SELECT setval($1::regclass, $2::bigint)", [name, last]);
}

/**
 * Without what would refuse rows in another order than they came, or change them: foreign keys come
 * back with all rows there, triggers at the end.
 */
async function copyAll(
  source: pg.Client,
  target: pg.Client,
  onTable: (name: string, rows: number) => void,
): Promise<DatabaseCopy["tables"]> {
  const tables = await readTables(target);
  if (tables.length === 0)
    throw new StartError(
      "The user of --to has no schema of its own to make tables in. Set search_path for it.",
    );
  const { rows: foreign } = await target.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = ${schema} AND conparentid = 0`,
  );
  for (const { table, name } of foreign)
    await target.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  const copied: DatabaseCopy["tables"] = [];
  for (const table of tables) {
    await target.query(`ALTER TABLE ${table.name} DISABLE TRIGGER USER`);
    // The first migration writes a row.
    await target.query(`DELETE FROM ${table.name}`);
    const rows = await copyTable(source, target, table);
    await target.query(`ALTER TABLE ${table.name} ENABLE TRIGGER USER`);
    copied.push({ name: table.name, rows });
    onTable(table.name, rows);
  }
  for (const { table, name, definition } of foreign)
    await target.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  return copied;
}

async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.oid::regclass::text AS name,
       (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attname) FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped) AS columns,
       (SELECT string_agg(quote_ident(a.attname) || CASE WHEN a.attcollation = 0 THEN '' ELSE ' COLLATE "C"' END, ', ' ORDER BY k.place)
        FROM pg_index i CROSS JOIN unnest(i.indkey::int2[]) WITH ORDINALITY AS k(attnum, place) JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
        WHERE i.indrelid = c.oid AND i.indisprimary) AS key
     FROM pg_class c WHERE c.relnamespace = ${schema} AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> '_prisma_migrations'
     ORDER BY 1`,
  );
  return rows;
}

/** @returns the number of rows */
async function copyTable(source: pg.Client, target: pg.Client, table: Table): Promise<number> {
  const sent = hashing();
  const into = target.query(copyFrom(`COPY ${table.name} (${table.columns}) FROM STDIN`));
  const from = reading(source, table);
  await pipeline(from, sent.stream, into);
  const stored = hashing();
  const back = reading(target, table);
  await pipeline(back, stored.stream, new Writable({ write: (_chunk, _encoding, done) => done() }));
  if (
    from.rowCount !== into.rowCount ||
    back.rowCount !== into.rowCount ||
    sent.hash() !== stored.hash()
  )
    throw new StartError(
      `The copy of table ${table.name} differs from its source. Nothing was changed in the database of --to. Copy again.`,
    );
  return into.rowCount;
}

function reading(client: pg.Client, { name, columns, key }: Table) {
  return client.query(copyTo(`COPY (SELECT ${columns} FROM ${name} ORDER BY ${key}) TO STDOUT`));
}

function hashing() {
  const hash = createHash("sha256");
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, hash: () => hash.digest("hex") };
}

async function readInFlight(source: pg.Client): Promise<DatabaseCopy["inFlight"]> {
  const { rows } = await source.query<DatabaseCopy["inFlight"]>(
    `SELECT (SELECT count(*) FROM delivery WHERE next_at IS NOT NULL)::float8 AS deliveries, ((SELECT count(*) FROM "update" WHERE next_at IS NOT NULL)
         + (SELECT coalesce(sum(json_array_length(updates::json)), 0) FROM update_slice))::float8 AS updates, (SELECT count(*) FROM job)::float8 AS jobs, (SELECT count(*) FROM campaign_order WHERE due_at IS NOT NULL)::float8 AS campaigns`,
  );
  return rows[0] ?? { deliveries: 0, updates: 0, jobs: 0, campaigns: 0 };
}
