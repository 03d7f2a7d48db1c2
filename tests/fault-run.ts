import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { shortPushId } from "@/lib/directory/device/web-subscription";
import { heldAtMost } from "@/lib/dispatch/places";
import type { LabDevice } from "@/lib/lab/devices";
import { startLab, type Lab } from "@/lib/lab/lab";
import { defaultPolicy } from "@/lib/updates/policy";
import { seedSandbox } from "@/prisma/seed";
import { freePort } from "../e2e/support/server";
import { temporaryFolder, undoAtEnd } from "../tools/ending.mjs";
import { temporaryPostgres } from "../tools/postgres.mjs";
import { Answered } from "./answered";
import { Held, lookInto, repeatsOf, type Place } from "./held";
import { pause, Refused, ServerProcess, type Role } from "./server-process";
import { startListening, type UpdateListener } from "./update-listener";

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
}

/** One cell of the fault matrix: where, with which processes, and what goes wrong while requests come in and are delivered. */
export interface Cell {
  name: string;
  on: "embedded" | "postgres";
  roles: readonly Role[];
  requests: number;
  idsOfKind: number;
  /** What a provider took so long before a process is killed is never sent again (milliseconds). */
  knownMs: number;
  /** The data folder is a disk of its own, so large (MB): needs root on Linux. */
  diskMb?: number;
  /** Requests come in with random pauses of at most so long while things go wrong (milliseconds). */
  spreadMs?: number;
  /** Each message is worth nothing after so long (milliseconds), by the clock of this machine. */
  livesMs?: number;
  /** How often what a process holds may be taken from it without a kill, and be done twice: never, unless said here. */
  leasesEnded?: number;
  /** Goes wrong until it resolves; then everything is well again. */
  disturb: (world: World) => Promise<void>;
}

/** How much was lost: 0 when the cell passes; undefined when it could not be run here. */
type Outcome = number | undefined;

const key = "sk_fault_test_key_0000001";
const kinds = ["android", "hms", "ios", "chrome"] as const;
/** How long everything may take to come to rest after the last fault (milliseconds). */
const restMs = 180_000;
const leaseMs = 30_000;

/**
 * Runs a cell and prints what an auditor counts: accepted requests that were lost, deliveries never made, made twice, updates never told, rows
 * that stay open. What was done twice must have been under way when a process was killed. The lab and the receiver of the updates live in this process, which nobody kills.
 *
 * @returns once nothing goes wrong any more and every request was accepted; the outcome comes when all is at rest, which is mostly waiting for leases to end
 */
export async function beginCell(cell: Cell): Promise<{ outcome: Promise<Outcome> }> {
  const postgres = cell.on === "postgres" ? await temporaryPostgres() : undefined;
  if (cell.on === "postgres" && !postgres) {
    process.stdout.write(`${cell.name}: SKIPPED, no PostgreSQL could be started.\n`);
    return skipped;
  }
  const { path: folder, remove } = temporaryFolder("clarion-faults");
  const unmount = cell.diskMb === undefined ? () => undefined : mounted(folder, cell.diskMb);
  if (!unmount) {
    remove();
    process.stdout.write(`${cell.name}: SKIPPED, a disk of its own needs root on Linux.\n`);
    return skipped;
  }
  const settings = { DATA_DIR: folder, ...(postgres ? { DATABASE_URL: postgres.url } : {}) };
  const answered = new Answered();
  const lab = await startLab({ dataDir: folder, ports: 0, lean: true, onArrival: (transid, pushId) => answered.note(transid, pushId) });
  const heard = await startListening();
  await seed(settings, lab);
  const servers = await Promise.all(cell.roles.map(async (role) => new ServerProcess(await freePort(), role, settings)));
  // At once: their migrations and seeds race.
  await Promise.all(servers.map((server) => server.start()));
  const doors = servers.filter(({ role }) => role !== "worker");

  const targets = kinds.map((kind) => lab.addDevices(kind, cell.requests * cell.idsOfKind));
  const accepted = new Map<string, LabDevice[]>();
  let disturbed = true;
  const started = performance.now();
  const held = new Held(settings);
  const killed = () => {
    for (const { killedAt } of servers) answered.kill(killedAt);
    return held.look();
  };
  const disturbing = cell
    .disturb({ servers, lab, heard, folder, killed, postgres: postgres?.restart ? { restart: postgres.restart } : undefined })
    .finally(() => (disturbed = false));
  const queue = Array.from({ length: cell.requests }, (_, n) => n);
  const send = async () => {
    for (let n = queue.shift(); n !== undefined; n = queue.shift()) {
      // Spread over the time of the faults, so that some fall on accepting, some on expanding, some on sending.
      if (disturbed) await pause(randomInt(0, cell.spreadMs ?? (cell.requests > 50 ? 800 : 200)));
      const devices = targets.map((all) => all.slice((n ?? 0) * cell.idsOfKind, ((n ?? 0) + 1) * cell.idsOfKind));
      const destination = kinds.map((kind, at) => ({
        [`${kind}_pushid`]: (devices[at] ?? []).map((device) =>
          device.subscription ? JSON.stringify(device.subscription) : device.pushId,
        ),
      }));
      accepted.set(await acceptedTransid(doors, n, { destination, notifyurl: heard.url, ...lifeOf(cell) }), devices.flat());
    }
  };
  await Promise.all([disturbing, ...Array.from({ length: 8 }, send)]);

  const audit = async () => {
    await atRest(doors, accepted, heard);
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
    const made = repeatsOf(times, held.deliveries, ended);
    const told = repeatsOf(heard.submitted, held.updates, ended);
    const tooMany =
      ended > 0 && (made.total > held.deliveries.size + ended * heldAtMost || told.total > held.updates.size + ended * defaultPolicy.held)
        ? 1
        : 0;
    const unexplained = made.unexplained + told.unexplained + tooMany;
    const forgotten = answered.forgotten(cell.knownMs);
    const open = await rowsLeft(settings, servers);
    const lost = cell.requests - accepted.size;
    const silent = total - heard.submitted.size;
    process.stdout.write(
      `${cell.name}: ${accepted.size} requests accepted, ${lost} lost · ${total} deliveries, ${never} never made, ${made.total} made twice of ${held.deliveries.size} held at the kills · ${silent} updates never told, ${told.total} told twice of ${held.updates.size} · ${unexplained} repeats unexplained, ${forgotten} although answered ${cell.knownMs} ms before · ${open} rows open · ${seconds} s\n`,
    );
    heard.stop();
    await lab.stop();
    await postgres?.stop();
    unmount();
    remove();
    return lost + never + silent + open + unexplained + forgotten;
  };
  return { outcome: audit() };
}

