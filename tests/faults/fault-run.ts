import { execFileSync } from "node:child_process";
import { shortPushId } from "@/lib/directory/device/subscriptions";
import { heldAtMost } from "@/lib/dispatch/places";
import type { LabDevice } from "@/lib/lab/devices";
import { startLab, type Lab } from "@/lib/lab/lab";
import { defaultPolicy } from "@/lib/updates/policy";
import { seedSandbox } from "@/prisma/seed";
import { temporaryFolder, undoAtEnd } from "../../tools/ending.mjs";
import { freePort } from "../../tools/free-port.mjs";
import { temporaryPostgres } from "../../tools/postgres";
import { pause, RequestRejectedError, ServerProcess, type Role } from "../server-process";
import { startListening, type UpdateListener } from "../update-listener";
import { ArrivalLog } from "./answered";
import { drawsOf, type Draw } from "./draws";
import { answersOf, KilledLeases, lookInto, repeatsOf, type Place } from "./killed-leases";

/** What a fault may be worked on. */
export interface World {
  servers: readonly ServerProcess[];
  lab: Lab;
  heard: UpdateListener;
  postgres: { restart: (mode?: string) => void } | undefined;
  /** The data folder. */
  folder: string;
  /** To be called after a kill, before the start: notes what may now be done twice. */
  killed: () => Promise<void>;
  /** Draws what is random in this cell. */
  draw: Draw;
}

/**
 * One cell of the fault matrix: where, with which processes, and what goes wrong while requests
 * come in and are delivered.
 */
export interface Cell {
  name: string;
  on: "local" | "named";
  roles: readonly Role[];
  requests: number;
  idsOfKind: number;
  /**
   * Whether it fails the cell when what a process knew to be answered is sent again; it is counted
   * all the same.
   */
  knownFails: boolean;
  /** The data folder is a disk of its own, so large (MB): needs root on Linux. */
  diskMb?: number;
  /**
   * Requests come in with random pauses of at most so long while things go wrong (milliseconds).
   */
  spreadMs?: number;
  /** Each message is worth nothing after so long (milliseconds), by the clock of this machine. */
  livesMs?: number;
  /**
   * How often the leases of a live process may expire, so that their work is done twice; 0 by
   * default.
   */
  leasesEnded?: number;
  /** Goes wrong until it resolves; then everything is well again. */
  disturb: (world: World) => Promise<void>;
}

/**
 * What is wrong, in a few words each: none when the cell passes; undefined when it could not be run
 * here.
 */
export type Outcome = readonly string[] | undefined;

/** The key of the service that the run sends for. */
export const serviceKey = "sk_fault_test_key_0000001";
const kinds = ["android", "hms", "ios", "chrome"] as const;
/** How long everything may take to come to rest after the last fault (milliseconds). */
const restMs = 180_000;
const leaseMs = 30_000;
/** What a process had the answer to for so long is not sent again, although it is killed. */
const promisedMs = 100;

/** What a cell runs on. */
interface Stage extends World {
  place: Place;
  answered: ArrivalLog;
  leases: KilledLeases;
  /** `performance.now()` when the faults begin. */
  started: number;
  /** Devices of each accepted request, by its transid. */
  accepted: Map<string, LabDevice[]>;
}

/**
 * Runs a cell and prints what an auditor counts: accepted requests that were lost, deliveries that
 * are missing or repeated, updates never sent, rows that stay open. Repeated work must have been in
 * progress when a process was killed. The lab and the receiver of the updates live in this
 * process, which is not killed.
 *
 * @param seed of everything that is random in the cell
 * @returns `sent` settles once the faults are over and every request was accepted; `outcome` when
 *   all is at rest, which is mostly waiting for leases to end. It rejects with the error that
 *   stopped the cell.
 */
export function beginCell(
  cell: Cell,
  seed: number,
): { sent: Promise<unknown>; outcome: Promise<Outcome> } {
  const ends: (() => unknown)[] = [];
  const sending = (async () => {
    const stage = await setUp(cell, seed, ends);
    if (stage) await unlessLost(stage, sendAll(cell, stage));
    return stage;
  })();
  const outcome = (async () => {
    try {
      const stage = await sending;
      return stage && (await unlessLost(stage, audit(cell, stage)));
    } finally {
      for (const end of ends.toReversed()) await end();
    }
  })();
  return { sent: sending.catch(() => undefined), outcome };
}

/** Rejects at once when a server is gone for good. */
function unlessLost<T>({ servers }: Stage, work: Promise<T>): Promise<T> {
  return Promise.race([work, ...servers.map(({ lost }) => lost)]);
}

/**
 * Starts everything; `ends` gets what takes it down again. Undefined where the cell cannot be run.
 */
