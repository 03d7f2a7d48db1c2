import { renameSync, rmSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { parentPort } from "node:worker_threads";
import { messages, PGlite } from "@electric-sql/pglite";
import { PreparedStatements } from "./prepared.mjs";

// The thread of the embedded engine: `engine.ts` starts it, and asks for one thing after the other.

/**
 * How much of a function of the engine runs before V8 compiles it a second time, better (bytes of its code, roughly). By itself (1.8 million) Node 20 begins
 * so early that a start compiles for longer than it works; much more than this, and requests are accepted slowly for minutes (`docs/performance.md`).
 */
const tieringBudget = 5_000_000;
setFlagsFromString(`--wasm-tiering-budget=${tieringBudget}`);

/** What a page costs the planner that is not the next one: hardly more, since all of them are in memory. By itself it takes four times as much, and reads whole tables instead. */
const randomPageCost = 1.1;

/** For so long a statement's time is that at which it was asked for; milliseconds. Only what waits or takes longer sees it go on, `pg_sleep` for one, which waits for that. */
const standsMs = 1_000;
// The engine goes by the main thread's clock, whatever that is: what one of them takes for due is due to the other (`lib/runtime/clock`), and where that stands
// still, as in tests, this does.
let asked = { now: Date.now(), at: process.hrtime.bigint() };
const sinceAskedMs = () => Number(process.hrtime.bigint() - asked.at) / 1e6;
Date.now = () => asked.now + Math.floor(Math.max(0, sinceAskedMs() - standsMs));

/** @type {PGlite} */
let engine;
/** @type {PreparedStatements} */
let prepared;
/** What ends the listening, by the id of the listener. */
const stops = new Map();

/** What can be asked for, each with the members that `engine.ts` sends. */
const tasks = {
  /** @param {{ kept?: string, draft?: string, copy?: Blob }} where as `Engine.open` is given it */
  open: async ({ kept, draft, copy }) => {
    const begin = copy ? { loadDataDir: copy } : {};
    if (draft !== undefined) await make(kept, draft, begin);
    engine = await PGlite.create(kept === undefined ? begin : { dataDir: kept });
    // Text stays what it is until it has crossed: whoever asked knows what to make of it.
    engine.parsers = Object.fromEntries(Object.keys(engine.parsers).map((type) => [type, (text) => text]));
    await engine.exec(`SET timezone = 'UTC'; SET random_page_cost = ${randomPageCost}`);
    prepared = new PreparedStatements(engine);
  },
  /** @param {{ text: string, values: unknown[], now: number, inside: boolean }} statement `now` by the clock that prepared statements are kept by; `inside` of a transaction alone */
  query: ({ text, values, now, inside }) => prepared.query(text, values, now, inside),
  /** @param {{ text: string }} script */
  exec: async ({ text }) => {
    await engine.exec(text);
    prepared.forget();
  },
  /** @param {{ listener: number, channel: string }} listening */
  listen: async ({ listener, channel }) => {
    stops.set(listener, await engine.listen(channel, (payload) => parentPort.postMessage({ listener, payload })));
  },
  /** @param {{ listener: number }} listening */
  unlisten: async ({ listener }) => {
    await stops.get(listener)?.();
    stops.delete(listener);
  },
  close: () => engine.close(),
};

/** Under another name: a first start that dies or finds the disk full on the way leaves nothing that the next one would take for a database. */
async function make(kept, draft, begin) {
  rmSync(draft, { recursive: true, force: true });
  const made = await PGlite.create({ dataDir: draft, ...begin });
  await made.close();
  renameSync(draft, kept);
}

parentPort.on("message", (asked) => void serve(asked));

async function serve({ id, task, given, now, at }) {
  const from = performance.now();
  asked = { now, at };
  const answer = await tasks[task](given).then(
    (result) => ({ result }),
    (error) => ({ error: membersOf(error) }),
  );
  parentPort.postMessage({ id, ms: performance.now() - from, ...answer });
}

/** An error as it can cross. What the engine adds to its own, the statement and its values, stays here: the caller has them. */
function membersOf(error) {
  const { name, message, code, syscall } = error ?? {};
  if (!(error instanceof messages.DatabaseError)) return { members: { name, message: message ?? String(error), code, syscall } };
  const { query: _text, params: _values, queryOptions: _options, ...members } = error;
  return { ofDatabase: true, members: { message, ...members } };
}
