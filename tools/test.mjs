import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { findBrowser, howToGetOne } from "./browser.mjs";
import { temporaryFolder, undoAtEnd } from "./ending.mjs";
import { buildConsole, prepareDatabase, requireNode, requirePackages, root } from "./prepare.mjs";

// `npm test`: everything that has to hold. `npm test -- --only types,unit` runs some steps alone.
process.stdout.write(`Node ${process.versions.node}\n`);
requireNode();
requirePackages();
prepareDatabase();

const { path: reports } = temporaryFolder("clarion-test");
const bin = (name, script) => [process.execPath, join(root, "node_modules", name, script)];
const check = (name, command) => ({ name, run: () => runStep(name, command).then((code) => [code === 0 ? 1 : 0, code === 0 ? 0 : 1]) });

const statics = [
  // Beside the rest, since it leaves a core idle for half of its time. End-to-end tests and faults begin with it.
  {
    name: "console",
    run: async () => ((await runStep("console, built", [process.execPath, "tools/build-console.mjs"])) === 0 ? [0, 0] : [0, 1]),
  },
  check("format", [...bin("oxfmt", "bin/oxfmt"), "--check", "."]),
  check("lint", [...bin("oxlint", "bin/oxlint"), "--type-aware", "."]),
  check("arrows", [
    ...bin("dependency-cruiser", "bin/dependency-cruise.mjs"),
    "--config",
    ".dependency-cruiser.cjs",
    "app",
    "components",
    "lib",
    "server.ts",
    "prisma",
    "proxy.ts",
  ]),
  check("types", [...bin("typescript", "bin/tsc"), "--noEmit", "-p", "."]),
  check("unused code", [...bin("knip", "bin/knip.js")]),
  // What only its own test uses is of no use.
  check("unused code, tests left out", [...bin("knip", "bin/knip.js"), "--production"]),
];
const unit = {
  name: "unit",
  run: async () => {
    const file = join(reports, "vitest.json");
    const code = await runStep(
      "unit and integration",
      [...bin("vitest", "vitest.mjs"), "run", "--reporter=dot", "--reporter=json", `--outputFile.json=${file}`],
      { live: true },
    );
    const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = read(file);
    // A file that cannot be loaded fails no test, but the run.
    return [passed, code !== 0 && failed === 0 ? 1 : failed];
  },
};
const e2e = {
  name: "e2e",
  run: async () => {
    const browser = await findBrowser();
    if (!browser) {
      process.stdout.write(`\nFAILED: end-to-end tests. ${howToGetOne}\n`);
      return [0, 1];
    }
    buildConsole();
    const file = join(reports, "playwright.json");
    const code = await runStep("end to end", [...bin("@playwright/test", "cli.js"), "test", "--reporter=list,json"], {
      live: true,
      env: { CLARION_BROWSER: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    });
    const { expected = 0, unexpected = 0, flaky = 0 } = read(file).stats ?? {};
    // They passed the second time, which they have on CI alone; Playwright lists them by name.
    if (flaky > 0) process.stdout.write(`\n${flaky} FLAKY: passed at the second try only.\n`);
    return [expected + flaky, code !== 0 && unexpected === 0 ? 1 : unexpected];
  },
};

const faults = {
  name: "faults",
  run: async () => {
    buildConsole();
    const code = await runStep(
      "faults, the short form (npm run test:faults is the long one)",
      [process.execPath, "--import", "tsx", "tests/faults.ts", "--short"],
      {
        live: true,
        env: { LOG_LEVEL: "fatal" },
      },
    );
    return code === 0 ? [1, 0] : [0, 1];
  },
};

const at = process.argv.indexOf("--only");
const only = at > 0 ? (process.argv[at + 1] ?? "").split(",") : undefined;
const wanted = (step) => !only || only.some((name) => step.name.startsWith(name));
const totals = { passed: 0, failed: 0, names: [] };
const count = (name, [passed, failed]) => {
  totals.passed += passed;
  totals.failed += failed;
  if (failed > 0) totals.names.push(name);
};

const isBuilt = [e2e, faults].some(wanted);
const waiting = statics.filter((step) => (step.name === "console" ? isBuilt : wanted(step)));
await Promise.all(
  Array.from({ length: Math.min(availableParallelism(), 2) }, async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) count(step.name, await step.run());
  }),
);
for (const step of [unit, e2e, faults].filter(wanted)) count(step.name, await step.run());

if (totals.names.length > 0) process.stdout.write(`\nFailed: ${totals.names.join(", ")}\n`);
process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed\n`);
process.exit(totals.failed === 0 ? 0 : 1);

function runStep(name, [command, ...args], { live = false, env = {} } = {}) {
  const started = Date.now();
  if (live) process.stdout.write(`\n▸ ${name}\n`);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: "0", ...env },
      stdio: live ? "inherit" : ["ignore", "pipe", "pipe"],
    });
    const kill = undoAtEnd(() => child.kill());
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.on("exit", (code) => {
      kill();
      const seconds = ((Date.now() - started) / 1_000).toFixed(0);
      process.stdout.write(`${code === 0 ? "✓" : "✗"} ${name} (${seconds} s)\n`);
      if (code !== 0 && output) process.stdout.write(`${output.slice(-8_000)}\n`);
      resolve(code ?? 1);
    });
  });
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