const skipped = { outcome: Promise.resolve(undefined) };

/** Makes a folder a disk of its own; the function takes it down again. Undefined where that is not allowed. */
function mounted(folder: string, megabytes: number): (() => void) | undefined {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  // Lazily: a server that was killed a moment ago may still hold a file.
  return undoAtEnd(() => execFileSync("umount", ["--lazy", folder]));
}

function seed(place: Place, lab: Lab): Promise<void> {
  return lookInto(place, async (database) => {
    await seedSandbox(database, lab, key);
    // Many ids do not fit into 4,096 bytes: this service reads the limit without them (contract 3).
    await database.query("UPDATE service SET size_rule = 'message'");
  });
}

function lifeOf({ livesMs }: Cell): { expiry?: string } {
  return livesMs === undefined ? {} : { expiry: new Date(Date.now() + livesMs).toISOString() };
}

/**
 * What is still open once everything came to rest. On PostgreSQL, beside the running servers, an update that was told and not recorded may wait for
 * its lease; what is stuck is open after that too. The embedded folder can be looked into only when nobody has it open.
 */
async function rowsLeft(place: Place, servers: readonly ServerProcess[]): Promise<number> {
  const until = Date.now() + 2 * leaseMs;
  if (place.DATABASE_URL !== undefined) while (Date.now() < until && (await openRows(place)) > 0) await pause(500);
  await Promise.all(servers.map((server) => server.stop()));
  return openRows(place);
}

async function openRows(place: Place): Promise<number> {
  const [row] = await lookInto(place, (database) =>
    database.query<{ n: number }>(
      `SELECT ((SELECT count(*) FROM delivery WHERE next_at IS NOT NULL) + (SELECT count(*) FROM "update" WHERE next_at IS NOT NULL)
       + (SELECT count(*) FROM message WHERE state <> 'done') + (SELECT count(*) FROM job))::int AS n`,
    ),
  );
  return row?.n ?? -1;
}

/** Sends, now to this process and now to that, until it is answered: the key makes it the same request each time. */
async function acceptedTransid(doors: readonly ServerProcess[], n: number, request: object): Promise<string> {
  const text = `n ${n}`;
  const body = JSON.stringify({
    deliverychannel: "push",
    appid: "sandbox",
    ...request,
    channels: { push: { android: { text }, ios: { text }, web: { platform_types: ["chrome"], text } } },
  });
  for (let attempt = n; ; attempt += 1) {
    try {
      const answer = await fetch(`${doors[attempt % doors.length]?.origin}/resources/v1/messaging`, {
        method: "POST",
        headers: { key, "idempotency-key": `request ${n}` },
        body,
        signal: AbortSignal.timeout(20_000),
      });
      const { response } = (await answer.json()) as { response: [{ transid: string }] };
      if (answer.status === 200) return response[0].transid;
      if (answer.status < 500) throw new Refused(JSON.stringify(response));
    } catch (error) {
      if (error instanceof Refused) throw error;
    }
    await pause(50);
  }
}

/** Until every message is done and every update was heard, or the time for it is over. */
async function atRest(
  doors: readonly ServerProcess[],
  accepted: ReadonlyMap<string, readonly unknown[]>,
  heard: UpdateListener,
): Promise<void> {
  const until = Date.now() + restMs;
  const open = new Set(accepted.keys());
  const total = [...accepted.values()].reduce((sum, ids) => sum + ids.length, 0);
  while (Date.now() < until && (open.size > 0 || heard.submitted.size < total)) {
    for (const transid of open) {
      const answer = await fetch(`${doors[0]?.origin}/resources/v1/messaging/${transid}?limit=1`, { headers: { key } }).catch(
        () => undefined,
      );
      const status = answer?.ok ? ((await answer.json()) as { state: string }) : undefined;
      if (status?.state !== "done") break;
      open.delete(transid);
    }
    await pause(100);
  }
}
