import { createHash, randomUUID } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "@/lib/config/start-error";
import { log } from "@/lib/log/log";
import { isAway } from "./repeat";
import type { Database, Sql } from "./sql";
import { StatementError } from "./statement-error";

/** Any number, the same in every process: who holds it migrates, the others wait. */
export const migrationLock = 7_105_100_1;

// The table of Prisma's own CLI, so that it stays usable.
const table = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ, migration_name VARCHAR(255) NOT NULL,
  logs TEXT, rolled_back_at TIMESTAMPTZ, started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

/**
 * Applies the migrations that the database lacks, in order, all in one transaction under an
 * advisory lock: any number of processes may start at once. Throws {@link StartError} when one
 * fails (then none of them is applied), when one that was applied has been changed since, and when
 * the database has one that this program does not know: it is a newer one's, or no Clarion's.
 *
 * @param folder `prisma/migrations`
 * @param setting that names the database, for errors
 * @returns names applied
 */
export async function migrate(
  database: Database,
  folder: string,
  setting = "DATABASE_URL",
): Promise<string[]> {
  return database.transaction((tx) => applyMigrations(tx, folder, setting));
}

/** As {@link migrate}, in a transaction of the caller's. */
export async function applyMigrations(
  tx: Pick<Sql, "query" | "script">,
  folder: string,
  setting: string,
): Promise<string[]> {
  const migrations = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(folder, name, "migration.sql"), "utf8") }));
  await tx.query("SELECT pg_advisory_xact_lock($1)", [migrationLock]);
  await tx.script(table);
  const done = await tx.query<{ name: string; checksum: string; finished: boolean }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  const unknown = done.findLast(
    ({ name }) => !migrations.some((migration) => migration.name === name),
  );
  if (unknown && unknown.name < (migrations[0]?.name ?? ""))
    throw new StartError(
      `The database is of an earlier version (its migration ${unknown.name}), and cannot be migrated to this one. Set ${setting} to an empty database.`,
    );
  if (unknown)
    throw new StartError(
      `The database has a migration that this version does not know (${unknown.name}). Start the newer version of Clarion that applied it, or set ${setting} to another database.`,
    );
  const unfinished = done.find(({ finished }) => !finished);
  if (unfinished)
    throw new StartError(
      `Another tool started migration ${unfinished.name} and did not finish it. Restore the database of ${setting} from a backup, or resolve the migration with "npx prisma migrate resolve".`,
    );
  const checksums = new Map(done.map((row) => [row.name, row.checksum]));
  const applied: string[] = [];
  for (const migration of migrations) {
    const checksum = createHash("sha256").update(migration.sql).digest("hex");
    const appliedChecksum = checksums.get(migration.name);
    if (appliedChecksum === undefined) {
      await apply(tx, migration, checksum).catch((error: unknown) => {
        throw failed(error, migration.name, setting);
      });
      applied.push(migration.name);
    } else if (appliedChecksum !== checksum) {
      throw new StartError(
        `Migration ${migration.name} was applied with different content. Restore the file prisma/migrations/${migration.name}/migration.sql.`,
      );
    }
  }
  // A new database has them all: its first start begins with the greeting.
  if (done.length > 0 && applied.length > 0)
    log().info({ migrations: applied }, "migrations applied");
  return applied;
}

async function apply(
  tx: Pick<Sql, "query" | "script">,
  migration: { name: string; sql: string },
  checksum: string,
): Promise<void> {
  await tx.script(migration.sql);
  await tx.query(
    "INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), now(), 1)",
    [randomUUID(), checksum, migration.name],
  );
  log().debug({ migration: migration.name }, "migration applied");
}

function failed(error: unknown, name: string, setting: string): unknown {
  if (!(error instanceof StatementError) || isAway(error)) return error;
  const why = `${error.message.replace(/\.$/, "")}${error.code === undefined ? "" : `, ${error.code}`}`;
  return new StartError(
    `Migration ${name} failed (${why}) and changed nothing. Fix the cause, or set ${setting} to an empty database or one that Clarion created.`,
  );
}
