import { buildConsole, buildServer } from "../../tools/prepare.mjs";
import { runDrill } from "./drill-run";
import { missingForDrill } from "./programs";
import { runScaling } from "./scaling";

/**
 * `npm run drill`: machines fail under load, one after the other, and nothing is lost. Needs root
 * on Linux, and programs that it names. `-- --only=primary` for the faults with that word.
 * `-- --only=scaling` measures instead what further workers add, and whether limits apply to all of
 * them together; it needs neither.
 */
const only = process.argv.find((argument) => argument.startsWith("--only="))?.slice(7) ?? "";
const isScaling = only === "scaling";
const missing = isScaling ? undefined : missingForDrill();
if (missing !== undefined) {
  process.stderr.write(`${missing}\n`);
  process.exit(1);
}
buildServer();
if (!isScaling) buildConsole();
// The credentials are sealed here and opened by the servers.
process.env["APP_SECRET"] = "a secret that all machines of the drill know";
process.env["LOG_LEVEL"] ??= "fatal";
const wrong = isScaling ? await runScaling() : ((await runDrill(only)) ?? []);
for (const problem of wrong) process.stdout.write(`FAILED ${problem}\n`);
process.exit(wrong.length === 0 ? 0 : 1);
