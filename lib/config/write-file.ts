import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/** What file systems without hard links say to one. */
const noLinks = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

/**
 * Creates a folder, and those that it lies in, where they are missing. Node's own `recursive` never
 * returns where an existing folder takes no new one (below /proc, for example), and loses the
 * reason on a read-only disk.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && statSync(path).isDirectory()) return;
    if (code !== "ENOENT" || dirname(path) === path) throw error;
    makeFolder(dirname(path));
    mkdirOnce(path);
  }
}

function mkdirOnce(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may just have created it.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/**
 * Makes a file that only its owner reads (mode 0600), whole or not at all: a full disk or a death
 * on the way leaves nothing under this name. Of any number of processes that make it at once, one
 * does; false to the others.
 */
export function createFile(path: string, text: string): boolean {
  return throughDraft(path, text, (draft) => {
    try {
      linkSync(draft, path);
      return true;
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (code === "EEXIST") return false;
      if (!noLinks.includes(code)) throw error;
      return copied(draft, path);
    }
  });
}

/** Puts a new text into a file in the same way: a reader finds the old text or the new one. */
export function replaceFile(path: string, text: string): void {
  throughDraft(path, text, (draft) => renameSync(draft, path));
}

function throughDraft<T>(path: string, text: string, put: (draft: string) => T): T {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: "wx", flush: true });
    const done = put(draft);
    syncFolder(dirname(path));
    return done;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Exclusive too, but visible while it is written: readers of such files check that they are whole.
 */
function copied(draft: string, path: string): boolean {
  try {
    copyFileSync(draft, path, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * So that the name outlives a power cut as well. Not every system opens folders; there the file
 * system's own order has to do.
 */
function syncFolder(folder: string): void {
  try {
    const opened = openSync(folder, "r");
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch {
    // The file is written and named; only how soon the name is on the disk is left to the system.
  }
}
