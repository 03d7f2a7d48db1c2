import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { findBrowser, findHeadlessShell, howToGetOne } from "./browser.mjs";
import { temporaryFolder, undoAtEnd } from "./ending.mjs";
import { installedPostgres } from "./installed-postgres.mjs";
import { otherNode } from "./other-node.mjs";
import { buildConsole, prepareDatabase, requireNode, requirePackages, root } from "./prepare.mjs";
import {
  firstLines,
  noResults,
  playwrightResults,
  playwrightTimes,
  slowest,
  summary,
  vitestResults,
} from "./test-results.mjs";

// `npm test`: everything that has to hold. `npm test -- --only types,unit` runs some steps alone;
// `--smoke 26` adds a smoke test on another line of Node.
process.stdout.write(`Node ${process.versions.node}\n`);
requireNode();
requirePackages();
prepareDatabase();

const { path: reports } = temporaryFolder("clarion-test");
const seed = process.env.TEST_SEED || String(randomInt(1, 2 ** 31));
process.stdout.write(`seed ${seed} (replay: TEST_SEED=${seed})\n`);
const bin = (name, script) => join(root, "node_modules", name, script);
const vitest = bin("vitest", "vitest.mjs");
const playwright = bin("@playwright/test", "cli.js");

/** A step that passes or fails as a whole. */
const check = (name, command, live) => ({
  name,
  run: async () => whole(name, await runStep(name, [process.execPath, ...command], live)),
});

const statics = [
  // In parallel with the others, since it leaves a core idle for half of its time. All tests of a
  // whole server need it.
  check("console", ["tools/build-console.mjs"]),
  check("format", [bin("oxfmt", "bin/oxfmt"), "--check", "."]),
  // Types, too: its rules need them anyway, so that a second program would only read everything
  // once more.
  check("types and lint", [bin("oxlint", "bin/oxlint"), "--type-aware", "--type-check", "."]),
  check("arrows", [
    bin("dependency-cruiser", "bin/dependency-cruise.mjs"),
    "--config",
    ".dependency-cruiser.cjs",
    "app",
    "components",
    "lib",
    "server.ts",
    "prisma",
    "proxy.ts",
  ]),
  check("unused code", [bin("knip", "bin/knip.js")]),
  // Code that only its own test uses is unused.
  check("unused code, tests left out", [bin("knip", "bin/knip.js"), "--production"]),
];

const unit = { name: "unit", run: () => runVitest("unit and integration", process.execPath, []) };
const e2e = { name: "e2e", run: () => runPlaywright("end to end", process.execPath, []) };
const faults = {
  name: "faults",
  run: async () => {
    buildConsole();
    const name = "faults, the short form (npm run test:faults is the long one)";
    const command = [
      process.execPath,
      "--import",
      "tsx",
      "tests/faults/faults.ts",
      "--short",
      `--seed=${seed}`,
    ];
    return whole(
      "faults",
      await runStep(name, command, { live: true, env: { LOG_LEVEL: "fatal" } }),
    );
  },
};

/**
 * The pure rooms and one message from sign-in to its update, on another line of Node than this one,
 * and on the PostgreSQL of the machine where it has one.
 */
const smoke = (major) => ({
  name: `smoke on Node ${major}`,
  run: async () => {
    const node = otherNode(major);
    if (!node)
      return whole(`smoke on Node ${major}`, {
        code: 1,
        output: `Node ${major} could not be installed from the npm registry.`,
      });
    // What programs in Java, Go and others say is the same on every Node, and takes longer than all
    // the rest.
    const rooms = await runVitest(
      `pure rooms on Node ${major}`,
      node,
      ["--project", "pure", "--exclude", "**/verification-code.test.ts"],
      {
        TEST_DRAWS: "0.1",
      },
    );
    const postgres = await installedPostgres();
    if (!postgres)
      process.stdout.write(
        "\nSKIPPED: one message on another PostgreSQL than that from npm; none is installed.\n",
      );
    const on = postgres ? ` and PostgreSQL ${postgres.major}` : "";
    const named = postgres ? { SMOKE_DATABASE_URL: postgres.url } : {};
    const message = await runPlaywright(
      `one message on Node ${major}${on}`,
      node,
      ["e2e/start/smoke.spec.ts"],
      named,
    );
    postgres?.stop();
    return {
      passed: rooms.passed + message.passed,
      failed: rooms.failed + message.failed,
      skipped: rooms.skipped + message.skipped,
      failures: [...rooms.failures, ...message.failures],
      flaky: [...rooms.flaky, ...message.flaky],
    };
  },
});

