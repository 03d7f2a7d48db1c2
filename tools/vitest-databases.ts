import { randomUUID } from "node:crypto";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { openEmbedded } from "@/lib/database/embedded";
import { migrate } from "@/lib/database/migrate";
import { openServer } from "@/lib/database/server";
import { asAdmin, urlOf } from "@/lib/database/testing";
import { temporaryFolder } from "./ending.mjs";
import { temporaryPostgres } from "./postgres.mjs";

const migrations = join(import.meta.dirname, "../prisma/migrations");

/**
 * For a whole run of tests: one PostgreSQL, where there is one to be had (without it they run on the embedded database alone, and it is said), and a migrated
 * database of each kind, which theirs are copies of: making each from scratch takes several times as long.
 */
export async function setup(): Promise<() => Promise<void>> {
  // oxlint-disable-next-line node/no-process-env -- handed on to the processes of the tests
  const { env } = process;
  // For another project of this run.
  if (env["TEST_EMBEDDED_TEMPLATE"] !== undefined) return () => Promise.resolve();
  env["LOG_LEVEL"] ??= "fatal";
  const { path: folder, remove } = temporaryFolder("clarion-templates");
  env["TEST_EMBEDDED_TEMPLATE"] = await embeddedTemplate(folder);
  const postgres = await temporaryPostgres();
  if (!postgres) {
    process.stdout.write("\nSKIPPED: tests on PostgreSQL. None was found; set TEST_DATABASE_URL or install postgresql.\n\n");
    return async () => remove();
  }
  env["TEST_DATABASE_URL"] = postgres.url;
  const name = `clarion_template_${randomUUID().replaceAll("-", "")}`;
  await serverTemplate(postgres.url, name);
  env["TEST_SERVER_TEMPLATE"] = name;
  return async () => {
    await asAdmin(postgres.url, `DROP DATABASE ${name}`);
    await postgres.stop();
    remove();
  };
}

/** Makes a migrated embedded database. @returns the file that holds all of it */
async function embeddedTemplate(folder: string): Promise<string> {
  const database = await openEmbedded(folder);
  await migrate(database, migrations);
  const [own] = await database.query<{ oid: string }>("SELECT oid::text FROM pg_database WHERE datname = current_database()");
  await database.close();
  // The databases that PostgreSQL makes others of: nobody does here, and every copy takes a fifth longer with them.
  const bases = join(folder, "postgres", "base");
  for (const oid of readdirSync(bases)) if (oid !== own?.oid) rmSync(join(bases, oid), { recursive: true });
  const engine = await PGlite.create({ dataDir: join(folder, "postgres") });
  const file = join(folder, "template.tar");
  writeFileSync(file, new Uint8Array(await (await engine.dumpDataDir("none")).arrayBuffer()));
  await engine.close();
  return file;
}

async function serverTemplate(url: string, name: string): Promise<void> {
  await asAdmin(url, `CREATE DATABASE ${name}`);
  const database = await openServer(urlOf(url, name));
  await migrate(database, migrations);
  await database.close();
}
