import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asAdmin } from "@/lib/database/testing";
import { pause } from "../server-process";
import { haproxyFile, patroniFile, pgbouncerFile, pgbouncerUsers, ports } from "./cluster-files";
import type { Hosts } from "./hosts";
import { postgresPrograms, programPath } from "./programs";

/** The hosts that the cluster is on, by their names. */
export const databases = ["db1", "db2"] as const;
/** PostgreSQL refuses to run as root. */
const account = "postgres";
const user = "clarion";
/** How long the cluster may take to be whole (milliseconds). */
const wholeMs = 120_000;

/** PostgreSQL with a synchronous standby under Patroni and etcd, behind HAProxy and PgBouncer. */
export interface Cluster {
  /** Through PgBouncer in transaction mode. */
  url: string;
  /** Past PgBouncer, through HAProxy. */
  directUrl: string;
  /** Where the `web` processes are reached through HAProxy. */
  front: string;
  /** Returns the host of the primary once there are a primary and a synchronous standby. */
  whole: () => Promise<string>;
  /** Starts the database of a host that was killed. */
  start: (name: string) => void;
}

/** Starts the cluster on its hosts, with an empty database. Files are in `folder`. */
export async function startCluster(
  hosts: Hosts,
  folder: string,
  webs: readonly string[],
): Promise<Cluster> {
  const programs = postgresPrograms() ?? "";
  chmodSync(folder, 0o755);
  const own = { uid: idOf("-u"), gid: idOf("-g") };
  const folderOf = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    chownSync(path, own.uid, own.gid);
    return path;
  };
  const file = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const run = (name: string, command: readonly string[], program: string) =>
    hosts.run(name, command, { account, log: join(folder, `${name}-${program}.log`) });
  startStore(hosts, folderOf("store"), run);
  const start = (name: string) =>
    void run(name, [programPath("patroni"), join(folder, `${name}.json`)], "patroni");
  for (const name of databases) {
    file(`${name}.json`, patroniFile(hosts, name, { data: folderOf(name), programs }));
    start(name);
  }
  const haproxy = file("haproxy.cfg", haproxyFile(hosts, { databases, webs }));
  run("proxy", [programPath("haproxy"), "-db", "-f", haproxy], "haproxy");
  const at = hosts.address("proxy");
  const whole = () => wholeCluster(hosts);
  await whole();
  const admin = `postgresql://postgres@${at}:${ports.primary}/postgres`;
  await untilDone(() => asAdmin(admin, `CREATE ROLE ${user} LOGIN`));
  await asAdmin(admin, `ALTER ROLE ${user} SET jit = off`);
  await asAdmin(admin, `CREATE DATABASE ${user} OWNER ${user}`);
  const pgbouncer = file(
    "pgbouncer.ini",
    pgbouncerFile({
      listen: { host: at, port: ports.pgbouncer },
      database: { name: user, host: at, port: ports.primary },
      users: file("users.txt", pgbouncerUsers([user])),
      poolSize: 40,
    }),
  );
  run("proxy", [programPath("pgbouncer"), pgbouncer], "pgbouncer");
  const url = `postgresql://${user}@${at}:${ports.pgbouncer}/${user}`;
  await untilDone(() => asAdmin(url, "SELECT 1"));
  return {
    url,
    directUrl: `postgresql://${user}@${at}:${ports.primary}/${user}`,
    front: `http://${at}:${ports.front}`,
    whole,
    start,
  };
}

function startStore(
  hosts: Hosts,
  data: string,
  run: (name: string, command: readonly string[], program: string) => unknown,
): void {
  const client = `http://${hosts.address("store")}:${ports.etcd}`;
  const peer = "http://127.0.0.1:2380";
  const options = {
    name: "store",
    "data-dir": data,
    "listen-client-urls": client,
    "advertise-client-urls": client,
    "listen-peer-urls": peer,
    "initial-advertise-peer-urls": peer,
    "initial-cluster": `store=${peer}`,
  };
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  run("store", [programPath("etcd"), ...flags], "etcd");
}

interface Member {
  name: string;
  role: string;
  state: string;
}

/** Waits for a primary and a synchronous standby; throws after two minutes. */
async function wholeCluster(hosts: Hosts): Promise<string> {
  for (const until = Date.now() + wholeMs; Date.now() < until; await pause(300))
    for (const name of databases) {
      const members = await membersBy(`http://${hosts.address(name)}:${ports.patroni}/cluster`);
      const leader = members.find(({ role }) => role === "leader");
      const standby = members.find(({ role }) => role === "sync_standby");
      const isWell = (member: Member | undefined) =>
        member !== undefined && ["running", "streaming"].includes(member.state);
      if (leader && isWell(leader) && isWell(standby)) return leader.name;
    }
  throw new Error("The cluster has no primary with a synchronous standby.");
}

async function membersBy(url: string): Promise<Member[]> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) });
    const { members } = (await answer.json()) as { members?: Member[] };
    return members ?? [];
  } catch {
    return [];
  }
}

/** Repeats what fails while the cluster starts; throws the last error after two minutes. */
async function untilDone(run: () => Promise<unknown>): Promise<void> {
  for (const until = Date.now() + wholeMs; ; await pause(300))
    try {
      await run();
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
}

function idOf(option: string): number {
  return Number(execFileSync("id", [option, account], { encoding: "utf8" }));
}
