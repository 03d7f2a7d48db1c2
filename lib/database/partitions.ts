import { log } from "@/lib/log/log";
import { now } from "@/lib/runtime/clock";
import { firstIdAt, leastId, timeOfId } from "./id";
import { database, type Database, type Sql } from "./sql";
import { isStatementError } from "./statement-error";

/**
 * The tables that are partitioned by week, each with the id that decides where a row goes. An
 * attempt goes by its own: a replay adds attempts to updates of any age.
 */
const keys = {
  message: "id",
  delivery: "message_id",
  update: "message_id",
  update_attempt: "id",
} as const;

/** A table that is partitioned. */
export type PartitionedTable = keyof typeof keys;

/** All of them. */
export const partitionedTables = Object.keys(keys) as PartitionedTable[];

/** A partition: a table with the rows whose ids lie in its range. */
export interface Partition {
  table: PartitionedTable;
  name: string;
  /** Its ids: `from` inclusive, `to` exclusive. */
  from: string;
  to: string;
  /** An earlier process began to detach it and did not finish. */
  isDetaching: boolean;
}

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** Of the first Monday by the clock of computers (UTC). Milliseconds. */
const mondayMs = 4 * dayMs;
/** How far ahead of the clock partitions exist. Milliseconds. */
const aheadMs = 14 * dayMs;
/** How long making one waits for other changes of the tables. Senders hold up none. */
const lockTimeout = "5s";
/** SQLSTATE of a lock that was not free in time. */
const lockNotAvailable = "55P03";
/** Any number: who holds it makes partitions. */
const makingLock = 7_105_100_61;

/** Start of the week (Monday, UTC) of a moment; both in milliseconds UTC. */
function weekOf(ms: number): number {
  return Math.floor((ms - mondayMs) / weekMs) * weekMs + mondayMs;
}

/** Lists the partitions of all tables, oldest first. */
export async function listPartitions(sql: Pick<Sql, "query">): Promise<Partition[]> {
  const rows = await sql.query<{
    table: string;
    name: string;
    bound: string | null;
    isDetaching: boolean;
  }>(
    `SELECT p.relname::text AS table, c.relname::text AS name, pg_get_expr(c.relpartbound, c.oid) AS bound, i.inhdetachpending AS "isDetaching"
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
     WHERE p.relkind = 'p' AND p.relname = ANY($1::text[]) AND pg_table_is_visible(p.oid)`,
    [partitionedTables],
  );
  return rows
    .flatMap(({ table, name, bound, isDetaching }) => {
      const [, from, to] =
        /FROM \((?:MINVALUE|'([^']+)')\) TO \('([^']+)'\)/.exec(bound ?? "") ?? [];
      return to === undefined
        ? []
        : [{ table: table as PartitionedTable, name, from: from ?? leastId, to, isDetaching }];
    })
    .sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
}

/**
 * Creates the partitions of the two weeks to come where they are missing, by the clock of the
 * database and by that of this process, which new ids come from. Several processes may do so at
 * once.
 */
export function makeAhead(on: Database): Promise<void> {
  return makePartitions(on, [now(), now() + aheadMs / 2, now() + aheadMs, Date.now()]);
}

/**
 * Creates the partitions, one for each table, of the weeks that moments lie in (milliseconds UTC),
 * where they are missing. Waits for no sender and holds up none: a table is created and then
 * attached, under a lock that only other changes of the table's form take.
 */
export async function makePartitions(on: Database, moments: readonly number[]): Promise<void> {
  const missing = missingWeeks(await listPartitions(on), moments);
  if (missing.length === 0) return remember(on);
  await on.transaction(async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock($1)", [makingLock]);
    // Another process may have created them meanwhile.
    const still = missingWeeks(await listPartitions(tx), moments);
    await tx.script(`SET LOCAL lock_timeout = '${lockTimeout}'`);
    for (const { table, week } of still) await makePartition(tx, table, week);
  });
  await remember(on);
}

function missingWeeks(
  partitions: readonly Partition[],
  moments: readonly number[],
): { table: PartitionedTable; week: number }[] {
  const weeks = [...new Set(moments.map(weekOf))].sort((a, b) => a - b);
  return partitionedTables.flatMap((table) =>
    weeks
      .filter((week) => !partitions.some((one) => one.table === table && includes(one, week)))
      .map((week) => ({ table, week })),
  );
}

