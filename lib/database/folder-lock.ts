import { randomUUID } from "node:crypto";
import { closeSync, existsSync, linkSync, openSync, readFileSync, renameSync, statSync, unlinkSync, utimesSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

const heartbeatMs = 5_000;
/** A holder on another host (a shared volume) counts as dead when its lock was not touched for so long. */
const staleMs = 20_000;

/** Another process has the data folder open. */
export class FolderInUseError extends Error {
  readonly holderPid: number;
  constructor(folder: string, holder: Holder) {
    super(
      `The data folder ${folder} is in use by process ${holder.pid} on ${holder.host}. The embedded database serves one process only: ` +
        `stop that one, or choose another DATA_DIR, or set DATABASE_URL to a PostgreSQL server.`,
    );
    this.holderPid = holder.pid;
  }
}

interface Holder {
  pid: number;
  host: string;
  /** Kernel start time of the process, where the system tells it: a number that was given to another process since is not the holder. */
  started: string;
  id: string;
}

/**
 * Holds `folder` for this process until released or until the process dies, however it dies: a lock whose process is gone is taken over.
 * Throws {@link FolderInUseError} when a living process holds it.
 */
export async function lockFolder(folder: string): Promise<{ release: () => Promise<void> }> {
  const path = join(folder, "clarion.lock");
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), started: startTime(process.pid), id: randomUUID() } satisfies Holder);
  for (;;) {
    if (create(path, mine)) break;
    const text = read(path);
    if (text === undefined) continue;
    const holder = parse(text);
    if (holder && isAlive(holder, path)) throw new FolderInUseError(folder, holder);
    takeAway(path, text);
  }
  const beat = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // The folder was removed under us; the next write of the database says so more clearly.
    }
  }, heartbeatMs);
  beat.unref();
  return {
    release: async () => {
      clearInterval(beat);
      if (read(path) === mine) unlinkSync(path);
    },
  };
}

function create(path: string, content: string): boolean {
  try {
    const file = openSync(path, "wx", 0o600);
    writeSync(file, content);
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function parse(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

function isAlive(holder: Holder, path: string): boolean {
  if (holder.host !== hostname()) return Date.now() - statSync(path).mtimeMs < staleMs;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const started = startTime(holder.pid);
  return started === "" || holder.started === "" || started === holder.started;
}

/** Removes a dead holder's lock. Of two that try at once one may have moved the other's fresh lock: it puts that back. */
function takeAway(path: string, stale: string): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (read(aside) !== stale && !existsSync(path)) linkSync(aside, path);
  unlinkSync(aside);
}

function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
