import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase, urlOf } from "@/lib/database/testing";
import { openSandbox, type TestSandbox } from "@/lib/dispatch/testing";
import { logSlot, makeLog } from "@/lib/log/make-log";
import { sabotages } from "./sabotages";
import { scenario } from "./scenario";
import { SharedDatabase } from "./simulated-database";
import { simulateGlobals } from "./simulated-process";
import { storedSeeds } from "./stored-seeds";
import { prepareTables } from "./tables";
import { World, type Place, type Sabotage } from "./world";

const current = vi.hoisted((): { world?: World } => ({}));

// What a process has once: here each simulated one has its own.
vi.mock(import("@/lib/runtime/once"), async (original) => {
  const { onceOfProcess } = await import("./simulated-process");
  return { ...(await original()), once: onceOfProcess };
});
// Ids are drawn: a replay draws the same, and a token says whose a lease is.
vi.mock(import("@/lib/database/id"), async (original) => {
  const { currentProcess } = await import("./simulated-process");
  const ids = await original();
  return { ...ids, newId: () => currentProcess()?.newId() ?? ids.newId() };
});
vi.mock(import("@/lib/runtime/transid"), async (original) => {
  const { currentProcess } = await import("./simulated-process");
  const { newTransid } = await original();
  return { newTransid: () => currentProcess()?.newId() ?? newTransid() };
});
vi.mock("node:crypto", async (original) => {
  const { currentProcess } = await import("./simulated-process");
  interface Random {
    randomUUID: () => string;
    randomBytes: (size: number) => Buffer;
  }
  const crypto = await original<Random>();
  return {
    ...crypto,
    randomUUID: () => currentProcess()?.newId() ?? crypto.randomUUID(),
    randomBytes: (size: number) => currentProcess()?.newBytes(size) ?? crypto.randomBytes(size),
  };
});
// Its pauses are by the clock of the run.
vi.mock("node:timers/promises", async (original) => {
  const { currentProcess } = await import("./simulated-process");
  interface Timers {
    setTimeout: (ms: number, ...options: unknown[]) => Promise<unknown>;
  }
  const timers = await original<Timers>();
  const pause = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));
  return {
    ...timers,
    setTimeout: (ms: number, ...options: unknown[]) =>
      currentProcess() ? pause(ms) : timers.setTimeout(ms, ...options),
  };
});
vi.mock("@/lib/providers/registry", async (original) => ({
  ...(await original<object>()),
  openProvider: () => current.world?.provider,
}));
// All simulated processes have one pid.
vi.mock(import("@/lib/dispatch/journal-holder"), async (original) => {
  const { currentProcess } = await import("./simulated-process");
  return {
    ...(await original()),
    holderHere: (id) => ({ id, pid: currentProcess()?.number ?? 0, host: "here", started: "" }),
    holderState: ({ pid }) => (current.world?.lives(pid) ? "alive" : "dead"),
  };
});
// A few rows are as many as a thousand: slices, claims and records have bounds all the same.
vi.mock(import("@/lib/runtime/attended"), async (original) => ({
  ...(await original()),
  rowsAtOnce: (most) => Math.min(most, current.world?.rowsAtOnce ?? most),
}));
// A second is as long as a day: a run takes minutes.
vi.mock(import("@/lib/directory/retention/stored"), async (original) => {
  const { now } = await import("@/lib/runtime/clock");
  return {
    ...(await original()),
    endOfKeeping: (days) => (days === null ? null : now() - days * 1_000),
  };
});
// Of the sweeps only that of messages concerns what is drilled.
vi.mock(import("@/lib/dispatch/endings"), () => ({ endings: {} }));

/** The order of everything in a run; too long to print. */
const interleaving = fc.scheduler().map((scheduler) => ({
  scheduler,
  [fc.toStringMethod]: () => "the order of the scheduler",
}));
/** Runs of each test run, of one seed: the same each time. */
const usual = { runs: 8, seed: 1, path: "" };
/** What `npm run interleavings` plays; undefined in a usual run of tests. */
const chosen = process.env["INTERLEAVINGS"];
const { runs, seed, path } = chosen ? (JSON.parse(chosen) as typeof usual) : usual;
/** Runs in which a planted fault is looked for, from the one on that noticed it once. */
const mostRuns = 40;
const plantedFaults = Object.entries(sabotages);

