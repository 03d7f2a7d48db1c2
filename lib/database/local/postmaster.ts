import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A server that the folder of a cluster names in `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
  /** The folder of its socket; empty where it has none. */
  socket: string;
  /**
   * Whether it goes when its Clarion goes; otherwise that was killed together with what ends it.
   */
  isGuarded: boolean;
}

/** In the command line of the shell around each server. */
export const guardName = "clarion-postgresql";

/**
 * Returns the server that runs on the folder of a cluster, if one does. The number in
 * `postmaster.pid` may be left from a server that is gone, and belong to another process by now.
 */
export function runningPostmaster(data: string): Postmaster | undefined {
  const [first = "", , , port = "", socket = ""] = fileText(join(data, "postmaster.pid")).split(
    "\n",
  );
  const pid = Number(first);
  if (first === "" || !Number.isSafeInteger(pid) || pid <= 0 || !isServer(pid, data))
    return undefined;
  return { pid, port: Number(port), socket, isGuarded: isGuarded(pid) };
}

/** Whether there is a process of this number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether a process of this number is the server of a cluster, by its command line. @internal */
export function isServer(pid: number, data: string): boolean {
  return isAlive(pid) && isOfCluster(pid, data);
}

function isOfCluster(pid: number, data: string): boolean {
  if (process.platform === "linux")
    return fileText(`/proc/${pid}/cmdline`).split("\0").includes(data);
  const [command, args] =
    process.platform === "win32"
      ? ["tasklist", ["/NH", "/FI", `PID eq ${pid}`]]
      : ["ps", ["-ww", "-o", "command=", "-p", String(pid)]];
  const { stdout } = spawnSync(command, args, { encoding: "utf8", windowsHide: true });
  return stdout.includes(process.platform === "win32" ? "postgres" : data);
}

/** Ends a server in good order ("fast"); one that is gone, or another user's, is left alone. */
export function endServer(pid: number): void {
  try {
    process.kill(pid, "SIGINT");
  } catch (error) {
    if (!["ESRCH", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

function isGuarded(pid: number): boolean {
  if (process.platform !== "linux") return true;
  const [, parent = ""] = /^PPid:\s+(\d+)$/m.exec(fileText(`/proc/${pid}/status`)) ?? [];
  return fileText(`/proc/${parent}/cmdline`).includes(guardName);
}

function fileText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
