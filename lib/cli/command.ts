import { parseEnvironment } from "@/lib/config/environment";
import { StartError } from "@/lib/config/start-error";
import { attachLocal } from "@/lib/database/local";
import { openServer } from "@/lib/database/server";
import type { Database } from "@/lib/database/sql";
import { isStatementError } from "@/lib/database/statement-error";

/** Environment variables as the process has them. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Prints a line. */
export type Print = (line: string) => void;

/** SQLSTATE of a relation and of a column that do not exist. */
const missingTable = ["42P01", "42703"];

/**
 * Runs a command, or prints its usage. Returns the exit status: that of `run`, and 1 for
 * `undefined`, for a {@link StartError}, and for a database that lacks a table.
 *
 * @param command undefined where the arguments are not valid
 */
export async function runCommand<C>(
  command: C | "help" | undefined,
  {
    usage,
    print,
    complain,
    run,
  }: { usage: string; print: Print; complain: Print; run: (command: C) => Promise<number> },
): Promise<number> {
  if (command === "help") {
    print(usage);
    return 0;
  }
  if (command === undefined) {
    complain(usage);
    return 1;
  }
  try {
    return await run(command);
  } catch (error) {
    if (error instanceof StartError) complain(error.message);
    else if (isStatementError(error) && missingTable.includes(error.code ?? ""))
      complain(
        "This database lacks tables or columns of this version of Clarion. Start this version on it once.",
      );
    else throw error;
    return 1;
  }
}

/**
 * Calls `run` with the database that the variables name. Creates and migrates none. Throws
 * {@link StartError} for a wrong variable, and where there is no database.
 */
export async function onDatabase<R>(
  variables: Variables,
  run: (database: Database, folder: string | undefined) => Promise<R>,
): Promise<R> {
  const {
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
    DATA_DIR: folder,
  } = parseEnvironment({ ...variables });
  const database =
    url === undefined ? await attachLocal(folder) : await openServer(url, { directUrl });
  try {
    return await run(database, url === undefined ? folder : undefined);
  } finally {
    await database.close();
  }
}