async function setUp(
  cell: Cell,
  seed: number,
  ends: (() => unknown)[],
): Promise<Stage | undefined> {
  const postgres = cell.on === "named" ? await temporaryPostgres() : undefined;
  ends.push(() => postgres?.stop());
  const { path: folder, remove } = temporaryFolder("clarion-faults");
  ends.push(remove);
  const unmount = cell.diskMb === undefined ? () => undefined : mounted(folder, cell.diskMb);
  if (!unmount) {
    process.stdout.write(`${cell.name}: SKIPPED, a disk of its own needs root on Linux.\n`);
    return undefined;
  }
  ends.push(unmount);
  const place = { DATA_DIR: folder, ...(postgres ? { DATABASE_URL: postgres.url } : {}) };
  const answered = new ArrivalLog();
  const lab = await startLab({
    dataDir: folder,
    ports: 0,
    lean: true,
    onArrival: (transid, pushId) => answered.note(transid, pushId),
  });
  ends.push(() => lab.stop());
  const heard = await startListening();
  ends.push(() => heard.stop());
  await prepare(place, lab);
  const servers = await Promise.all(
    cell.roles.map(async (role) => new ServerProcess(await freePort(), role, place)),
  );
  ends.push(() => Promise.all(servers.map((server) => server.kill())));
  // At once: their migrations and seeds race.
  await Promise.all(servers.map((server) => server.start()));
  const leases = new KilledLeases(place);
  return {
    servers,
    lab,
    heard,
    folder,
    place,
    answered,
    leases,
    postgres: postgres?.restart ? { restart: postgres.restart } : undefined,
    killed: () => {
      for (const { killedAt } of servers) answered.kill(killedAt);
      return leases.look();
    },
    draw: drawsOf(seed, cell.name),
    started: performance.now(),
    accepted: new Map(),
  };
}

function doorsOf({ servers }: Stage): ServerProcess[] {
  return servers.filter(({ role }) => role !== "worker");
}

/**
 * Sends all requests while things go wrong; resolves when each was accepted and everything is well
 * again.
 */
async function sendAll(cell: Cell, stage: Stage): Promise<void> {
  const { lab, heard, accepted, draw } = stage;
  const targets = kinds.map((kind) => lab.addDevices(kind, cell.requests * cell.idsOfKind));
  let disturbed = true;
  const disturbing = cell.disturb(stage).finally(() => (disturbed = false));
  const spread = cell.spreadMs ?? (cell.requests > 50 ? 800 : 200);
  const queue = [
    ...draw("pauses before requests", { count: cell.requests, min: 0, max: spread }).entries(),
  ];
  const send = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [n, wait] = next;
      // Spread over the time of the faults, so that some fall on accepting, some on expanding, some
      // on sending.
      if (disturbed) await pause(wait);
      const devices = targets.map((all) => all.slice(n * cell.idsOfKind, (n + 1) * cell.idsOfKind));
      const destination = kinds.map((kind, at) => ({
        [`${kind}_pushid`]: (devices[at] ?? []).map((device) =>
          device.subscription ? JSON.stringify(device.subscription) : device.pushId,
        ),
      }));
      accepted.set(
        await acceptedTransid(doorsOf(stage), n, {
          destination,
          notifyurl: heard.url,
          ...lifeOf(cell),
        }),
        devices.flat(),
      );
    }
  };
  await Promise.all([disturbing, ...Array.from({ length: 8 }, send)]);
}

async function audit(cell: Cell, stage: Stage): Promise<string[]> {
  const { lab, heard, leases, accepted, started } = stage;
  await atRest(doorsOf(stage), accepted, heard);
  const seconds = Math.round((performance.now() - started) / 1_000);
  const total = cell.requests * cell.idsOfKind * kinds.length;
  const times = [...accepted].flatMap(([transid, devices]) =>
    devices.map(({ pushId, subscription }) => {
      const count = lab.arrivals.get(transid)?.get(pushId) ?? 0;
      return [`${transid} ${subscription ? shortPushId(subscription) : pushId}`, count] as const;
    }),
  );
  const never = times.filter(([, count]) => count === 0).length;
  const ended = cell.leasesEnded ?? 0;
  const deliveryRepeats = repeatsOf(times, leases.deliveries, ended);
  const updateRepeats = repeatsOf(heard.submitted, leases.updates, ended);
  const tooMany =
    ended > 0 &&
    (deliveryRepeats.total > leases.deliveries.size + ended * heldAtMost ||
      updateRepeats.total > leases.updates.size + ended * defaultPolicy.mostLeased)
      ? 1
      : 0;
  const unexplained = deliveryRepeats.unexplained + updateRepeats.unexplained + tooMany;
  const open = await rowsLeft(stage);
  const knownMs = promisedMs + Math.ceil(stage.answered.wayBack(await answersOf(stage.place)));
  const forgotten = stage.answered.forgotten(knownMs);
  if (never > 0) process.stdout.write(`What became of deliveries: ${await endings(stage.place)}\n`);
  const lost = cell.requests - accepted.size;
  const silent = total - heard.submitted.size;
  process.stdout.write(
    `${cell.name}: ${accepted.size} requests accepted, ${lost} lost · ${total} deliveries, ${never} never made, ${deliveryRepeats.total} made twice of ${leases.deliveries.size} held at the kills · ${silent} updates never told, ${updateRepeats.total} told twice of ${leases.updates.size} · ${unexplained} repeats unexplained, ${forgotten} although answered ${knownMs} ms before · ${open} rows open · ${seconds} s\n`,
  );
  const wrong: Record<string, number> = {
    "requests lost": lost,
    "deliveries never made": never,
    "updates never told": silent,
    "repeats unexplained": unexplained,
    [`deliveries made twice although answered ${knownMs} ms before a kill`]: cell.knownFails
      ? forgotten
      : 0,
    "rows open": open,
  };
  return Object.entries(wrong).flatMap(([what, count]) =>
    count === 0 ? [] : [`${count} ${what}`],
  );
}

