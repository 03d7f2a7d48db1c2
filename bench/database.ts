import { config } from "@/lib/config/config";
import { openDatabase } from "@/lib/database/open";
import { setDatabase, type Database } from "@/lib/database/sql";
import { temporaryFolder } from "../tools/ending.mjs";

/**
 * Opens a new database on a local server of its own and makes it the one of this process. Closing
 * it removes both.
 */
export async function openBenchDatabase(): Promise<Database> {
  const { path: folder, remove } = temporaryFolder("clarion-bench");
  const opened = await openDatabase(
    { ...config(), DATA_DIR: folder, DATABASE_URL: undefined },
    process.cwd(),
  );
  return {
    ...opened,
    close: async () => {
      setDatabase(undefined);
      await opened.close();
      remove();
    },
  };
}