/** Which runs are drawn, in the words of fast-check. */
interface Draw {
  seed: number;
  path?: string;
  numRuns: number;
}

describe("the dispatch core, in any order of events", () => {
  let sandbox: TestSandbox;
  let sql: Database;
  let place: Place;
  let restore: () => void;
  const global = globalThis as { [logSlot]?: unknown };
  const collected = global[logSlot];

  beforeAll(async () => {
    sql = await openTestDatabase();
    sandbox = await openSandbox(sql);
    const [row] = await sql.query<{ name: string; appId: string }>(
      `SELECT current_database() AS name, id AS "appId" FROM app WHERE appid = 'sandbox'`,
    );
    const { name = "", appId = "" } = row ?? {};
    await prepareTables(sql);
    await SharedDatabase.prepare(sql, name);
    const { service } = sandbox;
    place = { sql, url: urlOf(process.env["TEST_DATABASE_URL"] ?? "", name), service, appId };
    // What a process logs when its connection breaks is no fault.
    global[logSlot] = makeLog("silent", { write: () => undefined });
    restore = simulateGlobals();
  }, 120_000);
  afterAll(async () => {
    restore();
    global[logSlot] = collected;
    await sandbox.close();
  }, 120_000);

  /** The order of each run, in turn. */
  const orders: string[] = [];
  const propertyOf = (sabotage?: Sabotage, scenarios = scenario) =>
    fc.asyncProperty(scenarios, interleaving, async (drawn, { scheduler }) => {
      const world = new World(place, drawn, scheduler, sabotage);
      current.world = world;
      try {
        await world.run();
      } finally {
        orders.push(world.order);
      }
    });
  const expectFaultless = async (parameters: Draw) => {
    // A smaller scenario would be played in another order.
    const run = await fc.check(propertyOf(), { ...parameters, endOnFailure: true });
    const line = `  [${run.seed}, ${JSON.stringify(run.counterexamplePath)}],`;
    const advice = `To play it again: npm run interleavings -- --seed=${run.seed} --path=${run.counterexamplePath}
To have each test run play it, add this line to tests/interleavings/stored-seeds.ts:\n${line}`;
    const report = [String(run.errorInstance), fc.defaultReportMessage(run), advice].join("\n\n");
    if (run.failed) expect.fail(report);
  };

  it.runIf(chosen === undefined).each(storedSeeds)(
    "has lost its fault of seed %i and path %s",
    async (storedSeed, storedPath) => {
      await expectFaultless({
        seed: storedSeed,
        path: storedPath,
        numRuns: 1,
      });
    },
  );

  it(
    "loses nothing, and repeats only what was in flight",
    async () => {
      await expectFaultless({
        seed,
        ...(path === "" ? { numRuns: runs } : { path, numRuns: 1 }),
      });
    },
    24 * 3_600_000,
  );

  it.runIf(chosen === undefined)("is replayed step by step", async () => {
    await expectFaultless({ seed, numRuns: 3 });
    const first = orders.slice(-3);
    await expectFaultless({ seed, numRuns: 3 });
    expect(orders.slice(-3)).toEqual(first);
  });

  it.each(plantedFaults)(
    "is caught when %s",
    async (_, { seed: stored, report, scenarios, ...sabotage }) => {
      const [from, at] = chosen === undefined ? stored : [seed, ""];
      const run = await fc.check(propertyOf(sabotage, scenarios), {
        seed: from,
        ...(at !== "" && { path: at }),
        numRuns: chosen === undefined ? mostRuns : runs,
        endOnFailure: true,
      });
      expect(run.failed).toBe(true);
      expect(String(run.errorInstance)).toMatch(report);
    },
    24 * 3_600_000,
  );
});
