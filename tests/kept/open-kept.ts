import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { openEmbedded } from "@/lib/database/embedded";
import { openServer } from "@/lib/database/server";
import type { Database, Sql } from "@/lib/database/sql";

/** What is in a kept installation. */
export interface Kept {
  /** When its server was killed, ISO 8601. */
  madeAt: string;
  labPort: number;
  notifyurl: string;
  serviceKey: string;
  appSecret?: string;
  email: string;
  password: string;
  /** Transids by what was the matter with the message. */
  messages: Record<"told" | "waiting" | "parked" | "sending" | "accepted", string>;
  /** Body of the request that became `told`, and what was answered; its idempotency key is `kept told`. */
  toldBody: string;
  toldReply: string;
  campaigns: { draft: string; later: string; due: string; underWay: string; underWayRequests: number };
  lists: { values: string };
}

/** Unpacks a kept installation again, as if its server had been killed a minute ago. */
export interface Opened {
  kept: Kept;
  dataDir: string;
  /** Opens its database as it is, without migrating it. On the embedded one only while no server has it open. */
  look: <T>(ask: (sql: Database) => Promise<T>) => Promise<T>;
}

/**
 * Lays out a kept installation in a folder of its own and moves all its times on, so that leases, schedules and lifetimes are as old as they
 * were a minute after it was killed.
 *
 * @param databaseUrl an empty PostgreSQL database; without it the embedded one is laid out
 */
export async function openKept(version: string, databaseUrl?: string): Promise<Opened> {
  const file = (name: string) => join(import.meta.dirname, version, name);
  const kept = JSON.parse(readFileSync(file(`${databaseUrl === undefined ? "embedded" : "postgres"}.json`), "utf8")) as Kept;
  const dataDir = mkdtempSync(join(tmpdir(), "clarion-kept-"));
  const open = () => (databaseUrl === undefined ? openEmbedded(join(dataDir, "database")) : openServer(databaseUrl));
  const look: Opened["look"] = async (ask) => {
    const database = await open();
    try {
      return await ask(database);
    } finally {
      await database.close();
    }
  };
  if (databaseUrl === undefined)
    execFileSync("tar", ["-xf", "-", "-C", dataDir], { input: brotliDecompressSync(readFileSync(file("embedded.tar.br"))) });
  else {
    copyFileSync(file("postgres.lab.json"), join(dataDir, "lab.json"));
    const dump = brotliDecompressSync(readFileSync(file("postgres.sql.br"))).toString("utf8");
    await look(async (database) => {
      // The dump empties the search path of the connection that reads it.
      await database.script(`${dump}; RESET search_path`);
    });
  }
  await look((database) => moveTimes(database, Date.now() - 60_000 - Date.parse(kept.madeAt)));
  return { kept, dataDir, look };
}

async function moveTimes(sql: Sql, ms: number): Promise<void> {
  const tables = await sql.query<{ table: string; moves: string }>(
    `SELECT format('%I.%I', c.table_schema, c.table_name) AS table, string_agg(format('%1$I = %1$I + make_interval(secs => $1)', c.column_name), ', ') AS moves
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE t.table_type = 'BASE TABLE' AND c.table_schema IN ('public', 'pgboss') AND c.data_type IN ('timestamp with time zone', 'timestamp without time zone')
       AND NOT EXISTS (SELECT 1 FROM pg_inherits i WHERE i.inhrelid = format('%I.%I', c.table_schema, c.table_name)::regclass)
     GROUP BY 1`,
  );
  for (const { table, moves } of tables) await sql.query(`UPDATE ${table} SET ${moves}`, [ms / 1_000]);
}
