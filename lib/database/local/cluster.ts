import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { folderError, StartError } from "@/lib/config/start-error";
import { makeFolder } from "@/lib/config/write-file";
import type { Account } from "./account";
import { failure } from "./failure";
import { isAlive } from "./postmaster";
import type { Programs } from "./programs";

/** The account that Clarion connects as. */
export const role = "clarion";

/** Needs no locale of the system, and knows upper and lower case of all scripts. */
const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];

/**
 * What of the environment the programs need. The locale is C everywhere: systems need not have any
 * other.
 */
export const environment = () =>
  // oxlint-disable-next-line node/no-process-env -- where the shell finds other programs
  Object.assign({} as NodeJS.ProcessEnv, { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" });

/**
 * Creates a cluster where there is none. Never uses one whose creation was interrupted; of two that
 * are created at once, one is used.
 *
 * @param data the folder of the cluster
 * @param password the file of the password that its server asks for; none where a private socket is
 *   the way to it
 * @throws {StartError} when it is of another major version, damaged, or cannot be created
 */
export function makeCluster(
  data: string,
  programs: Programs,
  account: Account,
  password?: string,
): void {
  try {
    removeDrafts(data);
    if (!existsSync(data)) assertNoFormer(join(dirname(data), "postgres"));
    if (!existsSync(data)) initialize(data, programs, account, password);
    give(data, account);
  } catch (error) {
    throw folderError(error, data);
  }
  const version = versionOf(data);
  if (version === undefined)
    throw new StartError(
      `The database in ${data} is damaged (it has no PG_VERSION). Restore DATA_DIR from a backup, or set DATA_DIR to another folder to start with an empty database.`,
    );
  if (version !== programs.major)
    throw new StartError(
      `The database in ${data} is of PostgreSQL ${version}, but this version of Clarion uses PostgreSQL ${programs.major}. Start the version of Clarion that made it, or set DATA_DIR to another folder.`,
    );
}

/**
 * Throws `StartError` for an embedded database of a former version, which stored the same rows in
 * another file format. An empty database in its place would look like a loss of data.
 */
function assertNoFormer(folder: string): void {
  if (versionOf(folder) !== undefined)
    throw new StartError(
      `${folder} is the embedded database of a former version, which this one cannot read. Set DATA_DIR to another folder, or remove ${folder} to start with an empty database.`,
    );
}

function versionOf(data: string): number | undefined {
  const path = join(data, "PG_VERSION");
  return existsSync(path) ? Number.parseInt(readFileSync(path, "utf8"), 10) : undefined;
}

function initialize(
  data: string,
  programs: Programs,
  account: Account,
  password: string | undefined,
): void {
  const draft = `${data}.new-${process.pid}`;
  try {
    // Of a start that was killed, whose number this process has now.
    rmSync(draft, { recursive: true, force: true });
    makeFolder(draft);
    give(draft, account);
    const authentication =
      password === undefined ? ["-A", "trust"] : ["-A", "scram-sha-256", `--pwfile=${password}`];
    const args = [
      "-D",
      draft,
      "-U",
      role,
      ...authentication,
      "-E",
      "UTF8",
      ...locale,
      "--no-instructions",
    ];
    const [command = "", ...rest] = [...account.prefix, programs.path("initdb"), ...args];
    const initdb = spawnSync(command, rest, {
      env: environment(),
      cwd: "/",
      encoding: "utf8",
      ...account.ids,
    });
    if (initdb.error) throw initdb.error;
    if (initdb.status !== 0)
      throw failure(
        initdb.stderr,
        (why) => `The database could not be created in ${data} (${why})`,
        data,
      );
    publish(draft, data);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function publish(draft: string, data: string): void {
  try {
    renameSync(draft, data);
  } catch (error) {
    // Another start was quicker: its cluster is used.
    if (!existsSync(data)) throw error;
  }
}

/** Of starts that were killed halfway. */
function removeDrafts(data: string): void {
  const prefix = `${basename(data)}.new-`;
  for (const name of readdirSync(dirname(data)))
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length))))
      rmSync(join(dirname(data), name), { recursive: true, force: true });
}

/**
 * Gives it to the account that the server runs as, which no start before need have run as. Backups
 * lose the mode that PostgreSQL asks for.
 */
function give(data: string, { owner = { uid: 0, gid: 0 } }: Account): void {
  if (process.platform === "win32") return;
  if (process.getuid?.() === 0 && statSync(data).uid !== owner.uid) {
    chownSync(data, owner.uid, owner.gid);
    for (const path of readdirSync(data, { recursive: true, encoding: "utf8" }))
      lchownSync(join(data, path), owner.uid, owner.gid);
  }
  chmodSync(data, 0o700);
}
