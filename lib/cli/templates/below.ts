import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { FileError } from "@/lib/template/files";

/*
 * Reads and writes files below one folder, DIR, which may come from an untrusted pull request.
 * Links that lead out of it are not followed, and only plain files are read and written. A file may
 * link only to one in its own folder, since DIR may be a whole repository with secrets in it, such
 * as .git/config. DIR itself may be a link: the user names it. Paths are below DIR. All functions
 * throw `FileError`.
 */

/** Of one file at most (bytes): a template has a sixteenth of it. */
const mostBytes = 4_194_304;

/**
 * Never through a link that was put there since it was looked at, and never waiting for the other
 * end of a pipe. Windows has neither flag.
 */
const plainly = constants.O_NOFOLLOW | constants.O_NONBLOCK;

const words: Readonly<Record<string, string>> = {
  EACCES: "it is not allowed",
  EPERM: "it is not allowed",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  ENAMETOOLONG: "the name is too long",
  ELOOP: "it is a link",
  ENXIO: "it is no file",
  EISDIR: "it is a folder",
  ENOTDIR: "a file has the place of a folder",
  EEXIST: "a file has the place of a folder",
};

/** The bytes of a file; undefined where there is none. */
export function readBelow(dir: string, path: string): Uint8Array | undefined {
  const real = realPlace(dir, path);
  if (real === undefined) return undefined;
  const fullPath = join(dir, path);
  if (dirname(real) !== realPlace(dir, dirname(path)))
    throw new FileError(
      `${fullPath} is a link that leads out of its folder. Put what it leads to in its place: such links are not followed.`,
    );
  return trying(fullPath, "read", () => {
    const file = openSync(real, constants.O_RDONLY | plainly);
    try {
      const facts = fstatSync(file);
      if (!facts.isFile()) return undefined;
      if (facts.size > mostBytes)
        throw new FileError(`${fullPath} has more than ${mostBytes.toLocaleString("en")} bytes.`);
      return readFileSync(file);
    } finally {
      closeSync(file);
    }
  });
}

/** Writes a file into a folder that is there. */
export function writeBelow(dir: string, path: string, text: string): void {
  const fullPath = join(dir, path);
  const folder = realPlace(dir, dirname(path));
  if (folder === undefined) throw new FileError(`There is no folder ${join(dir, dirname(path))}.`);
  const real = join(folder, basename(path));
  if (isLink(real))
    throw new FileError(
      `${fullPath} is a link, and nothing is written through links. Remove it first.`,
    );
  trying(fullPath, "written", () => {
    const file = openSync(real, constants.O_WRONLY | constants.O_CREAT | plainly, 0o666);
    try {
      if (!fstatSync(file).isFile())
        throw new FileError(`${fullPath} cannot be written: it is no file.`);
      writeFileSync(file, text);
      // Only once it is checked to be a file.
      ftruncateSync(file, Buffer.byteLength(text));
    } finally {
      closeSync(file);
    }
  });
}

/** Removes a file, or a link and not what it leads to. */
export function removeBelow(dir: string, path: string): void {
  const folder = realPlace(dir, dirname(path));
  if (folder !== undefined)
    trying(join(dir, path), "removed", () => rmSync(join(folder, basename(path))));
}

/** Makes DIR and folders within one another below it, those that are not there. */
export function makeFolders(dir: string, ...steps: string[]): void {
  trying(dir, "made", () => mkdirSync(dir, { recursive: true }));
  steps.forEach((_, at) => {
    const path = join(...steps.slice(0, at + 1));
    const real = realPlace(dir, path);
    if (real === undefined) trying(join(dir, path), "made", () => mkdirSync(join(dir, path)));
    else if (!statSync(real).isDirectory())
      throw new FileError(`${join(dir, path)} cannot be made: ${words["ENOTDIR"]}.`);
  });
}

/** What a folder holds, in order. */
export function namesBelow(dir: string, path: string): string[] {
  const fullPath = join(dir, path);
  const real = realPlace(dir, path);
  if (real === undefined) throw new FileError(`There is no folder ${fullPath}.`);
  return trying(fullPath, "read", () => readdirSync(real)).toSorted();
}

/**
 * Whether it is a folder, or a link to one; what leads out of DIR or nowhere may be one, and is
 * refused where it is read.
 */
export function isFolderBelow(dir: string, path: string): boolean {
  try {
    const real = realPlace(dir, path);
    // A name that is no UTF-8 is found by no path.
    return real === undefined || statSync(real).isDirectory();
  } catch {
    return !isFile(join(dir, path));
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Where something below DIR stands once all links are followed; undefined where there is nothing.
 */
function realPlace(dir: string, path: string): string | undefined {
  const fullPath = join(dir, path);
  let [root, real] = ["", ""];
  try {
    [root, real] = [realpathSync(dir), realpathSync(fullPath)];
  } catch (error) {
    if (!["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "")) throw failed(error, fullPath, "read");
    if (isLink(fullPath)) throw new FileError(`${fullPath} is a link that leads nowhere.`);
    return undefined;
  }
  if (real !== root && !real.startsWith(root.endsWith(sep) ? root : `${root}${sep}`))
    throw new FileError(
      `${fullPath} is a link that leads out of ${dir}. Put what it leads to in its place: such links are not followed.`,
    );
  return real;
}

/** What cannot be looked at is none: opening it says why. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

function trying<T>(
  fullPath: string,
  what: "read" | "written" | "removed" | "made",
  act: () => T,
): T {
  try {
    return act();
  } catch (error) {
    throw failed(error, fullPath, what);
  }
}

function failed(error: unknown, fullPath: string, what: string): unknown {
  const code = codeOf(error);
  return error instanceof FileError || code === undefined
    ? error
    : new FileError(`${fullPath} cannot be ${what}: ${words[code] ?? code}.`);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}
