import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { StartError } from "@/lib/config/start-error";

/** Under which account the server runs: PostgreSQL refuses to run as root. */
export interface Account {
  /** What comes before the command. */
  prefix: readonly string[];
  /** For `spawn`. */
  ids: { uid?: number; gid?: number };
  /** To whom its files must belong; undefined where they may stay as they are. */
  owner?: { uid: number; gid: number };
}

/**
 * Maps root to an ordinary account within a user namespace: files stay root's. An older `unshare`
 * maps none, which does as well.
 */
const namespaces = [
  ["unshare", "--user", "--map-user=1", "--map-group=1", "--"],
  ["unshare", "--user", "--"],
];
/** Accounts that PostgreSQL can look up, the best first. */
const candidates = ["postgres", "node", "nobody", "daemon"];

/**
 * Finds an account under which a program of the server runs on this machine: the user's own, and
 * for root one within a user namespace, or else another account, with the right to pass folders
 * that only root may pass where `setpriv` can give it.
 *
 * @param postgres the path of the program
 * @param folder the data folder, which exists
 * @param data the cluster: where it belongs to another account, that one runs the server, so that
 *   its next start finds its files
 * @throws {StartError} for root where none of this is possible
 */
export function findAccount(postgres: string, folder: string, data?: string): Account {
  if (process.getuid?.() !== 0) return { prefix: [], ids: {} };
  const runs = (prefix: readonly string[], ids: Account["ids"] = {}) => {
    const [command, ...args] = [
      ...prefix,
      "/bin/sh",
      "-c",
      'cd "$1" && "$2" --version',
      "sh",
      folder,
      postgres,
    ];
    return spawnSync(command, args, { stdio: "ignore", cwd: "/", ...ids }).status === 0;
  };
  const as = (owner: { uid: number; gid: number }): Account | undefined => {
    const prefix = privileged(owner);
    if (runs(prefix)) return { prefix, ids: {}, owner };
    return runs([], owner) ? { prefix: [], ids: owner, owner } : undefined;
  };
  const cluster = data === undefined ? undefined : statSync(data, { throwIfNoEntry: false });
  const its = cluster && cluster.uid !== 0 ? as(cluster) : undefined;
  if (its) return its;
  const namespace = namespaces.find((prefix) => runs(prefix));
  if (namespace) return { prefix: namespace, ids: {} };
  for (const owner of candidates.flatMap(idsOf)) {
    const account = as(owner);
    if (account) return account;
  }
  throw new StartError(
    "PostgreSQL does not run as root, and this machine permits neither user namespaces nor another account that can enter Clarion's folder and DATA_DIR. " +
      "Run Clarion as another user, or set DATABASE_URL to a PostgreSQL server.",
  );
}

/**
 * Another account that may still pass every folder. Without the securebit PostgreSQL's own check of
 * its program would fail.
 */
function privileged({ uid, gid }: { uid: number; gid: number }): string[] {
  const rights = [
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
    "--securebits=+no_setuid_fixup",
  ];
  return ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", ...rights, "--"];
}

function idsOf(name: string): { uid: number; gid: number }[] {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((one) => one.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid === undefined || gid === undefined ? [] : [{ uid: Number(uid), gid: Number(gid) }];
}
