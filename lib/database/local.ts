import { existsSync, writeSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join, resolve } from "node:path";
import { StartError } from "@/lib/config/start-error";
import { localUrl } from "./local/connection";
import { runningPostmaster } from "./local/postmaster";
import { recoveryMs, startLocal, type LocalServer } from "./local/start";
import { outlastRestart } from "./repeat";
import { openServer } from "./server";
import type { Database } from "./sql";

/**
 * Opens the database in a data folder: starts the PostgreSQL server there, for this process alone.
 * What was committed survives the death of the process and of the machine. Throws `StartError` when
 * it cannot be used: one sentence for the operator.
 */
export async function openLocal(folder: string): Promise<Database> {
  const server = await startLocal(folder, endProcess);
  try {
    const opened = await outlastRestart(() => openServer(server.url, { isOwn: true }), recoveryMs);
    return {
      ...opened,
      isExclusive: true,
      room: async () => {
        const { bavail, bsize } = await statfs(folder);
        return bavail * bsize;
      },
      close: async () => {
        await opened.close();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * Opens the database that a data folder has, also while a Clarion runs on it. Throws `StartError`
 * where there is none.
 */
export async function attachLocal(folder: string): Promise<Database> {
  assertDatabase(folder);
  const url = runningUrl(folder);
  return url === undefined ? openLocal(folder) : openServer(url);
}

/**
 * Serves the database that a data folder has until it is stopped, or returns the server that a
 * running Clarion has started. Throws `StartError` where there is none.
 */
export async function serveLocal(folder: string): Promise<LocalServer> {
  assertDatabase(folder);
  const url = runningUrl(folder);
  return url === undefined
    ? startLocal(folder, endProcess)
    : { url, stop: () => Promise.resolve() };
}

function assertDatabase(folder: string): void {
  if (!existsSync(join(folder, "postgresql")))
    throw new StartError(
      `There is no database in DATA_DIR (${resolve(folder)}). Set DATA_DIR or DATABASE_URL to the value that the server uses.`,
    );
}

/**
 * Returns how to connect to the database in a data folder, or undefined when no Clarion runs on it.
 */
export function runningUrl(folder: string): string | undefined {
  const data = join(resolve(folder), "postgresql");
  const running = runningPostmaster(data);
  return running && localUrl(data, running);
}

/**
 * At once, with one sentence for the operator, and in no order: what would be closed waits for the
 * database.
 */
function endProcess(error: unknown): void {
  const why = error instanceof Error ? error.message : String(error);
  writeSync(2, `${why} Clarion is stopping. Start it again; no accepted message is lost.\n`);
  process.kill(process.pid, "SIGKILL");
}
