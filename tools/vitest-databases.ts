import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { migrate } from "@/lib/database/migrate";
import { openServer } from "@/lib/database/server";
import { asAdmin, urlOf } from "@/lib/database/testing";
import { temporaryPostgres } from "./postgres";

const migrations = join(import.meta.dirname, "../prisma/migrations");
/** What tests write need not outlive a power cut. */
const careless = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum_naptime: "5s",
};

/**
 * For a whole run of tests: one PostgreSQL, and a migrated database, which theirs are copies of:
 * making each from scratch takes several times as long.
 */
export async function setup(): Promise<() => Promise<void>> {
  // oxlint-disable-next-line node/no-process-env -- handed on to the processes of the tests
  const { env } = process;
  // For another project of this run.
  if (env["TEST_SERVER_TEMPLATE"] !== undefined) return () => Promise.resolve();
  env["LOG_LEVEL"] ??= "fatal";
  const postgres = await temporaryPostgres(careless);
  env["TEST_DATABASE_URL"] = postgres.url;
  const name = `clarion_template_${randomUUID().replaceAll("-", "")}`;
  await asAdmin(postgres.url, `CREATE DATABASE ${name}`);
  const database = await openServer(urlOf(postgres.url, name));
  await migrate(database, migrations);
  await database.close();
  env["TEST_SERVER_TEMPLATE"] = name;
  return async () => {
    await asAdmin(postgres.url, `DROP DATABASE ${name}`);
    await postgres.stop();
  };
}
