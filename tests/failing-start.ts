import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "vitest";
import { runningPostmaster } from "@/lib/database/local/postmaster";
import { freePort } from "../tools/free-port.mjs";

const root = join(import.meta.dirname, "..");

/** How a start ended. */
export interface StartResult {
  /** Exit code; null when a signal ended it. */
  code: number | null;
  /** What it wrote for a person, less the log's lines. */
  said: string;
  /** What it wrote at all. */
  all: string;
  /** Whether a process that it started was left. */
  left: boolean;
}

/**
 * A program and its arguments, put before the server's own: to start it on a disk of its own, or
 * with less than a process has usually.
 */
export type CommandPrefix = readonly string[];

/** Starts the real server as a process and waits until it has ended, which it has to by itself. */
export async function startInVain(
  settings: Record<string, string>,
  before: CommandPrefix = [],
): Promise<StartResult> {
  const line = [...before, process.execPath, "build/server.mjs"];
  const child = spawn(line[0] ?? "", line.slice(1), {
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
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (all += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  const said = all
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith('{"level"'))
    .join("\n");
  return { code, said, all, left: groupLives(child.pid ?? 0) };
}

function groupLives(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts what follows with `folder` as a disk of its own, mounted with these options of tmpfs(5);
 * undefined where this user may not mount one.
 */
export function onDisk(folder: string, options: string, then = ""): CommandPrefix | undefined {
  const mount = `mount -t tmpfs -o ${options} tmpfs "${folder}" && ${then}exec "$@"`;
  const args = [process.getuid?.() === 0 ? "-m" : "-rm", "sh", "-c", mount, "sh"];
  if (spawnSync("unshare", [...args, "true"]).status === 0) return ["unshare", ...args];
  process.stdout.write(
    "\nSKIPPED: a start on a disk of its own. This user may mount none here.\n\n",
  );
  return undefined;
}

/**
 * Starts what follows so that no file can grow beyond so many blocks of 512 bytes, root's neither.
 */
export function withFilesOf(blocks: number): CommandPrefix {
  return ["sh", "-c", `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`, "sh"];
}

/**
 * One sentence for a person, and no trace of the process: no stack, no child, no server on this
 * data folder.
 */
export function expectSentence(ended: StartResult, sentence: RegExp, dataDir?: string): void {
  expect(ended.said).toMatch(sentence);
  expect(ended.said.split("\n")).toHaveLength(1);
  expect(ended.all).not.toMatch(/\n\s+at |\[object|undefined/);
  expect({ code: ended.code, left: ended.left }).toEqual({ code: 1, left: false });
  if (dataDir !== undefined) expect(runningPostmaster(join(dataDir, "postgresql"))).toBeUndefined();
}
