#!/usr/bin/env node
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { prepareDatabase, requireNode, requirePackages, root } from "./prepare.mjs";

// The bin of this package: `npx clarion templates …`, `npx clarion audit …`, `npx clarion database
// …`, `npx clarion installation …`.
requireNode();
requirePackages();
const built = join(
  root,
  "build",
  ["audit", "database", "installation"].includes(process.argv[2])
    ? `clarion-${process.argv[2]}.mjs`
    : "clarion.mjs",
);
if (!existsSync(built)) {
  prepareDatabase();
  const { status, stderr } = spawnSync(process.execPath, [join(root, "tools/bundle.mjs")], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) {
    process.stderr.write(stderr);
    process.exit(1);
  }
}
const { run } = await import(pathToFileURL(built).href);
const line = (to) => (text) => to.write(`${text}\n`);
process.exitCode = await run(
  process.argv.slice(2),
  process.env,
  line(process.stdout),
  line(process.stderr),
);