const argument = (name) =>
  process.argv.includes(name) ? (process.argv[process.argv.indexOf(name) + 1] ?? "") : undefined;
const only = argument("--only")?.split(",");
const smokeMajor = argument("--smoke");
const isSelected = (step) => !only || only.some((name) => step.name.startsWith(name));
const results = [];
const runOne = async (step) => results.push([step.name, await step.run()]);

const isBuilt = [unit, e2e, faults].some(isSelected);
const waiting = statics.filter((step) => (step.name === "console" ? isBuilt : isSelected(step)));
await Promise.all(
  Array.from({ length: Math.min(availableParallelism(), 2) }, async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await runOne(step);
  }),
);
for (const step of [unit, e2e].filter(isSelected)) await runOne(step);
// Together, since the faults wait for leases to end for most of their time.
const last = [faults].filter(isSelected);
if (smokeMajor !== undefined && smokeMajor !== process.versions.node.split(".")[0])
  last.push(smoke(smokeMajor));
await Promise.all(last.map(runOne));

const { text, ok } = summary(results, { seed });
process.stdout.write(`\n${text}\n`);
process.exit(ok ? 0 : 1);

/** @returns {import("./test-results.mjs").Results} of a step without tests of its own */
function whole(name, { code, output }) {
  if (code === 0) return { ...noResults(), passed: 1 };
  const error = firstLines(output.slice(-2_000).split("\n").slice(-8).join("\n"));
  return {
    ...noResults(),
    failed: 1,
    failures: [{ file: name, line: 0, name: `exit ${code}`, error }],
  };
}

async function runVitest(name, node, more, env = {}) {
  const file = join(reports, `${name.replaceAll(" ", "-")}.json`);
  const command = [
    node,
    vitest,
    "run",
    "--reporter=dot",
    "--reporter=./tools/vitest-results.ts",
    ...more,
  ];
  const done = await runStep(name, command, { live: true, env: { ...env, TEST_RESULTS: file } });
  return completed(name, vitestResults(file), done);
}

async function runPlaywright(name, node, more, env = {}) {
  const browser = await findBrowser();
  if (!browser) return whole(name, { code: 1, output: howToGetOne });
  buildConsole();
  const file = join(reports, `${name.replaceAll(" ", "-")}.json`);
  const command = [node, playwright, "test", "--reporter=list,json", ...more];
  const browsers = {
    CLARION_BROWSER: browser,
    CLARION_HEADLESS_SHELL: findHeadlessShell() ?? browser,
  };
  const done = await runStep(name, command, {
    live: true,
    env: { ...env, ...browsers, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  });
  process.stdout.write(`${slowest(playwrightTimes(file))}\n`);
  return completed(name, playwrightResults(file), done);
}

/** A runner that failed without a failed test, or wrote no results, failed itself. */
function completed(name, results, done) {
  if (!results)
    return whole(name, { code: done.code || 1, output: done.output || "It wrote no results." });
  if (done.code === 0 || results.failed > 0) return results;
  const { failures } = whole(name, {
    code: done.code,
    output: "No test failed, but the run did: see above.",
  });
  return { ...results, failed: 1, failures };
}

/**
 * Runs a command; what a `live` one prints is shown as it comes. @returns its exit code and the end
 * of its output
 */
function runStep(name, [command, ...args], { live = false, env = {} } = {}) {
  const started = Date.now();
  if (live) process.stdout.write(`\n▸ ${name}\n`);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: "1", TEST_SEED: seed, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const kill = undoAtEnd(() => child.kill());
    let output = "";
    const take = (chunk) => {
      if (live) process.stdout.write(chunk);
      output = (output + chunk.toString()).slice(-16_000);
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.on("close", (code) => {
      kill();
      const seconds = ((Date.now() - started) / 1_000).toFixed(0);
      process.stdout.write(`${code === 0 ? "✓" : "✗"} ${name} (${seconds} s)\n`);
      if (code !== 0 && !live) process.stdout.write(`${output.slice(-8_000)}\n`);
      resolve({ code: code ?? 1, output });
    });
  });
}
