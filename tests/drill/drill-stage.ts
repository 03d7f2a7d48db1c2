import { chmodSync } from "node:fs";
import { join } from "node:path";
import { startLab, type Lab } from "@/lib/lab/lab";
import { temporaryFolder } from "../../tools/ending.mjs";
import { prepare } from "../faults/fault-run";
import { KilledLeases, type Place } from "../faults/killed-leases";
import { ServerProcess, type Role } from "../server-process";
import { startListening, type UpdateListener } from "../update-listener";
import { databases, startCluster, type Cluster } from "./cluster";
import { ports } from "./cluster-files";
import { Hosts } from "./hosts";
import { Ledger } from "./ledger";

const webs = ["web1", "web2"] as const;
/** The hosts that deliver. */
export const workers = ["worker1", "worker2", "worker3"] as const;

/** All machines of the drill, with what they talk to. */
export interface Stage {
  hosts: Hosts;
  cluster: Cluster;
  /** Of the drill itself. */
  place: Place;
  /** By their hosts. */
  servers: ReadonlyMap<string, ServerProcess>;
  lab: Lab;
  heard: UpdateListener;
  ledger: Ledger;
  leases: KilledLeases;
  stop: () => Promise<void>;
}

/**
 * Starts hosts, cluster and processes. Providers and the receiver of updates are in this process,
 * which each worker reaches under the same addresses by a relay on its host.
 *
 * @param role of those that accept requests
 */
export async function setStage(role: Role = "web"): Promise<Stage> {
  const { path: folder, remove } = temporaryFolder("clarion-drill");
  chmodSync(folder, 0o755);
  const hosts = new Hosts(["store", ...databases, "proxy", ...webs, ...workers]);
  const cluster = await startCluster(hosts, folder, webs);
  const ledger = new Ledger();
  const lab = await startLab({ dataDir: folder, ports: 0, lean: true, onArrival: ledger.arrive });
  const heard = await startListening(ledger.hear);
  relay(hosts, folder, [...Object.values(lab.endpoints), heard.url]);
  const urls = { DATABASE_URL: cluster.url, DATABASE_DIRECT_URL: cluster.directUrl };
  const place = { ...urls, DATA_DIR: folder };
  await prepare(place, lab);
  const servers = new Map(
    [...webs, ...workers].map((name) => {
      const settings = { ...urls, DATA_DIR: join(folder, `${name}-data`) };
      const own = workers.some((worker) => worker === name) ? "worker" : role;
      return [name, new ServerProcess(ports.clarion, own, settings, hosts.host(name))] as const;
    }),
  );
  await Promise.all([...servers.values()].map((server) => server.start()));
  return {
    hosts,
    cluster,
    place,
    servers,
    lab,
    heard,
    ledger,
    leases: new KilledLeases(place),
    stop: async () => {
      await Promise.all([...servers.values()].map((server) => server.kill()));
      await lab.stop();
      heard.stop();
      hosts.remove();
      remove();
    },
  };
}

/** Passes connections on from each worker's loopback to that of this machine. */
function relay(hosts: Hosts, folder: string, urls: readonly string[]): void {
  const relayed = urls.map((url) => new URL(url).port);
  const program = [process.execPath, join(import.meta.dirname, "relay.mjs")];
  const log = join(folder, "relay.log");
  hosts.runHere([...program, hosts.gateway, "127.0.0.1", ...relayed], log);
  for (const name of workers)
    hosts.run(name, [...program, "127.0.0.1", hosts.gateway, ...relayed], { log });
}
