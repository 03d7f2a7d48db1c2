import { heldAtMost } from "@/lib/dispatch/places";
import type { LabKind } from "@/lib/lab/kinds";
import { acceptedTransid, atRest, openRows } from "../faults/fault-run";
import { pause } from "../server-process";
import { setStage, workers, type Stage } from "./drill-stage";
import type { WindowReport } from "./ledger";
import { missingForDrill } from "./programs";

/** What goes wrong with the machines. */
interface MachineFault {
  name: string;
  /**
   * Does it; calls `begun` at the moment it happens. Resolves when the machines are whole again.
   *
   * @returns how many deliveries and updates were in flight on what failed
   */
  run: (stage: Stage, begun: () => void) => Promise<RepeatBound>;
}
interface RepeatBound {
  deliveries: number;
  updates: number;
}

const kinds: readonly LabKind[] = ["android", "hms", "ios", "chrome"];
const requestsPerSecond = 2;
const idsOfKind = 4;
/** Requests under way at most, while none is accepted. */
const mostWaiting = 300;
/** So long something may stand still after a fault (seconds). */
const promisedSeconds = 30;
/** A provider's time to answer, so that something is in flight (milliseconds). */
const latencyMs = 1_500;
/** Longer than leases last. */
const cutMs = 45_000;
const stopMs = 60_000;

const [first, second, third] = workers;
/** The leases of all processes at this moment, counted as the bound of what is repeated. */
async function leased({ leases }: Stage): Promise<RepeatBound> {
  const before = { deliveries: leases.deliveries.size, updates: leases.updates.size };
  await leases.look();
  return {
    deliveries: leases.deliveries.size - before.deliveries,
    updates: leases.updates.size - before.updates,
  };
}
/** The workers go on while the database is away, and their leases may end meanwhile. */
const ofAllWorkers: RepeatBound = {
  deliveries: heldAtMost * workers.length,
  updates: heldAtMost * workers.length,
};

const faults: readonly MachineFault[] = [
  {
    name: "the primary is killed",
    run: async ({ hosts, cluster }, begun) => {
      const primary = await cluster.whole();
      begun();
      await hosts.kill(primary);
      await pause(promisedSeconds * 1_000);
      cluster.start(primary);
      await cluster.whole();
      return ofAllWorkers;
    },
  },
  {
    name: "a worker is killed",
    run: async (stage, begun) => {
      begun();
      await stage.servers.get(first)?.kill();
      const bound = await leased(stage);
      await pause(cutMs);
      await stage.servers.get(first)?.start();
      return bound;
    },
  },
  {
    name: "a worker is stopped for 60 s",
    run: async (stage, begun) => {
      begun();
      stage.servers.get(second)?.hold(true);
      const bound = await leased(stage);
      await pause(stopMs);
      stage.servers.get(second)?.hold(false);
      return bound;
    },
  },
  {
    name: "a worker's network is cut for 45 s",
    run: async (stage, begun) => {
      begun();
      stage.hosts.cut(third);
      const bound = await leased(stage);
      await pause(cutMs);
      stage.hosts.mend(third);
      return bound;
    },
  },
  {
    name: "the primary's network is cut for 45 s",
    run: async ({ hosts, cluster }, begun) => {
      const primary = await cluster.whole();
      begun();
      hosts.cut(primary);
      await pause(cutMs);
      hosts.mend(primary);
      await cluster.whole();
      return ofAllWorkers;
    },
  },
];

/**
 * Shows what the failure of machines costs while requests come in: two `web` and three `worker`
 * processes, PostgreSQL with a synchronous standby under Patroni and etcd, HAProxy and PgBouncer,
 * each on a host of its own. Prints a line for each fault.
 *
 * @param only part of the names of the faults
 * @returns what is wrong, in a few words each; undefined where the drill cannot be run
 */
export async function runDrill(only = ""): Promise<readonly string[] | undefined> {
  const missing = missingForDrill();
  if (missing !== undefined) {
    process.stdout.write(`many machines: SKIPPED. ${missing}\n`);
    return undefined;
  }
  const stage = await setStage();
  try {
    const lost = [...stage.servers.values()].map((server) => server.lost);
    return await Promise.race([underLoad(stage, only), ...lost]);
  } finally {
    await stage.stop();
  }
}

