import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { StartError } from "@/lib/config/start-error";
import { log } from "@/lib/log/log";
import { holderHere, isHolder, judge, type Holder } from "./lock-holder";

/** How often a holder touches its lock, and for how long one that cannot be looked at from here is watched before it counts as dead. Milliseconds. */
export interface LockTiming {
  beatMs: number;
  quietMs: number;
}
const usual: LockTiming = { beatMs: 2_000, quietMs: 15_000 };
const lookMs = 100;
/** Others may come and go while one tries; after so long something else is wrong. */
const longestMs = 120_000;
/** What a rename onto a folder that is not empty, or onto a file, fails with on one system or another. */
const refusals = ["ENOTEMPTY", "EEXIST", "ENOTDIR", "EPERM", "EBUSY"];

/** Another process has the data folder open. */
export class FolderInUseError extends StartError {
  constructor(folder: string, holder: Holder | undefined) {
    const who = holder ? `process ${holder.pid} on ${holder.host}` : "another process";
    super(
      `The data folder ${folder} is in use by ${who}, and the embedded database serves only one process. ` +
        "Stop that process, set DATA_DIR to another folder, or set DATABASE_URL to a PostgreSQL server.",
    );
  }
}

/**
 * Holds `folder` for this process until released or until the process dies, however it dies: a lock whose process is gone is taken over.
 * Throws {@link FolderInUseError} when a living process holds it. A holder in another container or on another machine is watched for a sign of life first,
 * up to 15 seconds.
 *
 * The lock is a folder that holds one file, named by its holder's id. It is prepared under another name and takes its place by rename(2), which replaces a
 * folder that is empty and no other: so it is never seen half written, and of many that try one succeeds. A dead holder's file is removed by its name,
 * which no other file ever has: a process that judged too slowly removes nothing.
 */
export async function lockFolder(folder: string, timing: LockTiming = usual): Promise<{ release: () => Promise<void> }> {
  const place = join(folder, "clarion.lock");
  const me = holderHere(randomUUID());
  const until = performance.now() + longestMs;
  while (!take(folder, place, me)) {
    const found = find(place);
    const verdict = found?.holder ? judge(found.holder) : "unknown";
    if (found && (verdict === "alive" || (verdict === "unknown" && (await isTouched(found, timing.quietMs)))))
      throw new FolderInUseError(folder, found.holder);
    if (found) remove(found.file);
    if (performance.now() > until) throw new FolderInUseError(folder, undefined);
    await pause(1);
  }
  const mine = join(place, me.id);
  const beating = new Worker(new URL("./lock-beat.mjs", import.meta.url), {
    execArgv: [],
    workerData: { place, mine, beatMs: timing.beatMs },
  });
  beating.unref();
  beating.on("error", (error) => log().error({ err: error }, "the thread that renews the lock of the data folder failed"));
  tidy(folder);
  return {
    release: async () => {
      await beating.terminate();
      remove(mine);
    },
  };
}

/** Whether the lock is now this holder's. */
function take(folder: string, place: string, me: Holder): boolean {
  const prepared = `${place}.${me.id}`;
  try {
    mkdirSync(prepared, { mode: 0o700 });
    writeFileSync(join(prepared, me.id), JSON.stringify(me), { mode: 0o600, flush: true });
    renameSync(prepared, place);
  } catch (error) {
    rmSync(prepared, { recursive: true, force: true });
    const { code = "", syscall } = error as NodeJS.ErrnoException;
    // Whoever got the lock meanwhile may have tidied up what was prepared here.
    const tidied = code === "ENOENT" && existsSync(folder);
    if (!tidied && !(syscall === "rename" && refusals.includes(code))) throw error;
  }
  // A network's file system may refuse the repetition of a rename that it has done.
  if (existsSync(join(place, me.id))) return true;
  leaveEmpty(place);
  return false;
}

/** For file systems that rename no folder onto another, though it is empty. One that holds a file stays. */
function leaveEmpty(place: string): void {
  try {
    rmdirSync(place);
  } catch {
    // Held, or gone.
  }
}

interface Found {
  file: string;
  /** Undefined when it cannot be read. */
  holder: Holder | undefined;
}

/** Who holds the lock; undefined when it is free. */
function find(place: string): Found | undefined {
  try {
    const [name] = readdirSync(place);
    return name === undefined ? undefined : holderIn(join(place, name));
  } catch (error) {
    // A file in the folder's stead is the lock of a process that knows no other kind.
    return codeOf(error) === "ENOTDIR" ? holderIn(place) : undefined;
  }
}

function holderIn(file: string): Found | undefined {
  try {
    const holder: unknown = JSON.parse(readFileSync(file, "utf8"));
    return { file, holder: isHolder(holder) ? holder : undefined };
  } catch (error) {
    return codeOf(error) === "ENOENT" ? undefined : { file, holder: undefined };
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/** Watches a lock for its holder's next sign of life. By a clock of its own: that of another machine may be wrong. False when it comes not, or the lock goes. */
async function isTouched({ file, holder }: Found, quietMs: number): Promise<boolean> {
  log().warn(
    { pid: holder?.pid, host: holder?.host },
    "another machine left the data folder locked; waiting to see whether it is still running",
  );
  const first = touched(file);
  const until = performance.now() + quietMs;
  while (performance.now() < until) {
    await pause(lookMs);
    const now = touched(file);
    if (now === undefined) return false;
    if (now !== first) return true;
  }
  return false;
}

/** Opened, because a network's file system asks for a file's times when it is opened, and may answer from memory otherwise. */
function touched(file: string): number | undefined {
  try {
    const opened = openSync(file, "r");
    try {
      return fstatSync(opened).mtimeMs;
    } finally {
      closeSync(opened);
    }
  } catch {
    return undefined;
  }
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Somebody else was quicker.
  }
}

/** What processes that were killed between preparing and locking have left. A process that is preparing now prepares again. */
function tidy(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith("clarion.lock.")))
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch {
      // Somebody writes there just now; the next holder tidies up.
    }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
