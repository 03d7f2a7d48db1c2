import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { freePort } from "../e2e/server";

const root = join(import.meta.dirname, "..");

/** How a start ended. */
export interface Ended {
  /** Exit code; null when a signal ended it. */
  code: number | null;
  /** What it wrote for a person, less the log's lines. */
  said: string;
  /** What it wrote at all. */
  all: string;
  ms: number;
  /** Whether a process that it started was left. */
  left: boolean;
}

/** A program and its arguments, put before the server's own: to start it on a disk of its own, or with less than a process has usually. */
export type Before = readonly string[];

/** Starts the real server as a process and waits until it has ended, which it has to by itself. */
export async function startInVain(settings: Record<string, string>, before: Before = []): Promise<Ended> {
  const [command = "", ...args] = [...before, process.execPath, "--import", "tsx", "server.ts"];
  const started = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      PORT: String(await freePort()),
      LAB_PORT: "0",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own: what is left of it can be asked for.
    detached: true,
  });
  let all = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (all += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  const said = all
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith('{"level"'))
    .join("\n");
  return { code, said, all, ms: performance.now() - started, left: groupLives(child.pid ?? 0) };
}

function groupLives(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    return true;
  } catch {
    return false;
  }
}

/** Starts what follows with `folder` as a disk of its own, made by these options of tmpfs(5); undefined where this user may not mount one. */
export function onDisk(folder: string, options: string, then = ""): Before | undefined {
  const before = [
    "unshare",
    process.getuid?.() === 0 ? "-m" : "-rm",
    "sh",
    "-c",
    `mount -t tmpfs -o ${options} tmpfs "${folder}" && ${then}exec "$@"`,
    "sh",
  ];
  const [command = "", ...args] = before;
  return spawnSync(command, [...args, "true"]).status === 0 ? before : undefined;
}

/** Starts what follows so that no file can grow beyond so many blocks of 512 bytes, root's neither. */
export function withFilesOf(blocks: number): Before {
  return ["sh", "-c", `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`, "sh"];
}
