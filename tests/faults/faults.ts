import { randomInt } from "node:crypto";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { runningPostmaster } from "@/lib/database/local/postmaster";
import type { ProviderFaults } from "@/lib/lab/faults";
import { buildConsole, buildServer } from "../../tools/prepare.mjs";
import { runDrill } from "../drill/drill-run";
import { pause } from "../server-process";
import { campaignCells } from "./campaign-cells";
import { beginCell, type Cell, type Outcome, type World } from "./fault-run";
import { runFlood } from "./flood-run";
import { runSlow } from "./slow-run";

/**
 * What goes wrong while requests come in and are delivered, and what is lost by it: nothing. Run:
 * `npm run test:faults`; `-- --short` for a minute of it, which compares no duration with a bound;
 * `-- --only=restart` for the cells whose name has that word; `-- --seed=7` to draw what is random
 * as the run with that seed did: pauses, and which process is killed.
 */
buildServer();
const short = process.argv.includes("--short");
if (!short) buildConsole();
const option = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const only = option("only") ?? "";
const seed = z.coerce
  .number()
  .int()
  .parse(option("seed") ?? randomInt(2 ** 31));
process.stdout.write(`seed ${seed}\n`);
// The credentials are sealed here and opened by the servers.
process.env["APP_SECRET"] = "a secret that both sides of the fault test know";

const size = short
  ? { requests: 30, idsOfKind: 10, knownFails: false }
  : { requests: 100, idsOfKind: 25, knownFails: true };
const kills = short ? 3 : 20;

/** Kills one process after the other at random moments, and starts it again. */
const killing = (times: number) => async (world: World) => {
  const pauses = world.draw("pauses before kills", { count: times, min: 50, max: 1_500 });
  const killed = world.draw("killed", { count: times, min: 0, max: world.servers.length - 1 });
  for (const [kill, ms] of pauses.entries()) {
    await pause(ms);
    const server = world.servers[killed[kill] ?? 0];
    await server?.kill();
    await world.killed();
    await server?.start();
  }
};

const localServer = ({ folder }: World) => runningPostmaster(join(folder, "postgresql"))?.pid;

/** Kills the local server time and again, whose process starts it again. */
const killingServer = (times: number) => async (world: World) => {
  for (const ms of world.draw("pauses before kills", { count: times, min: 200, max: 1_500 })) {
    await pause(ms);
    kill(localServer(world));
  }
};

/** Kills the local server and its process together, time and again. */
const killingBoth = (times: number) => async (world: World) => {
  for (const ms of world.draw("pauses before kills", { count: times, min: 50, max: 1_500 })) {
    await pause(ms);
    const [pid, [server]] = [localServer(world), world.servers];
    const killed = server?.kill();
    kill(pid);
    await killed;
    await world.killed();
    await server?.start();
  }
};

function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/**
 * The server of DATABASE_URL stops in the middle of what it does, without a goodbye, and comes
 * back.
 */
const restarting = (times: number) => async (world: World) => {
  for (const ms of world.draw("pauses before restarts", { count: times, min: 500, max: 2_000 })) {
    await pause(ms);
    world.postgres?.restart("immediate");
  }
};

/** One process that delivers is stopped where it is, for longer than its leases last. */
const holding =
  (ms: number) =>
  async ({ servers }: World) => {
    const server = servers.findLast(({ role }) => role !== "web");
    await pause(2_000);
    server?.hold(true);
    await pause(ms);
    server?.hold(false);
  };

const ills: ProviderFaults[] = [
  { status: 429, retryAfter: 1 },
  { status: 500, share: 0.5 },
  { status: 503, retryAfter: 1 },
  { dropConnections: 0.3 },
  { goawayAfter: 20, maxStreams: 5 },
  { latencyMs: 300, latencyJitterMs: 700 },
  { tokenStatus: 500, tokenLifetime: 1 },
  { halfOpen: 0.02 },
];

/** Every provider suffers from one thing after the other. */
const ailing = async ({ lab }: World) => {
  // Without the first one: FCM is left alone for a minute after a 429.
  for (const ill of short ? ills.slice(1, 6) : ills) {
    lab.faults.set({ fcm: ill, apns: ill, hms: ill, webpush: ill });
    await pause(short ? 1_000 : 3_000);
  }
  lab.faults.set({});
};

const deaf =
  (ms: number) =>
  async ({ heard }: World) => {
    heard.state.dead = true;
    await pause(ms);
    heard.state.dead = false;
  };

const [hour, day] = [3_600_000, 86_400_000];

/**
 * The wall clock of one process that delivers jumps three days ahead, two hours behind the truth,
 * and back to it.
 */
const jumping =
  (ms: number) =>
  async ({ servers }: World) => {
    const server = servers.findLast(({ role }) => role !== "web");
    for (const wrongBy of [3 * day, -2 * hour, 0]) {
      await pause(ms);
      server?.setClock(wrongBy);
    }
  };
/** Messages that any clock but the true one would let expire, or refuse. */
const clock = { ...size, spreadMs: 2_000, disturb: jumping(short ? 1_500 : 5_000) };

/** Fails when a process does not say within half a minute whether it can work. */
const readiness = async ({ servers }: World, status: number) => {
  for (const { origin } of servers)
    for (const until = Date.now() + 30_000; ; await pause(100)) {
      const reportedStatus = (await fetch(`${origin}/readyz`)).status;
      if (reportedStatus === status) break;
      if (Date.now() > until)
        throw new Error(`/readyz says ${reportedStatus} instead of ${status}`);
    }
};

