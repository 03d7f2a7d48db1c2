import { existsSync, renameSync, rmSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { PGlite, type PGliteOptions, type Transaction } from "@electric-sql/pglite";
import { PrismaPGlite } from "pglite-prisma-adapter";
import { diskFull, folderError, StartError } from "@/lib/config/start-error";
import { makeFolder } from "@/lib/config/write-file";
import { lockFolder } from "./folder-lock";
import { workClass, type WorkClass } from "@/lib/runtime/work-class";
import { countEngineTime } from "./engine-time";
import { PreparedStatements } from "./prepared";
import { openPrisma } from "./prisma";
import type { Opened } from "./prisma-inside";
import type { Database, Look, Sql } from "./sql";
import { Turns } from "./turns";
import { leastRoom } from "./writable";
import { withoutValues } from "./statement-error";

/**
 * How much of a function of the engine runs before V8 compiles it a second time, better (bytes of its code, roughly). By itself (1.8 million) Node 20 begins
 * so early that a start compiles for longer than it works; much more than this, and requests are accepted slowly for minutes (`docs/performance.md`).
 */
const tieringBudget = 5_000_000;

/** What a page costs the planner that is not the next one: hardly more, since all of them are in memory. By itself it takes four times as much, and reads whole tables instead. */
const randomPageCost = 1.1;

/**
 * Opens PostgreSQL in this process, kept in `folder` (or in memory when it is undefined).
 * Survives the death of the process, not of the machine: this engine never calls fsync.
 * Throws `FolderInUseError` when another process holds the folder: two of them would silently ruin each other's rows; `StartError` when the folder
 * cannot be written or is damaged.
 *
 * @param begin what `dumpDataDir` made of another one: a database that does not exist yet begins as a copy of it, which takes a quarter of the time
 */
export async function openEmbedded(folder: string | undefined, begin?: () => Blob): Promise<Database> {
  setFlagsFromString(`--wasm-tiering-budget=${tieringBudget}`);
  const lock = folder === undefined ? undefined : await openFolder(folder);
  let engine: PGlite;
  try {
    engine = folder === undefined ? await PGlite.create(copyOf(begin)) : await openEngine(folder, begin);
    await engine.exec(`SET timezone = 'UTC'; SET random_page_cost = ${randomPageCost}`);
  } catch (error) {
    await lock?.release();
    throw error;
  }
  const turns = new Turns();
  const prepared = new PreparedStatements(engine);
  const own = statements(engine, prepared);
  let look: Look | undefined;
  const take = <T>(run: () => Promise<T>, of: WorkClass = workClass()) =>
    turns.take(async () => {
      await look?.(transaction);
      return run();
    }, of);
  const prisma = openPrisma({
    outside: (of) => adapterOf((...statement) => take(() => countEngineTime(() => engine.query(...statement)), of)),
    begin: (run) => take(() => inTransaction(engine, prepared, turns, run)),
  });
  const transaction = <T>(run: (tx: Sql) => Promise<T>) => inTransaction(engine, prepared, turns, (opened) => prisma.within(opened, run));
  return {
    kind: "embedded",
    query: (text, values) => take(() => own.query(text, values)),
    script: (text) => take(() => own.script(text)),
    transaction: (run) => take(() => transaction(run)),
    beforeTurns: (given) => {
      look = given;
      return () => {
        if (look === given) look = undefined;
      };
    },
    prisma: prisma.outside,
    subscribe: async (listeners, onLine) => {
      const stops = await Promise.all(Object.entries(listeners).map(([channel, onPayload]) => engine.listen(channel, onPayload)));
      onLine(true);
      return async () => {
        onLine(false);
        for (const stop of stops) await stop();
      };
    },
    hold: async () => async () => undefined,
    ...(folder === undefined ? {} : { room: () => roomIn(folder) }),
    close: async () => {
      await prisma.close();
      await engine.close();
      await lock?.release();
    },
  };
}

async function openFolder(folder: string): ReturnType<typeof lockFolder> {
  try {
    makeFolder(folder);
    return await lockFolder(folder);
  } catch (error) {
    throw folderError(error, folder);
  }
}

/** Made under another name: a first start that dies or finds the disk full on the way leaves nothing that the next one would take for a database. */
async function openEngine(folder: string, begin: (() => Blob) | undefined): Promise<PGlite> {
  const kept = join(folder, "postgres");
  const draft = `${kept}.new`;
  // A copy that cannot be read is no fault of the folder.
  const copy = existsSync(kept) ? {} : copyOf(begin);
  try {
    if (!existsSync(kept)) {
      rmSync(draft, { recursive: true, force: true });
      const made = await PGlite.create({ dataDir: draft, ...copy });
      await made.close();
      renameSync(draft, kept);
    }
    // The engine would begin anew over what is there.
    if (!existsSync(join(kept, "PG_VERSION"))) throw damaged(kept);
    return await PGlite.create({ dataDir: kept });
  } catch (error) {
    const told = folderError(error, folder);
    if (told instanceof StartError) throw told;
    const room = await roomIn(folder);
    rmSync(draft, { recursive: true, force: true });
    throw room < leastRoom ? diskFull(folder) : existsSync(kept) ? damaged(kept) : unmade(folder);
  }
}

/** Bytes that this process may still write to the disk of a folder. */
async function roomIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function copyOf(begin: (() => Blob) | undefined): PGliteOptions {
  return begin ? { loadDataDir: begin() } : {};
}

function damaged(kept: string): StartError {
  return new StartError(
    `The embedded database in ${kept} is damaged: put DATA_DIR back from a backup, or set DATA_DIR to another folder to begin with an empty one.`,
  );
}

function unmade(folder: string): StartError {
  return new StartError(
    `The embedded database could not be made in ${folder}: set DATA_DIR to a folder of a local disk with some 50 MB of room, or set DATABASE_URL.`,
  );
}

async function inTransaction<T>(
  engine: PGlite,
  prepared: PreparedStatements,
  turns: Turns,
  run: (opened: Opened) => Promise<T>,
): Promise<T> {
  let own: { error: unknown } | undefined;
  try {
    return (await engine.transaction(async (tx) => {
      try {
        const adapter = () => adapterOf((...statement) => countEngineTime(() => tx.query(...statement)));
        return await run({ ...statements(tx, prepared), adapter, pause: () => turns.breathe() });
      } catch (error) {
        own = { error };
        throw error;
      }
    })) as T;
  } catch (error) {
    throw own ? own.error : withoutValues(error);
  }
}

/** Prisma's adapter over what runs its statements: it asks an engine for nothing else. */
function adapterOf(query: PGlite["query"]) {
  return new PrismaPGlite({ query } as PGlite).connect();
}

function statements(on: PGlite | Transaction, prepared: PreparedStatements): Pick<Sql, "query" | "script"> {
  return {
    query: async <Row>(text: string, values: unknown[] = []) => {
      try {
        const inTransaction = !(on instanceof PGlite);
        if (on.closed) throw new Error(inTransaction ? "Transaction is closed" : "The database is closed");
        return await countEngineTime(() => prepared.query<Row>(text, values, inTransaction));
      } catch (error) {
        throw withoutValues(error);
      }
    },
    script: async (text) => {
      try {
        await countEngineTime(() => on.exec(text));
        prepared.forget();
      } catch (error) {
        // A script may have opened a transaction of its own; left open, it would swallow every later statement of this one connection.
        if (on instanceof PGlite) await on.exec("ROLLBACK");
        throw withoutValues(error);
      }
    },
  };
}
