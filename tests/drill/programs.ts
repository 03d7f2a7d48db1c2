import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const folders = [
  "/usr/local/sbin",
  "/usr/local/bin",
  "/usr/sbin",
  "/usr/bin",
  "/sbin",
  "/bin",
] as const;
/** Where Debian and Ubuntu put the programs of each major version. */
const versions = "/usr/lib/postgresql";

/** Debian's package of each program. */
const packages = {
  ip: "iproute2",
  setpriv: "util-linux",
  etcd: "etcd-server",
  patroni: "patroni",
  haproxy: "haproxy",
  pgbouncer: "pgbouncer",
} as const;

/** A program of the drill. */
export type Program = keyof typeof packages;

/** Returns the path of an installed program. */
export function findProgram(name: Program): string | undefined {
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Returns the path of a program, which {@link missingForDrill} has looked for. */
export function programPath(name: Program): string {
  const path = findProgram(name);
  if (path === undefined) throw new Error(`${name} is not installed.`);
  return path;
}

/** Returns the folder with the programs of the newest PostgreSQL that the system installed. */
export function postgresPrograms(): string | undefined {
  const newest = (existsSync(versions) ? readdirSync(versions) : [])
    .filter((version) => existsSync(join(versions, version, "bin/initdb")))
    .map(Number)
    .toSorted((one, other) => other - one)[0];
  return newest === undefined ? undefined : join(versions, String(newest), "bin");
}

/** A sentence about what this machine lacks for the drill; undefined when it lacks nothing. */
export function missingForDrill(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    return "The drill puts each host into a network namespace, which needs root on Linux.";
  const missing: string[] = (Object.keys(packages) as Program[])
    .filter((name) => findProgram(name) === undefined)
    .map((name) => packages[name]);
  if (postgresPrograms() === undefined) missing.push("postgresql");
  return missing.length === 0
    ? undefined
    : `The drill needs more programs. Run: apt-get install ${missing.join(" ")}`;
}
