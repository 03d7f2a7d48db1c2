import { execFileSync } from "node:child_process";
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { findAccount } from "@/lib/database/local/account";
import { environment, makeCluster, role } from "@/lib/database/local/cluster";
import { findPrograms } from "@/lib/database/local/programs";
import { parseUrl } from "@/lib/interface/url";
import { temporaryFolder, undoAtEnd } from "./ending.mjs";
import { freePort } from "./free-port.mjs";

/** A PostgreSQL server for tests. */
export interface TestServer {
  url: string;
  /** The folder of its cluster and its log; absent where the server is not ours. */
  folder?: string;
  /**
   * Stops it, in a mode of pg_ctl's ("immediate" unless said otherwise), and starts it again;
   * absent where the server is not ours.
   */
  restart?: (mode?: string) => void;
  stop: () => Promise<void>;
}

/**
 * A PostgreSQL server for tests: the one named by TEST_DATABASE_URL, else a temporary one that
 * listens on a port, of the programs that Clarion's local server has. It stops, and leaves no
 * files, with this process at the latest.
 *
 * @param settings of the server, besides those of tests
 */
export async function temporaryPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  // oxlint-disable-next-line node/no-process-env -- of the run of tests, not of the program
  const { TEST_DATABASE_URL: configuredUrl } = process.env;
  // The error of a library that fails to parse the URL would print all of it, password included.
  if (configuredUrl && !parseUrl(configuredUrl))
    throw new Error(
      "TEST_DATABASE_URL is not a URL; #, /, ?, @, : and % in its password must be percent-encoded.",
    );
  if (configuredUrl) return { url: configuredUrl, stop: async () => undefined };
  const { path: folder, remove } = temporaryFolder("clarion-postgres");
  chmodSync(folder, 0o755);
  const programs = findPrograms(folder);
  const account = findAccount(programs.path("postgres"), folder);
  const data = join(folder, "data");
  makeCluster(data, programs, account);
  const port = await freePort();
  const all = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    max_connections: "200",
    ...settings,
  };
  const flags = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`);
  const control = (...args: string[]) => {
    const [command = "", ...rest] = [
      ...account.prefix,
      programs.path("pg_ctl"),
      "-D",
      data,
      ...args,
    ];
    execFileSync(command, rest, { stdio: "ignore", cwd: "/", env: environment(), ...account.ids });
  };
  const start = () =>
    control("-w", "-t", "60", "-l", join(data, "log"), "-o", flags.join(" "), "start");
  const stop = (mode = "immediate") => control("-m", mode, "stop");
  // Asked of before it starts: a start that is interrupted may leave it running.
  const stopServer = undoAtEnd(() => {
    if (existsSync(join(data, "postmaster.pid"))) stop();
  });
  start();
  return {
    url: `postgresql://${role}@127.0.0.1:${port}/postgres`,
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
