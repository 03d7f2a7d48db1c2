import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const undos = new Set();
let heeded = false;

/**
 * Runs `undo` when this process ends, however it does (but by SIGKILL): it ran out of work, called
 * `process.exit`, threw, or was stopped by SIGINT, SIGTERM or SIGHUP. What was begun last is undone
 * first. It must not be asynchronous. A signal with another listener stays theirs.
 *
 * @param {() => void} undo
 * @returns {() => void} undoes now instead, once
 */
export function undoAtEnd(undo) {
  if (!heeded) {
    heeded = true;
    process.on("exit", () => {
      for (const one of [...undos].reverse()) one();
    });
    for (const [signal, number] of [
      ["SIGHUP", 1],
      ["SIGINT", 2],
      ["SIGTERM", 15],
    ])
      if (process.listenerCount(signal) === 0)
        process.once(signal, () => process.exit(128 + number));
  }
  const once = () => {
    if (!undos.delete(once)) return;
    try {
      undo();
    } catch (error) {
      // The others are undone all the same.
      process.stderr.write(
        `Not cleaned up: ${error instanceof Error ? error.message : String(error)}\n`,
      );
    }
  };
  undos.add(once);
  return once;
}

/**
 * A new folder below the system's temporary one. It goes with this process at the latest.
 *
 * @param {string} name how its name begins
 */
export function temporaryFolder(name) {
  const path = mkdtempSync(join(tmpdir(), `${name}-`));
  return { path, remove: undoAtEnd(() => rmSync(path, { recursive: true, force: true })) };
}
