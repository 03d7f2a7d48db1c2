import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { undoAtEnd } from "../../tools/ending.mjs";

const root = join(import.meta.dirname, "../..");

export interface RunningLab {
  /** What it printed. */
  output: () => string;
  stop: () => Promise<void>;
}

/**
 * Starts `npm run lab` as a process of its own, as people do; ready when it has printed a text.
 */
export async function startLab(
  folder: string,
  until: RegExp,
  options: readonly string[] = [],
): Promise<RunningLab> {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "tools/lab.ts", "--dir", folder, ...options],
    { cwd: root },
  );
  const ended = new Promise((resolve) =>
    child.once("exit", (code) => {
      forget();
      resolve(code);
    }),
  );
  const forget = undoAtEnd(() => child.kill("SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output, { timeout: 60_000 }).toMatch(until);
  return {
    output: () => output,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
