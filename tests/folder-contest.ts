import { mkdirSync, openSync, closeSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { FolderInUseError, lockFolder, type LockTiming } from "@/lib/database/folder-lock";

/**
 * One of the processes that contest data folders for `folder-contests.ts`: given a folder and a moment, it tries at that moment, and says what came of it. What it
 * won it keeps until it is reported to release, or killed.
 */
export type Told =
  | { kind: "contest"; folder: string; at: number; timing?: LockTiming }
  | { kind: "release" }
  | { kind: "hurry"; folder: string; times: number };
export type Said =
  | { kind: "ready" }
  | { kind: "won" }
  | { kind: "lost" }
  | { kind: "released" }
  | { kind: "hurried"; held: number; together: number };

const say = (said: Said) => process.send?.(said);
let held: { release: () => Promise<void> } | undefined;

process.on("message", (told: Told) => {
  act(told).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(2);
  });
});
say({ kind: "ready" });

async function act(told: Told): Promise<void> {
  switch (told.kind) {
    case "contest":
      mkdirSync(told.folder, { recursive: true });
      while (Date.now() < told.at);
      held = await tryFor(told.folder, told.timing);
      say({ kind: held ? "won" : "lost" });
      return;
    case "release":
      await held?.release();
      held = undefined;
      say({ kind: "released" });
      return;
    case "hurry":
      say({ kind: "hurried", ...(await hurry(told.folder, told.times)) });
  }
}

async function tryFor(folder: string, timing?: LockTiming) {
  try {
    return await lockFolder(folder, timing);
  } catch (error) {
    if (error instanceof FolderInUseError) return undefined;
    throw error;
  }
}

/** Locks and releases so many times, without a pause. While locked it creates a file that must not exist. */
async function hurry(folder: string, times: number): Promise<{ held: number; together: number }> {
  const inside = join(folder, "inside");
  const count = { held: 0, together: 0 };
  while (count.held < times) {
    const lock = await tryFor(folder);
    if (!lock) continue;
    count.held += 1;
    try {
      closeSync(openSync(inside, "wx"));
      await new Promise((resolve) => setImmediate(resolve));
      unlinkSync(inside);
    } catch {
      count.together += 1;
    }
    await lock.release();
  }
  return count;
}
