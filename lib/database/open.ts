import { join } from "node:path";
import type { Config } from "@/lib/config/config";
import { StartError } from "@/lib/config/start-error";
import { openLocal } from "./local";
import { recoveryMs } from "./local/start";
import { migrate } from "./migrate";
import { makeAheadAtStart } from "./partitions";
import { outlastRestart } from "./repeat";
import { openServer } from "./server";
import { setDatabase, type Database } from "./sql";
import { StatementError } from "./statement-error";

/** The settings that name the database. */
type DatabaseSettings = Pick<Config, "DATABASE_URL" | "DATA_DIR"> &
  Partial<Pick<Config, "DATABASE_DIRECT_URL">>;

/**
 * Opens the database that the configuration asks for, migrates it, and makes it the database of
 * this process. Outlasts a server that restarts meanwhile. Throws `StartError` when it cannot be
 * used: one sentence for the operator.
 *
 * @param root folder that holds `prisma/migrations`
 */
export async function openDatabase(config: DatabaseSettings, root: string): Promise<Database> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATA_DIR: folder } = config;
  if (url !== undefined && directUrl !== undefined) {
    // A pooler may end a statement that takes long.
    const setting = "DATABASE_DIRECT_URL";
    const direct = await openServer(directUrl, { setting });
    await migrateOrClose(direct, config, root, setting);
    await direct.close();
  }
  const opened = url ? await openServer(url, { directUrl }) : await openLocal(folder);
  if (directUrl === undefined)
    await migrateOrClose(opened, config, root, url ? "DATABASE_URL" : "DATA_DIR");
  setDatabase(opened);
  return opened;
}

/** Closes a database that cannot be migrated. */
async function migrateOrClose(
  opened: Database,
  config: DatabaseSettings,
  root: string,
  setting: string,
): Promise<void> {
  // One that is started here comes back, or its end is the end of this process.
  const forMs = config.DATABASE_URL === undefined ? recoveryMs : undefined;
  try {
    await outlastRestart(() => migrate(opened, join(root, "prisma/migrations"), setting), forMs);
    await outlastRestart(() => makeAheadAtStart(opened), forMs);
  } catch (error) {
    await opened.close();
    throw unusable(error, config);
  }
}

/**
 * Translates a statement that failed during the start for the operator; returns any other error as
 * it is.
 */
export function unusable(
  error: unknown,
  { DATABASE_URL, DATA_DIR }: Pick<Config, "DATABASE_URL" | "DATA_DIR">,
): unknown {
  if (!(error instanceof StatementError)) return error;
  const setting = DATABASE_URL === undefined ? `DATA_DIR (${DATA_DIR})` : "DATABASE_URL";
  const cure = cures[error.code ?? ""] ?? `Fix the cause, or set ${setting} to another database`;
  const why = error.message.replace(/\.$/, "");
  return new StartError(
    `The database of ${setting} cannot be used (${why}${error.code === undefined ? "" : `, ${error.code}`}). ${cure}.`,
  );
}

const cures: Record<string, string> = {
  "25006": "It is a read-only standby; name the primary instead",
  "42501": "Make the user the owner of the database, or grant it CREATE on the schema",
  "53100": "Free up space on its disk",
};
