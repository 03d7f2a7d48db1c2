import { randomInt } from "node:crypto";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { ProviderFaults } from "@/lib/lab/faults";
import { buildServer } from "../tools/prepare.mjs";
import { beginCell, type Cell, type World } from "./fault-run";
import { pause } from "./server-process";
import { runSlow } from "./slow-run";

/**
 * What goes wrong while requests come in and are delivered, and what is lost by it: nothing. Run: `npm run test:faults`; `-- --short` for a minute or
 * two of it, `-- --only=restart` for the cells whose name has that word.
 */
buildServer();
const short = process.argv.includes("--short");
const only = process.argv.find((argument) => argument.startsWith("--only="))?.slice(7) ?? "";
// The credentials are sealed here and opened by the servers.
process.env["APP_SECRET"] = "a secret that both sides of the fault test know";

// Promised are 100 ms from when an answer is known. What is measured begins when the lab has the request: the answer's way back to a process that has just
// started, on two cores that it shares with all it talks to, comes on top.
const size = short ? { requests: 30, idsOfKind: 10, knownMs: 300 } : { requests: 100, idsOfKind: 25, knownMs: 150 };
const kills = short ? 3 : 20;

/** Kills one process after the other at random moments, and starts it again. */
const killing = (times: number) => async (world: World) => {
  for (let kill = 0; kill < times; kill += 1) {
    await pause(randomInt(50, 1_500));
    const server = world.servers[randomInt(0, world.servers.length)];
    await server?.kill();
    await world.killed();
    await server?.start();
  }
};

/** The server stops in the middle of what it does, without a goodbye, and comes back. */
const restarting = (times: number) => async (world: World) => {
  for (let restart = 0; restart < times; restart += 1) {
    await pause(randomInt(500, 2_000));
    world.postgres?.restart("immediate");
  }
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
  for (const ill of short ? ills.slice(0, 5) : ills) {
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

/** The wall clock of one process that delivers jumps three days ahead, two hours behind the truth, and back to it. */
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

/** Not a byte is left, for three seconds, over and over. */
const filling =
  (times: number) =>
  async ({ folder }: World) => {
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
      await pause(3_000);
      rmSync(filler);
    }
  };

const one = ["all"] as const;
const cells: Cell[] = [
  { name: `embedded, ${kills} kills`, on: "embedded", roles: one, ...size, disturb: killing(kills) },
  { name: `postgres, ${kills} kills`, on: "postgres", roles: one, ...size, disturb: killing(kills) },
  { name: `postgres, restarted ${short ? 2 : 5} times`, on: "postgres", roles: one, ...size, disturb: restarting(short ? 2 : 5) },
  { name: "embedded, ailing providers", on: "embedded", roles: one, ...size, disturb: ailing },
  // The database's clock is the process's: what has an expiry keeps to that one, and both jumps forward end leases.
  { name: "embedded, clock jumps", on: "embedded", roles: one, ...clock, leasesEnded: 2 },
  { name: "postgres, clock jumps", on: "postgres", roles: one, ...clock, livesMs: hour },
];
const longCells: Cell[] = [
  {
    name: `postgres, two web and two workers, ${kills} kills`,
    on: "postgres",
    roles: ["web", "web", "worker", "worker"],
    ...size,
    disturb: killing(kills),
  },
  {
    name: "postgres, two web and two workers, one worker's clock jumps",
    on: "postgres",
    roles: ["web", "web", "worker", "worker"],
    ...clock,
    livesMs: hour,
  },
  { name: "embedded, disk full 3 times", on: "embedded", roles: one, ...size, diskMb: 400, disturb: filling(3) },
  { name: "embedded, notify URL dead for 20 s", on: "embedded", roles: one, ...size, disturb: deaf(20_000) },
];

/** Somebody does not answer. */
const slow = (["embedded", "postgres"] as const).map((on) => ({
  name: `slow answers, ${on}`,
  run: () => runSlow({ on, requestsPerSecond: 10, ...(short ? { seconds: 4, fastEnoughMs: 300 } : { seconds: 20, fastEnoughMs: 100 }) }),
}));

const chosen = <T extends { name: string }>(all: readonly T[]) => all.filter(({ name }) => name.includes(only));
const outcomes: (number | undefined)[] = [];
const resting: Promise<unknown>[] = [];
for (const cell of chosen(short ? cells : [...cells, ...longCells])) {
  // In the short form, the next one begins while this one waits for leases to end, unless it looks at how fast outcomes are recorded.
  if (!short || cell.name.endsWith("kills")) await Promise.all(resting);
  const { outcome } = await beginCell(cell);
  resting.push(outcome.then((lost) => outcomes.push(lost)));
}
await Promise.all(resting);
for (const { run } of chosen(slow)) outcomes.push(await run());

const count = (is: (lost: number | undefined) => boolean) => outcomes.filter((lost) => is(lost)).length;
const skipped = count((lost) => lost === undefined);
const failed = count((lost) => lost !== undefined && lost > 0);
process.stdout.write(`${count((lost) => lost === 0)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} SKIPPED` : ""}\n`);
process.exit(failed === 0 ? 0 : 1);