async function underLoad(stage: Stage, only: string): Promise<string[]> {
  const { cluster, ledger, heard, lab, place, servers } = stage;
  const slow = { latencyMs };
  lab.faults.set({ fcm: slow, apns: slow, hms: slow });
  const load = startLoad(stage);
  const windows: { name: string; bound: RepeatBound; from: number; to: number }[] = [];
  await settled(stage);
  for (const { name, run } of faults.filter((fault) => fault.name.includes(only))) {
    process.stdout.write(`many machines: ${name} …\n`);
    let from = performance.now();
    const bound = await run(stage, () => (from = performance.now()));
    await settled(stage);
    windows.push({ name, bound, from, to: performance.now() });
  }
  await load.stop();
  await cluster.whole();
  await atRest([{ origin: cluster.front }], ledger.transids, heard);
  const wrong = windows.flatMap(({ name, bound, from, to }) =>
    review(name, bound, ledger.window(from, to)),
  );
  const all = ledger.window(0, Infinity);
  if (all.lost > 0) wrong.push(`${all.lost} deliveries lost in all`);
  if (all.updatesLost > 0) wrong.push(`${all.updatesLost} updates lost in all`);
  await Promise.all([...servers.values()].map((server) => server.stop()));
  const open = await openRows(place);
  if (open > 0) wrong.push(`${open} rows open`);
  process.stdout.write(
    `many machines: ${all.accepted} requests accepted with ${all.deliveries} deliveries, ${all.lost} lost · ${all.updatesLost} updates lost · ${open} rows open\n`,
  );
  return wrong;
}

/** Prints what a fault cost, and returns which promises it broke. */
function review(name: string, bound: RepeatBound, report: WindowReport): string[] {
  const { accepted, lost, updatesLost, repeats, updateRepeats, pauseSeconds, restSeconds } = report;
  process.stdout.write(
    `many machines: ${name}: ${accepted} requests accepted, ${lost} deliveries lost, ${updatesLost} updates lost · repeated ${repeats} deliveries (bound ${bound.deliveries}) and ${updateRepeats} updates (bound ${bound.updates}) · moving again after ${pauseSeconds.toFixed(1)} s, all from before done after ${restSeconds.toFixed(1)} s\n`,
  );
  const wrong: Record<string, boolean> = {
    "nothing accepted": accepted === 0,
    "deliveries lost": lost > 0,
    "updates lost": updatesLost > 0,
    "more deliveries repeated than were in flight": repeats > bound.deliveries,
    "more updates repeated than were in flight": updateRepeats > bound.updates,
    [`still for ${pauseSeconds.toFixed(1)} s`]: pauseSeconds > promisedSeconds,
  };
  return Object.entries(wrong).flatMap(([what, isWrong]) => (isWrong ? [`${name}: ${what}`] : []));
}

/** Until all that was sent before now is done, for two minutes at most. */
async function settled({ ledger }: Stage): Promise<void> {
  await pause(5_000);
  const [before, until] = [performance.now(), Date.now() + 120_000];
  while (ledger.open(before) > 0 && Date.now() < until) await pause(200);
}

/** Sends requests at a steady pace through HAProxy, each until it is accepted. */
function startLoad({ lab, heard, cluster, ledger }: Stage): { stop: () => Promise<void> } {
  const devices = kinds.map((kind) => lab.addDevices(kind, idsOfKind));
  const destination = kinds.map((kind, at) => ({
    [`${kind}_pushid`]: (devices[at] ?? []).map((device) =>
      device.subscription ? JSON.stringify(device.subscription) : device.pushId,
    ),
  }));
  const waiting = new Set<Promise<void>>();
  let number = 0;
  const send = async () => {
    const sentAt = performance.now();
    number += 1;
    const request = { destination, notifyurl: heard.url };
    const transid = await acceptedTransid([{ origin: cluster.front }], number, request);
    ledger.accept(transid, sentAt, devices.flat());
  };
  const timer = setInterval(() => {
    if (waiting.size >= mostWaiting) return;
    const sending: Promise<void> = send().finally(() => waiting.delete(sending));
    waiting.add(sending);
  }, 1_000 / requestsPerSecond);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(waiting);
    },
  };
}
