import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase, urlOf } from "@/lib/database/testing";
import { openSandbox, type TestSandbox } from "@/lib/dispatch/testing";
import { logSlot, makeLog } from "@/lib/log/make-log";
import { sabotages } from "./sabotages";
import { scenario, type Scenario } from "./scenario";
import { SharedDatabase } from "./simulated-database";
import { simulateGlobals } from "./simulated-process";
import { World, type Place, type Sabotage } from "./world";

const current = vi.hoisted((): { world?: World } => ({}));

// What a process has once: here each simulated one has its own.
vi.mock("@/lib/runtime/once", async () => {
  const { onceOfProcess } = await import("./simulated-process");
  return { once: onceOfProcess };
});
// Ids are drawn: a replay draws the same.
vi.mock("@/lib/database/id", async (original) => {
  const { currentProcess } = await import("./simulated-process");
  const ids = await original<typeof import("@/lib/database/id")>();
  return { ...ids, newId: () => currentProcess()?.newId() ?? ids.newId() };
});
vi.mock("@/lib/runtime/transid", async (original) => {
  const { currentProcess } = await import("./simulated-process");
  const { newTransid } = await original<typeof import("@/lib/runtime/transid")>();
  return { newTransid: () => currentProcess()?.newId() ?? newTransid() };
});
vi.mock("@/lib/providers/registry", async (original) => ({
  ...(await original<typeof import("@/lib/providers/registry")>()),
  openProvider: () => current.world?.provider,
}));
// All simulated processes have one pid.
vi.mock("@/lib/dispatch/journal-holder", async (original) => {
  const { currentProcess } = await import("./simulated-process");
  const holders = await original<typeof import("@/lib/dispatch/journal-holder")>();
  return {
    ...holders,
    holderHere: (id: string) => ({ id, pid: currentProcess()?.number, host: "here", started: "" }),
    holderState: ({ pid }: { pid: number }) => (current.world?.lives(pid) ? "alive" : "dead"),
  };
});
// A few rows are as many as a thousand: slices, claims and records have bounds all the same.
vi.mock("@/lib/runtime/attended", async (original) => ({
  ...(await original<typeof import("@/lib/runtime/attended")>()),
  rowsAtOnce: (most: number) => Math.min(most, current.world?.rowsAtOnce ?? most),
}));
// Only the sweep of messages concerns what is drilled.
vi.mock("@/lib/dispatch/endings", () => ({ endings: {} }));

/** The order of everything in a run; too long to print. */
const interleaving = fc.scheduler().map((scheduler) => ({
  scheduler,
  [fc.toStringMethod]: () => "the order of the scheduler",
}));
/** Runs that found a fault once: seed and path, as fast-check prints them. */
const remembered: readonly (readonly [seed: number, path: string])[] = [];
const { INTERLEAVINGS = "15", INTERLEAVING } = process.env;

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
    await SharedDatabase.prepare(sql, name);
    const { service } = sandbox;
    place = { url: urlOf(process.env["TEST_DATABASE_URL"] ?? "", name), service, appId };
    // What a process logs when its connection breaks is no fault.
    global[logSlot] = makeLog("silent", { write: () => undefined });
    restore = simulateGlobals();
  }, 120_000);
  afterAll(async () => {
    restore();
    global[logSlot] = collected;
    await sandbox.close();
  }, 120_000);

  const propertyOf = (sabotage?: Sabotage, scenarios = scenario) =>
    fc.asyncProperty(scenarios, interleaving, async (drawn: Scenario, { scheduler }) => {
      const world = new World(place, drawn, scheduler, sabotage);
      current.world = world;
      await world.run();
    });

  it.runIf(INTERLEAVING === undefined).each(remembered)(
    "loses and repeats nothing with seed %i and path %s",
    async (seed, path) => {
      await fc.assert(propertyOf(), { seed, path, endOnFailure: true });
    },
  );

  it(
    "loses nothing, and repeats only what was in flight",
    async () => {
      const [seed, path] = INTERLEAVING?.split(" ") ?? [];
      await fc.assert(
        propertyOf(),
        seed === undefined
          ? { numRuns: Number(INTERLEAVINGS) }
          : { seed: Number(seed), ...(path ? { path } : {}), endOnFailure: true },
      );
    },
    24 * 3_600_000,
  );

  it.runIf(INTERLEAVING === undefined).each(Object.entries(sabotages))(
    "is found out when %s",
    async (_, { runs, ...sabotage }) => {
      const { failed } = await fc.check(propertyOf(sabotage), {
        numRuns: runs,
        endOnFailure: true,
      });
      expect(failed).toBe(true);
    },
  );
});
