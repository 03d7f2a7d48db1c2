import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";

/**
 * Plays interleavings of the dispatch core. Run: `npm run interleavings -- --runs=N --seed=S`; with
 * `--path=P` the one that a failure of that seed was reported with, and with `--faults` until each
 * planted fault is noticed.
 */
const { values } = parseArgs({
  options: {
    runs: { type: "string" },
    seed: { type: "string" },
    path: { type: "string" },
    faults: { type: "boolean" },
  },
});
const runs = Number(values.runs ?? 200);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const path = values.path ?? "";
process.stdout.write(`${path === "" ? `${runs} runs` : `path ${path}`} of seed ${seed}\n`);
const vitest = join(import.meta.dirname, "../../node_modules/vitest/vitest.mjs");
const name = values.faults ? "is caught when" : "loses nothing";
const which = ["--project", "servers", "tests/interleavings", "-t", name];
const { status } = spawnSync(process.execPath, [vitest, "run", ...which], {
  stdio: "inherit",
  env: {
    ...process.env,
    INTERLEAVINGS: JSON.stringify({ runs, seed, path }),
  },
});
process.exitCode = status ?? 1;
