import { join } from "node:path";
import type { Config } from "@/lib/config/config";
import { openEmbedded } from "./embedded";
import { migrate } from "./migrate";
import { openServer } from "./server";
import { setDatabase, type Database } from "./sql";

/**
 * Opens the database that the configuration asks for, migrates it, and makes it the database of this process.
 * Throws `FolderInUseError` when another process has the embedded folder open.
 *
 * @param root folder that holds `prisma/migrations`
 */
export async function openDatabase(config: Pick<Config, "DATABASE_URL" | "DATA_DIR">, root: string): Promise<Database> {
  const opened = config.DATABASE_URL ? await openServer(config.DATABASE_URL) : await openEmbedded(join(config.DATA_DIR, "database"));
  try {
    await migrate(opened, join(root, "prisma/migrations"));
  } catch (error) {
    await opened.close();
    throw error;
  }
  setDatabase(opened);
  return opened;
}
