import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { PGlite, type Transaction } from "@electric-sql/pglite";
import { PrismaPGlite } from "pglite-prisma-adapter";
import { lockFolder } from "./folder-lock";
import { PrismaClient } from "./generated/client";
import type { Database, Sql } from "./sql";

/**
 * Opens PostgreSQL in this process, kept in `folder` (or in memory when it is undefined).
 * Survives the death of the process, not of the machine: this engine never calls fsync.
 * Throws `FolderInUseError` when another process holds the folder: two of them would silently ruin each other's rows.
 */
export async function openEmbedded(folder: string | undefined): Promise<Database> {
  if (folder) mkdirSync(folder, { recursive: true });
  const lock = folder ? await lockFolder(folder) : undefined;
  let engine: PGlite;
  try {
    engine = await PGlite.create(folder ? { dataDir: join(folder, "postgres") } : {});
    await engine.exec("SET timezone = 'UTC'");
  } catch (error) {
    await lock?.release();
    throw error;
  }
  const prisma = new PrismaClient({ adapter: new PrismaPGlite(engine) });
  return {
    kind: "embedded",
    ...statements(engine),
    transaction: (run) => engine.transaction((tx) => run(statements(tx))) as never,
    prisma,
    subscribe: async (listeners, onLine) => {
      const stops = await Promise.all(Object.entries(listeners).map(([channel, onPayload]) => engine.listen(channel, onPayload)));
      onLine(true);
      return async () => {
        onLine(false);
        for (const stop of stops) await stop();
      };
    },
    close: async () => {
      await prisma.$disconnect();
      await engine.close();
      await lock?.release();
    },
  };
}

function statements(on: PGlite | Transaction): Sql {
  return {
    query: async <Row>(text: string, values: unknown[] = []) => (await on.query<Row>(text, values)).rows,
    script: async (text) => {
      try {
        await on.exec(text);
      } catch (error) {
        // A script may have opened a transaction of its own; left open, it would swallow every later statement of this one connection.
        if (on instanceof PGlite) await on.exec("ROLLBACK");
        throw error;
      }
    },
  };
}