function includes({ from, to }: Pick<Partition, "from" | "to">, ms: number): boolean {
  const id = firstIdAt(ms);
  return from <= id && id < to;
}

async function makePartition(tx: Sql, table: PartitionedTable, week: number): Promise<void> {
  const name = `${table}_${new Date(week).toISOString().slice(0, 10).replaceAll("-", "")}`;
  await tx.script(
    `CREATE TABLE IF NOT EXISTS "${name}" (LIKE "${table}" INCLUDING DEFAULTS INCLUDING STORAGE);
     ALTER TABLE "${table}" ATTACH PARTITION "${name}" FOR VALUES FROM ('${firstIdAt(week)}') TO ('${firstIdAt(week + weekMs)}')`,
  );
}

/** The ranges that each database of this process has in all tables, as last read. */
const ranges = new WeakMap<Database, Pick<Partition, "from" | "to">[]>();

async function remember(on: Database): Promise<void> {
  // Attempts go first: what they have, the others have.
  const partitions = await listPartitions(on);
  ranges.set(
    on,
    partitions.filter(({ table }) => table === "update_attempt"),
  );
}

/**
 * Makes sure that rows with these new ids find a partition, also when the clock of this process is
 * far from that of the database. Costs nothing where it is not.
 */
export async function coverIds(ids: readonly string[]): Promise<void> {
  const on = database();
  const isCovered = (ms: number) =>
    // Nothing younger than a day is ever removed, by whichever process.
    ms > now() - dayMs && ranges.get(on)?.some((range) => includes(range, ms));
  const uncovered = ids.map(timeOfId).filter((ms) => !isCovered(ms));
  if (uncovered.length > 0) await makePartitions(on, uncovered);
}

/**
 * Removes a partition with all of its rows. Detaching waits until the transactions that may use it
 * are over, and holds up none; a process that dies in between leaves the rest to the next call.
 */
export async function dropPartition(
  on: Database,
  { table, name, isDetaching }: Pick<Partition, "table" | "name" | "isDetaching">,
): Promise<void> {
  await on.script(
    `ALTER TABLE "${table}" DETACH PARTITION "${name}" ${isDetaching ? "FINALIZE" : "CONCURRENTLY"}`,
  );
  await on.script(`DROP TABLE "${name}"`);
}

/** Removes the tables that were detached by a process which died before it dropped them. */
export async function dropDetached(on: Database): Promise<void> {
  const tables = await on.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND NOT relispartition AND pg_table_is_visible(oid)
       AND relname ~ '^(message|delivery|update|update_attempt)_(first|[0-9]{8})$'`,
  );
  for (const { name } of tables) await on.script(`DROP TABLE IF EXISTS "${name}"`);
}

/**
 * As {@link makeAhead}, for the start. Where the tables are locked just now, the periodic call
 * creates them; there are partitions for two weeks at least.
 */
export async function makeAheadAtStart(on: Database): Promise<void> {
  await makeAhead(on).catch((error: unknown) => {
    if (!isStatementError(error) || error.code !== lockNotAvailable) throw error;
    log().warn({ err: error }, "the partitions of the coming weeks are not made yet; trying again");
  });
  await warnOfLocks(on);
}

/** Locks of a partition: its own and those of its indexes. */
const locksEach = 8;
/** Statements at once that read all partitions of messages and deliveries. */
const wideStatements = 10;

/** A server that runs out of locks fails statements at random. */
async function warnOfLocks(on: Database): Promise<void> {
  const [row] = await on.query<{ slots: number; partitions: number }>(
    `SELECT current_setting('max_locks_per_transaction')::int * current_setting('max_connections')::int AS slots,
       (SELECT count(*)::int FROM pg_inherits WHERE inhparent IN ('message'::regclass, 'delivery'::regclass)) AS partitions`,
  );
  if (row && row.partitions * locksEach * wideStatements > row.slots)
    log().warn(
      row,
      "the database may run out of locks: set max_locks_per_transaction of PostgreSQL to 256 and restart it",
    );
}