/** Not a byte is left, for three seconds, over and over. */
const filling = (times: number) => async (world: World) => {
  const { folder } = world;
  const filler = join(folder, "filler");
  for (let time = 0; time < times; time += 1) {
    await pause(1_500);
    const file = openSync(filler, "w");
    try {
      for (const block = Buffer.alloc(65_536); ;) writeSync(file, block);
    } catch {
      // Full.
    }
    closeSync(file);
    await readiness(world, 503);
    await pause(3_000);
    rmSync(filler);
    await readiness(world, 200);
  }
};

const one = ["all"] as const;
const cells: Cell[] = [
  // First, since it waits longest: for the leases of processes that were killed.
  { name: `named, ${kills} kills`, on: "named", roles: one, ...size, disturb: killing(kills) },
  { name: `local, ${kills} kills`, on: "local", roles: one, ...size, disturb: killing(kills) },
  {
    name: `local, its server killed ${kills} times`,
    on: "local",
    roles: one,
    ...size,
    disturb: killingServer(kills),
  },
  {
    name: `local, both killed ${kills} times`,
    on: "local",
    roles: one,
    ...size,
    disturb: killingBoth(kills),
  },
  {
    name: `named, restarted ${short ? 2 : 5} times`,
    on: "named",
    roles: one,
    ...size,
    disturb: restarting(short ? 2 : 5),
  },
  { name: "local, ailing providers", on: "local", roles: one, ...size, disturb: ailing },
  { name: "local, clock jumps", on: "local", roles: one, ...clock, livesMs: hour },
];
const longCells: Cell[] = [
  {
    name: `named, two web and two workers, ${kills} kills`,
    on: "named",
    roles: ["web", "web", "worker", "worker"],
    ...size,
    disturb: killing(kills),
  },
  {
    name: "named, two web and two workers, one worker's clock jumps",
    on: "named",
    roles: ["web", "web", "worker", "worker"],
    ...clock,
    livesMs: hour,
  },
  {
    name: "named, two web and two workers, one worker held for 45 s",
    on: "named",
    roles: ["web", "web", "worker", "worker"],
    ...size,
    leasesEnded: 1,
    disturb: holding(45_000),
  },
  {
    name: "named, the only process held for 45 s",
    on: "named",
    roles: one,
    ...size,
    disturb: holding(45_000),
  },
  {
    name: "local, disk full 3 times",
    on: "local",
    roles: one,
    ...size,
    diskMb: 400,
    disturb: filling(3),
  },
  {
    name: "local, notify URL dead for 20 s",
    on: "local",
    roles: one,
    ...size,
    disturb: deaf(20_000),
  },
];

/** Receivers that answer slowly. */
const slow = (["local", "named"] as const).map((on) => ({
  name: `slow answers, ${on}`,
  run: () => runSlow({ on, requestsPerSecond: 10, seconds: 20 }),
}));

/** One of two services floods the server. */
const floods = (["local", "named"] as const).map((on) => ({
  name: `two services, one floods, ${on}`,
  run: () => runFlood({ on, messages: 15 }),
}));

const campaigns = campaignCells({ short, kills, seed });

/** Hosts of their own, which fail one after the other. */
const machines = [{ name: "many machines", run: () => runDrill() }];

const outcomes = new Map<string, Outcome>();
const running = new Set<string>();
/** An error is the failure of its cell. */
const settle = async (name: string, outcome: Promise<Outcome>) => {
  running.add(name);
  outcomes.set(name, await outcome.catch((error: unknown) => [firstLinesOf(error)]));
  running.delete(name);
};
const firstLinesOf = (error: unknown) =>
  (error instanceof Error ? (error.stack ?? error.message) : String(error))
    .split("\n", 3)
    .map((line) => line.trim())
    .join(" · ");

/** Prints totals, then a line for each cell that failed, and ends. */
const finish = () => {
  const failed = [...outcomes].flatMap(([name, wrong]) =>
    wrong && wrong.length > 0 ? [{ name, wrong }] : [],
  );
  const skipped = [...outcomes.values()].filter((wrong) => !wrong).length;
  const passed = outcomes.size - failed.length - skipped;
  process.stdout.write(
    `${passed} passed, ${failed.length} failed${skipped > 0 ? `, ${skipped} SKIPPED` : ""}\n`,
  );
  for (const { name, wrong } of failed)
    process.stdout.write(
      `FAILED tests/faults/faults.ts › ${name}: ${wrong.join(", ")} (seed ${seed})\n`,
    );
  process.exit(failed.length === 0 ? 0 : 1);
};
// The cell that caused it is unclear: it counts against each cell that runs.
process.on("uncaughtException", (error) => {
  for (const name of running.size > 0 ? running : ["before the first cell"])
    outcomes.set(name, [firstLinesOf(error)]);
  finish();
});

const chosen = <T extends { name: string }>(all: readonly T[]) =>
  all.filter(({ name }) => name.includes(only));
const waiting = chosen(short ? cells : [...cells, ...longCells]);
const settled: Promise<void>[] = [];
/**
 * In the short form a cell makes room for the next one while it waits for leases to end. The long
 * one looks at how fast outcomes are recorded.
 */
const takeCells = async () => {
  for (let cell = waiting.shift(); cell; cell = waiting.shift()) {
    const { sent, outcome } = beginCell(cell, seed);
    const settling = settle(cell.name, outcome);
    settled.push(settling);
    await (short ? sent : settling);
  }
};
await Promise.all(Array.from({ length: short ? 2 : 1 }, takeCells));
await Promise.all(settled);
for (const { name, run } of chosen(campaigns)) await settle(name, run());
if (!short)
  for (const { name, run } of chosen([...slow, ...floods, ...machines])) await settle(name, run());
finish();
