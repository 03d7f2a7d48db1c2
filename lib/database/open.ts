import { join } from "node:path";
import type { Config } from "@/lib/config/config";
import { StartError } from "@/lib/config/start-error";
import { openLocal } from "./local";
import { migrate } from "./migrate";
import { makeAheadAtStart } from "./partitions";
import { outlastRestart } from "./repeat";
import { openServer } from "./server";
import { setDatabase, type Database } from "./sql";
import { StatementError } from "./statement-error";

/**
 * Opens the database that the configuration asks for, migrates it, and makes it the database of
 * this process. Outlasts a server that restarts meanwhile. Throws `StartError` when it cannot be
 * used: one sentence for the operator.
 *
 * @param root folder that holds `prisma/migrations`
 */
export async function openDatabase(
  config: Pick<Config, "DATABASE_URL" | "DATA_DIR">,
  root: string,
): Promise<Database> {
  const opened = config.DATABASE_URL
    ? await openServer(config.DATABASE_URL)
    : await openLocal(config.DATA_DIR);
  try {
    await outlastRestart(() =>
      migrate(
        opened,
        join(root, "prisma/migrations"),
        config.DATABASE_URL ? "DATABASE_URL" : "DATA_DIR",
      ),
    );
    await outlastRestart(() => makeAheadAtStart(opened));
  } catch (error) {
    await opened.close();
    throw unusable(error, config);
  }
  setDatabase(opened);
  return opened;
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
