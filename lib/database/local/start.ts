import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, fchownSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { dirname, join, resolve } from "node:path";
import pg from "pg";
import { DiskFullError, folderError, StartError } from "@/lib/config/start-error";
import { makeFolder } from "@/lib/config/write-file";
import { log } from "@/lib/log/log";
import { findAccount, type Account } from "./account";
import { environment, makeCluster } from "./cluster";
import {
  atLoopback,
  atSocket,
  makeSocketFolder,
  removeSocket,
  type Connection,
} from "./connection";
import { causeIn, failure } from "./failure";
import { loopbackGuard, passwordFile, usesLoopback } from "./loopback";
import { endServer, guardName, runningPostmaster } from "./postmaster";
import { findPrograms, type Programs } from "./programs";
import { settingsFor } from "./settings";

/** A server of this process. */
export interface LocalServer {
  /** How to connect to it. */
  url: string;
  /** Ends it; statements under way are undone. */
  stop: () => Promise<void>;
}

/**
 * A Clarion that was killed takes its server with it in a moment, and a killed server its memory.
 * Milliseconds.
 */
const leavingMs = 10_000;
/** Recovery after a crash may read the whole log. Milliseconds. */
export const recoveryMs = 600_000;
const lookMs = 20;
/** Nothing of a statement is logged; what is left is a few lines for a start. Bytes. */
const mostLog = 1_000_000;

/**
 * What the shell prints when another server runs on the cluster, maybe in another container, whose
 * processes cannot be seen from here.
 */
const inUse = "the cluster is in use";

/**
 * The shell around the server. It ends with the server, and stops the server when the process of
 * Clarion ends for any reason: its standard input is a pipe from that process, which a second shell
 * reads to its end. A lock on the cluster, where the system has `flock`, lasts as long as any
 * process of the server; under the lock, the process id of a former server in the cluster means
 * nothing. A service manager may send its signals to all processes; Clarion decides when the server
 * ends.
 */
const guard = [
  "trap '' TERM INT HUP; exec 3<&0; socket=$1; data=$2; shift 2",
  `if command -v flock >/dev/null; then exec 9>>"$data/clarion.lock"; flock -w 10 9 || { echo "FATAL: ${inUse}"; exit 1; }; fi`,
  'rm -f "$data/postmaster.pid"',
  '"$@" </dev/null 3<&- & child=$!',
  '{ while read -r line <&3; do :; done; rm -rf "$socket"; kill -QUIT $child; } 2>/dev/null 9>&- & watch=$!',
  "wait $child; code=$?; kill -KILL $watch 2>/dev/null; exit $code",
].join("\n");

/** Starts in a row whose server may be killed, as by a system without memory. */
const mostKilledStarts = 10;

/** Between two starts of a server on a full disk. Milliseconds. */
const fullDiskPauseMs = 500;

/** What is the same at each start of one server. */
interface Place {
  data: string;
  connection: Connection;
  programs: Programs;
  account: Account;
}

/**
 * Starts the PostgreSQL server of the data folder, and makes its cluster first where there is none.
 * It ends with this process; one that ends by itself is started again, on a full disk as soon as
 * there is space.
 *
 * @param folder the data folder
 * @param byLoopback whether it listens at a port and asks for a password, instead of a private
 *   socket
 * @param onLost called when it ended and could not be started again
 * @throws {StartError} one sentence with the cause and the remedy
 */
export async function startLocal(
  folder: string,
  onLost: (error: unknown) => void,
  byLoopback = usesLoopback,
): Promise<LocalServer> {
  const data = join(resolve(folder), "postgresql");
  try {
    makeFolder(dirname(data));
  } catch (error) {
    throw folderError(error, dirname(data));
  }
  const programs = findPrograms(dirname(data));
  const account = findAccount(programs.path("postgres"), dirname(data), data);
  // Another server may need the cluster's files as they are.
  await whenFree(data, performance.now() + leavingMs);
  makeCluster(data, programs, account, byLoopback ? passwordFile(data) : undefined);
  const connection = byLoopback ? await atLoopback(data) : atSocket(makeSocketFolder(account));
  const place = { data, connection, programs, account };
  let stopping = false;
  let child = await launch(place).catch((error: unknown) => {
    removeSocket(connection);
    throw error;
  });
  const watch = () =>
    child.once("exit", () => {
      if (stopping) return;
      log().error("the local PostgreSQL server ended unexpectedly; starting it again");
      launching = relaunch(place, () => stopping).then((launched) => {
        child = launched;
        watch();
      });
      launching.catch((error: unknown) => {
        removeSocket(connection);
        if (!stopping) onLost(error);
      });
    });
  let launching = Promise.resolve();
  watch();
  return {
    url: connection.url,
    stop: async () => {
      stopping = true;
      await launching.catch(() => undefined);
      await stop(child, place);
    },
  };
}

/** Launches a server that ended, and waits for space where the disk is full. */
async function relaunch(place: Place, isStopping: () => boolean): Promise<ChildProcess> {
  for (let isReported = false; ; isReported = true) {
    try {
      return await launch(place);
    } catch (error) {
      if (isStopping() || !(error instanceof DiskFullError)) throw error;
      if (!isReported)
        log().error(`${error.message} The database starts again as soon as there is space.`);
    }
    await pause(fullDiskPauseMs);
  }
}

