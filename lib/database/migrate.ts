import { createHash, randomUUID } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { log } from "@/lib/log/log";
import type { Database, Sql } from "./sql";

/** Any number, the same in every process: who holds it migrates, the others wait. */
const lockId = 7_105_100_1;

// The table of Prisma's own CLI, so that it stays usable.
const table = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ, migration_name VARCHAR(255) NOT NULL,
  logs TEXT, rolled_back_at TIMESTAMPTZ, started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

/**
 * Applies the migrations that the database lacks, in order, all in one transaction under an advisory lock: any number of processes may
 * start at once. Throws when a migration that was applied has been changed since.
 *
 * @param folder `prisma/migrations`
 * @returns names applied
 */
export async function migrate(database: Database, folder: string): Promise<string[]> {
  const written = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(folder, name, "migration.sql"), "utf8") }));
  return database.transaction(async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock($1)", [lockId]);
    await tx.script(table);
    const done = await tx.query<{ migration_name: string; checksum: string }>(
      "SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
    );
    const checksums = new Map(done.map((row) => [row.migration_name, row.checksum]));
    const applied: string[] = [];
    for (const migration of written) {
      const checksum = createHash("sha256").update(migration.sql).digest("hex");
      const known = checksums.get(migration.name);
      if (known === undefined) {
        await apply(tx, migration, checksum);
        applied.push(migration.name);
      } else if (known !== checksum) {
        throw new Error(
          `Migration ${migration.name} was applied with another text. Restore the file: an applied migration is never changed.`,
        );
      }
    }
    return applied;
  });
}

async function apply(tx: Sql, migration: { name: string; sql: string }, checksum: string): Promise<void> {
  await tx.script(migration.sql);
  await tx.query(
    "INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), now(), 1)",
    [randomUUID(), checksum, migration.name],
  );
  log().info({ migration: migration.name }, "migration applied");
}