/**
 * Makes a folder a disk of its own; the function takes it down again. Undefined where that is not
 * allowed.
 */
function mounted(folder: string, megabytes: number): (() => void) | undefined {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], {
      stdio: "ignore",
    });
  } catch {
    return undefined;
  }
  // Lazily: a server that was killed a moment ago may still hold a file.
  return undoAtEnd(() => execFileSync("umount", ["--lazy", folder]));
}

/** Puts the service and the app of the run, whose providers are the lab's, into the database. */
export function prepare(place: Place, lab: Lab): Promise<void> {
  return lookInto(place, async (database) => {
    await seedSandbox(database, lab, serviceKey);
    // Many ids do not fit into 4,096 bytes: this service reads the limit without them (contract 3).
    await database.query("UPDATE service SET size_rule = 'message'");
  });
}

function lifeOf({ livesMs }: Cell): { expiry?: string } {
  return livesMs === undefined ? {} : { expiry: new Date(Date.now() + livesMs).toISOString() };
}

/**
 * What is still open once everything came to rest. On a named server, while the processes run, an
 * update that was sent and not recorded may wait for its lease; what is stuck is open after that
 * too. The local server ends with its process.
 */
async function rowsLeft({ place, servers }: Stage): Promise<number> {
  const until = Date.now() + 2 * leaseMs;
  if (place.DATABASE_URL !== undefined)
    while (Date.now() < until && (await openRows(place)) > 0) await pause(500);
  await Promise.all(servers.map((server) => server.stop()));
  return openRows(place);
}

/** How many rows wait for something. */
export async function openRows(place: Place): Promise<number> {
  const [row] = await lookInto(place, (database) =>
    database.query<{ n: number }>(
      `SELECT ((SELECT count(*) FROM delivery WHERE next_at IS NOT NULL) + (SELECT count(*) FROM "update" WHERE next_at IS NOT NULL)
       + (SELECT count(*) FROM update_slice) + (SELECT count(*) FROM message WHERE state <> 'done') + (SELECT count(*) FROM job))::int AS n`,
    ),
  );
  return row?.n ?? -1;
}

/** How many deliveries ended how, in the words of their last code. */
async function endings(place: Place): Promise<string> {
  const rows = await lookInto(place, (database) =>
    database.query<{ text: string }>(
      "SELECT concat_ws(' ', count(*), kind, state, code, description) AS text FROM delivery GROUP BY kind, state, code, description ORDER BY text LIMIT 50",
    ),
  );
  return rows.map(({ text }) => text).join("; ");
}

/**
 * Sends, now to this process and now to that, until it is answered: the key makes it the same
 * request each time.
 */
export async function acceptedTransid(
  doors: readonly Pick<ServerProcess, "origin">[],
  n: number,
  request: object,
): Promise<string> {
  const text = `n ${n}`;
  const body = JSON.stringify({
    deliverychannel: "push",
    appid: "sandbox",
    ...request,
    channels: {
      push: { android: { text }, ios: { text }, web: { platform_types: ["chrome"], text } },
    },
  });
  for (let attempt = n; ; attempt += 1) {
    try {
      const answer = await fetch(
        `${doors[attempt % doors.length]?.origin}/resources/v1/messaging`,
        {
          method: "POST",
          headers: { key: serviceKey, "idempotency-key": `request ${n}` },
          body,
          signal: AbortSignal.timeout(20_000),
        },
      );
      const { response } = (await answer.json()) as { response: [{ transid: string }] };
      if (answer.status === 200) return response[0].transid;
      if (answer.status < 500) throw new RequestRejectedError(JSON.stringify(response));
    } catch (error) {
      if (error instanceof RequestRejectedError) throw error;
    }
    await pause(50);
  }
}

/** Until every message is done and every update was heard, or the time for it is over. */
export async function atRest(
  doors: readonly Pick<ServerProcess, "origin">[],
  accepted: ReadonlyMap<string, readonly unknown[]>,
  heard: UpdateListener,
): Promise<void> {
  const until = Date.now() + restMs;
  const open = new Set(accepted.keys());
  const total = [...accepted.values()].reduce((sum, ids) => sum + ids.length, 0);
  while (Date.now() < until && (open.size > 0 || heard.submitted.size < total)) {
    for (const transid of open) {
      const answer = await fetch(`${doors[0]?.origin}/resources/v1/messaging/${transid}?limit=1`, {
        headers: { key: serviceKey },
      }).catch(() => undefined);
      const status = answer?.ok ? ((await answer.json()) as { state: string }) : undefined;
      if (status?.state !== "done") break;
      open.delete(transid);
    }
    await pause(100);
  }
}
