import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { prepareDatabase, requirePackages, root } from "./prepare.mjs";

// `npm run fix`: mends what programs can mend, and has Git check the messages of commits.
requirePackages();
prepareDatabase();
if (existsSync(join(root, ".git")) && process.env.CI === undefined)
  run("git", ["config", "core.hooksPath", "tools/hooks"]);
run(process.execPath, ["node_modules/oxfmt/bin/oxfmt", "."]);
process.exitCode = run(process.execPath, [
  "node_modules/oxlint/bin/oxlint",
  "--type-aware",
  "--fix",
  ".",
]);

function run(command, args) {
  return spawnSync(command, args, { cwd: root, stdio: "inherit" }).status ?? 1;
}
