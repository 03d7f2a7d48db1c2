import { existsSync, rmSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { PrismaPGlite } from "pglite-prisma-adapter";
import { diskFull, folderError, StartError } from "@/lib/config/start-error";
import { makeFolder } from "@/lib/config/write-file";
import { workClass, type WorkClass } from "@/lib/runtime/work-class";
import { runAfterCommit, runNow } from "./after-commit";
import { Engine } from "./engine";
import type { WatchTiming } from "./engine-watch";
import { lockFolder } from "./folder-lock";
import { openPrisma } from "./prisma";
import type { Opened } from "./prisma-inside";
import type { Database, Listeners, Look, Sql } from "./sql";
import { rolledBack, withoutValues } from "./statement-error";
import { Turns, type HandOver } from "./turns";
import { leastRoom } from "./writable";

/**
 * Opens PostgreSQL in this process, on a thread of its own, kept in `folder` (or in memory when it is undefined).
 * Survives the death of the process, not of the machine: this engine never calls fsync.
 * Throws `FolderInUseError` when another process holds the folder: two of them would silently ruin each other's rows; `StartError` when the folder
 * cannot be written or is damaged. Once open, it ends the process when its thread dies or does not come back from a statement.
 *
 * @param begin what `dumpDataDir` made of another one: a database that does not exist yet begins as a copy of it, which takes a quarter of the time
 * @param timing after how long a statement counts as one that does not come back; two minutes
 */
export async function openEmbedded(folder: string | undefined, begin?: () => Blob, timing?: WatchTiming): Promise<Database> {
  const { engine, lock } = await openLocked(folder, begin, timing);
  const turns = new Turns();
  const own = statements(engine);
  let look: Look | undefined;
  const take = <T>(run: (handOver: HandOver) => Promise<T>, of: WorkClass = workClass()) =>
    turns.take(async (handOver) => {
      await look?.((inside) => transaction(inside, () => undefined));
      return run(handOver);
    }, of);
  /** In a turn that ends with one statement. */
  const single = <T>(statement: () => Promise<T>, of?: WorkClass) =>
    take((handOver) => {
      const answered = statement();
      handOver();
      return answered;
    }, of);
  const prisma = openPrisma({
    outside: (of) => adapterOf((...statement) => single(() => engine.query(...statement), of)),
    begin: (run) => take((handOver) => inTransaction(engine, run, handOver)),
  });
  const transaction = <T>(run: (tx: Sql) => Promise<T>, handOver: HandOver) =>
    runAfterCommit((afterCommit) => inTransaction(engine, (opened) => prisma.within({ ...opened, afterCommit }, run), handOver));
  return {
    kind: "embedded",
    query: (text, values) => single(() => own.query(text, values)),
    script: (text) => take(() => wholeScript(engine, text)),
    afterCommit: runNow,
    transaction: (run) => take((handOver) => transaction(run, handOver)),
    beforeTurns: (given) => {
      look = given;
      return () => {
        if (look === given) look = undefined;
      };
    },
    prisma: prisma.outside,
    // In turn: inside of somebody's transaction it would be undone with that.
    subscribe: async (listeners, onLine) => {
      const stops = await take(() => listenTo(engine, listeners));
      onLine(true);
      return async () => {
        onLine(false);
        await take(async () => {
          for (const stop of stops) await stop();
        });
      };
    },
    hold: async () => async () => undefined,
    ...(folder === undefined ? {} : { room: () => roomIn(folder) }),
    close: async () => {
      await prisma.close();
      await turns.take(() => engine.close(), "interactive");
      await lock?.release();
    },
  };
}

/** Opens the engine, with the lock of its folder where it has one. */
async function openLocked(folder: string | undefined, begin: (() => Blob) | undefined, timing: WatchTiming | undefined) {
  if (folder === undefined) return { engine: await Engine.open(copyOf(begin), timing), lock: undefined };
  const lock = await openFolder(folder);
  try {
    return { engine: await openEngine(folder, begin, timing), lock };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openFolder(folder: string): ReturnType<typeof lockFolder> {
  try {
    makeFolder(folder);
    return await lockFolder(folder);
  } catch (error) {
    throw folderError(error, folder);
  }
}

async function openEngine(folder: string, begin: (() => Blob) | undefined, timing: WatchTiming | undefined): Promise<Engine> {
  const kept = join(folder, "postgres");
  const draft = `${kept}.new`;
  const isNew = !existsSync(kept);
  // The engine would begin anew over what is there.
  if (!isNew && !existsSync(join(kept, "PG_VERSION"))) throw damaged(kept);
  // A copy that cannot be read is no fault of the folder.
  const place = isNew ? { kept, draft, ...copyOf(begin) } : { kept };
  try {
    return await Engine.open(place, timing);
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

function copyOf(begin: (() => Blob) | undefined): { copy?: Blob } {
  return begin ? { copy: begin() } : {};
}

function damaged(kept: string): StartError {
  return new StartError(
    `The embedded database in ${kept} is damaged. Restore DATA_DIR from a backup, or set DATA_DIR to another folder to start with an empty database.`,
  );
}

function unmade(folder: string): StartError {
  return new StartError(
    `The embedded database could not be created in ${folder}. Set DATA_DIR to a folder on a local disk with at least 50 MB of free space, or set DATABASE_URL.`,
  );
}

/** In one turn, which it hands over as soon as it has asked for its end. */
async function inTransaction<T>(engine: Engine, run: (opened: Opened) => Promise<T>, handOver: HandOver): Promise<T> {
  // The first statement does not wait for it, and is refused should it fail.
  const begun = engine.query("BEGIN").catch(rethrow);
  let isOpen = true;
  const inside: Runner = {
    query: async (...statement) => (assertOpen(isOpen), engine.queryInside(...statement)),
    exec: async (text) => (assertOpen(isOpen), await begun, engine.exec(text)),
  };
  const end = (how: "COMMIT" | "ROLLBACK") => {
    isOpen = false;
    const ended = engine.query(how);
    handOver();
    return ended;
  };
  const ran = run({ ...statements(inside), adapter: () => adapterOf(inside.query) });
  const [outcome] = await Promise.allSettled([ran, begun]);
  if (outcome.status === "rejected") {
    await end("ROLLBACK").catch(() => undefined);
    throw outcome.reason;
  }
  const { command } = await end("COMMIT").catch(rethrow);
  await begun;
  // A statement failed, and `run` went on.
  if (command === "ROLLBACK") throw rolledBack();
  return outcome.value;
}

function assertOpen(isOpen: boolean): void {
  if (!isOpen) throw new Error("The transaction of this statement has ended.");
}

/** A script may have opened a transaction of its own; left open, it would swallow every later statement of this one connection. */
async function wholeScript(engine: Engine, text: string): Promise<void> {
  try {
    await engine.exec(text);
  } catch (error) {
    await engine.exec("ROLLBACK").catch(rethrow);
    throw withoutValues(error);
  }
}

async function listenTo(engine: Engine, listeners: Listeners): Promise<(() => Promise<void>)[]> {
  const listening = Object.entries(listeners).map(([channel, onPayload]) => engine.listen(channel, onPayload));
  return Promise.all(listening).catch(rethrow);
}

/** Prisma's adapter over what runs its statements: it asks an engine for nothing else. */
function adapterOf(query: PGlite["query"]) {
  return new PrismaPGlite({ query } as PGlite).connect();
}

/** The engine, or a transaction on it. */
type Runner = Pick<Engine, "query" | "exec">;

function statements(on: Runner): Pick<Sql, "query" | "script"> {
  return {
    query: async <Row>(text: string, values: unknown[] = []) => (await on.query<Row>(text, values).catch(rethrow)).rows,
    script: (text) => on.exec(text).catch(rethrow),
  };
}

function rethrow(error: unknown): never {
  throw withoutValues(error);
}
