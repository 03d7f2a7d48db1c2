import { execFileSync } from "node:child_process";
import { chownSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder, undoAtEnd } from "./ending.mjs";
import { freePort } from "./free-port.mjs";

/** Where Debian and Ubuntu put the programs of each major version. */
const versions = "/usr/lib/postgresql";
const oldestSupported = 15;

/**
 * Starts a temporary server of the oldest PostgreSQL on this machine that Clarion supports. It
 * stops, and leaves no files, with this process at the latest.
 *
 * @returns {Promise<{ major: number, url: string, stop: () => void } | undefined>} undefined where
 *   none is installed
 */
export async function installedPostgres() {
  const [major] = (existsSync(versions) ? readdirSync(versions) : [])
    .map(Number)
    .filter(
      (version) =>
        version >= oldestSupported && existsSync(join(versions, String(version), "bin/initdb")),
    )
    .sort((one, other) => one - other);
  if (major === undefined) return undefined;
  const { path: folder, remove } = temporaryFolder("clarion-installed");
  // PostgreSQL refuses to run as root.
  const ids = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};
  if (ids.uid !== undefined) chownSync(folder, ids.uid, ids.gid);
  const data = join(folder, "data");
  const run = (name, args) =>
    execFileSync(join(versions, String(major), "bin", name), ["-D", data, ...args], {
      stdio: "ignore",
      cwd: "/",
      env: { PATH: process.env.PATH, LC_ALL: "C" },
      ...ids,
    });
  run("initdb", ["-U", "clarion", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]);
  const port = await freePort();
  const options = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=`;
  const end = undoAtEnd(() => {
    if (existsSync(join(data, "postmaster.pid"))) run("pg_ctl", ["-m", "immediate", "stop"]);
  });
  run("pg_ctl", ["-w", "-l", join(folder, "log"), "-o", options, "start"]);
  return {
    major,
    url: `postgresql://clarion@127.0.0.1:${port}/postgres`,
    stop: () => {
      end();
      remove();
    },
  };
}

function idOf(option) {
  return Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));
}
