import { spawnSync } from "node:child_process";
import { join } from "node:path";

/**
 * Plays thousands of interleavings of the dispatch core. Run: `npm run test:interleavings`; `--
 * --runs=20000` for more; `-- --replay="SEED PATH"` for one that failed, with the seed and the path
 * that it was reported with.
 */
const option = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const replay = option("replay");
const vitest = join(import.meta.dirname, "../../node_modules/vitest/vitest.mjs");
const which = ["--project", "servers", "tests/interleavings", "-t", "loses nothing"];
const { status } = spawnSync(process.execPath, [vitest, "run", ...which], {
  stdio: "inherit",
  env: {
    ...process.env,
    INTERLEAVINGS: option("runs") ?? "2000",
    ...(replay === undefined ? {} : { INTERLEAVING: replay }),
  },
});
process.exitCode = status ?? 1;
