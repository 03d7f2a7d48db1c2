import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { temporaryFolder, undoAtEnd } from "./ending.mjs";

/**
 * A PostgreSQL server for tests: the one named by TEST_DATABASE_URL, else a temporary one made from the binaries on this machine.
 * Returns undefined when there is neither. A temporary one stops, and leaves no files, with this process at the latest.
 *
 * @returns {Promise<{ url: string, folder?: string, restart?: (mode?: string) => void, stop: () => Promise<void> } | undefined>}
 */
export async function temporaryPostgres() {
  const given = process.env.TEST_DATABASE_URL;
  // A URL that cannot be read would be printed whole, password included, by the error of whatever reads it.
  if (given && !isUrl(given))
    throw new Error("TEST_DATABASE_URL is not a URL; #, /, ?, @, : and % in its password must be percent-encoded.");
  if (given) return { url: given, stop: async () => undefined };
  const bin = binaries();
  if (!bin) return undefined;
  const user = process.getuid?.() === 0 ? account("postgres") : undefined;
  if (process.getuid?.() === 0 && !user) return undefined;
  const { path: folder, remove } = temporaryFolder("clarion-postgres");
  chmodSync(folder, 0o755);
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const options = { stdio: "ignore", cwd: folder, ...user };
  execFileSync(join(bin, "initdb"), ["-D", data, "-U", "clarion", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"], options);
  const port = await freePort();
  const start = () =>
    execFileSync(
      join(bin, "pg_ctl"),
      [
        "-D",
        data,
        "-w",
        "-t",
        "30",
        "-l",
        join(folder, "log"),
        "-o",
        `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=200`,
        "start",
      ],
      options,
    );
  const stop = (mode = "immediate") => execFileSync(join(bin, "pg_ctl"), ["-D", data, "-m", mode, "stop"], options);
  // Asked of before it starts: a start that is interrupted may leave it running.
  const stopServer = undoAtEnd(() => {
    if (existsSync(join(data, "postmaster.pid"))) stop();
  });
  start();
  return {
    url: `postgresql://clarion@127.0.0.1:${port}/postgres`,
    folder,
    restart: (mode) => {
      stop(mode);
      start();
    },
    stop: async () => {
      stopServer();
      remove();
    },
  };
}

function binaries() {
  const folders = (process.env.PATH ?? "").split(":");
  const debian = "/usr/lib/postgresql";
  if (existsSync(debian))
    for (const version of readdirSync(debian).sort((a, b) => Number(b) - Number(a))) folders.unshift(join(debian, version, "bin"));
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "pg_ctl")));
}

function account(name) {
  try {
    const id = (flag) => Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined;
  }
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

// `node tools/postgres.mjs` keeps one running and prints its address, for a look by hand.
if (import.meta.url === `file://${process.argv[1]}`) {
  const server = await temporaryPostgres();
  if (!server) {
    process.stderr.write("No PostgreSQL binaries found.\n");
    process.exit(1);
  }
  process.stdout.write(`${server.url}\n`);
  setInterval(() => undefined, 1 << 30);
}

function isUrl(text) {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}