async function launch(place: Place): Promise<ChildProcess> {
  let until = performance.now() + leavingMs;
  for (let killed = 0; ;) {
    await whenFree(place.data, until);
    const { child, failed } = await launchOnce(place);
    if (failed === undefined) return child;
    // The guard ends with 128 and the number of the signal that ended the server.
    const wasKilled = child.signalCode !== null || (child.exitCode ?? 0) > 128;
    if (wasKilled && (killed += 1) < mostKilledStarts) {
      until = performance.now() + leavingMs;
      continue;
    }
    const cause = causeIn(failed);
    // Processes of a server that was killed go a moment after it.
    if (/still in use|postmaster\.pid" already exists/.test(cause) && performance.now() < until)
      continue;
    if (cause === inUse) throw inUseError(place.data, runningPostmaster(place.data)?.pid);
    throw failure(
      failed,
      (why) => `The database in ${place.data} could not be started (${why})`,
      place.data,
    );
  }
}

/** Waits until no other server runs on a cluster. One that nothing will end any more is ended. */
async function whenFree(data: string, until: number): Promise<void> {
  for (;;) {
    const server = runningPostmaster(data);
    if (!server) return;
    if (!server.isGuarded) endServer(server.pid);
    if (performance.now() > until) throw inUseError(data, server.pid);
    await pause();
  }
}

function inUseError(data: string, pid: number | undefined): StartError {
  const server =
    pid === undefined ? "in another container" : `its PostgreSQL server is process ${pid}`;
  return new StartError(
    `The data folder ${dirname(data)} is in use by another Clarion (${server}). Stop that one, set DATA_DIR to another folder, or set DATABASE_URL.`,
  );
}

/** @returns the child, and what its log says if it ended instead of being ready */
async function launchOnce(place: Place): Promise<{ child: ChildProcess; failed?: string }> {
  const { data, connection, account } = place;
  const logFile = `${data}.log`;
  const { writing, begun } = openLog(logFile, account);
  const [command, args] = commandOf(place, logFile);
  const options = {
    env: environment(),
    cwd: "/",
    detached: true,
    windowsHide: true,
    ...account.ids,
  };
  const child = spawn(command, args, { ...options, stdio: ["pipe", writing, writing] });
  closeSync(writing);
  let unstarted: Error | undefined;
  child.once("error", (error) => (unstarted = error));
  // Nothing is written to it, and nothing has to be done when it closes.
  child.stdin?.on("error", () => undefined);
  if (await isReady(child, connection.url, () => unstarted !== undefined)) return { child };
  return {
    child,
    failed: unstarted
      ? `FATAL: ${unstarted.message}`
      : readFileSync(logFile).subarray(begun).toString("utf8"),
  };
}

/** The guard of a server with its arguments, which end with the command that it runs. */
function commandOf(
  { data, connection, programs, account }: Place,
  logFile: string,
): [command: string, args: string[]] {
  const settings = {
    ...settingsFor({ memory: memoryHere(), cores: availableParallelism() }),
    ...connection.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const { socket } = connection;
  if (socket) {
    const server = [...account.prefix, programs.path("postgres"), "-D", data, ...flags];
    return ["/bin/sh", ["-c", guard, guardName, socket, data, ...server]];
  }
  const control = [...account.prefix, programs.path("pg_ctl")];
  return [process.execPath, ["-e", loopbackGuard, data, logFile, flags.join(" "), ...control]];
}

function openLog(path: string, { owner }: Account): { writing: number; begun: number } {
  try {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > mostLog) rmSync(path);
    const writing = openSync(path, "a", 0o600);
    if (owner) fchownSync(writing, owner.uid, owner.gid);
    return { writing, begun: statSync(path).size };
  } catch (error) {
    throw folderError(error, path);
  }
}

/** Of the container, where that is less than the machine's. Bytes. */
function memoryHere(): number {
  return Math.min(process.constrainedMemory() || Infinity, totalmem());
}

/**
 * Waits until it answers, which after a crash it does once it has recovered (class 57P until then
 * and while it ends); false when it ends instead, and ends it when it answers that it cannot be
 * used.
 */
async function isReady(
  child: ChildProcess,
  connectionString: string,
  isUnstarted: () => boolean,
): Promise<boolean> {
  const until = performance.now() + recoveryMs;
  while (performance.now() < until && !hasEnded(child) && !isUnstarted()) {
    const client = new pg.Client({ connectionString });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query("SELECT 1");
      return true;
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code?.startsWith("57P") !== true)
        child.stdin?.end();
      await pause();
    } finally {
      void client.end().catch(() => undefined);
    }
  }
  return false;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** "Fast": nothing has to be recovered at the next start. */
async function stop(child: ChildProcess, { data, connection }: Place): Promise<void> {
  if (!hasEnded(child)) {
    const ended = new Promise((done) => child.once("exit", done));
    const server = runningPostmaster(data);
    // Windows has no signals: the other guard stops it in the same way.
    if (server && connection.socket) endServer(server.pid);
    else child.stdin?.end();
    await ended;
  }
  removeSocket(connection);
}

function pause(ms = lookMs): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
