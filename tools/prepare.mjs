import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Root of the repository. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** Says what to do and ends, when this machine cannot run Clarion. */
export function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  end(`Clarion needs Node 20.19 or newer. This is Node ${process.versions.node}.`);
}

/** Says what to do and ends, when the packages are not installed. */
export function requirePackages() {
  if (!existsSync(join(root, "node_modules", "next", "package.json")))
    end("The packages are not installed. Run: npm install");
}

/**
 * Generates the client of the database, again when the schema has changed since. Its engine
 * download is not needed for that, so it is given something that exists.
 */
export function prepareDatabase() {
  const stamp = join(root, "lib/database/generated/.stamp");
  const hash = hashOf(["prisma/schema", "prisma.config.ts"]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  run("Generating the database client", ["node_modules/prisma/build/index.js", "generate"], {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
  });
  writeFileSync(stamp, hash);
}

/**
 * SHA-256, in hex, of the sources of the console: the same in every checkout of a commit, in any
 * folder, with or without git.
 */
export function consoleHash() {
  return hashOf([
    "app",
    "components",
    "lib",
    "public",
    "proxy.ts",
    "next.config.mjs",
    "postcss.config.mjs",
    "tsconfig.json",
    "package-lock.json",
  ]);
}

/**
 * Builds the console when its sources have changed since. Its build id and the ids of its server
 * actions are derived from the content of the sources, so that processes from several checkouts, or
 * from a rebuilt one, serve each other's pages.
 */
export function buildConsole() {
  const build = unbuilt();
  if (!build) return;
  run("Building the console (about a minute the first time)", build.args, build.env);
  writeFileSync(build.stamp, build.hash);
}

/** The steps of `next build`, by what it prints when each begins. */
const steps = [
  [/Creating an optimized/, "Compiling the pages"],
  [/Collecting page data/, "Collecting the pages"],
  [/Generating static pages|Finalizing/, "Writing the pages"],
];

/**
 * As {@link buildConsole}, next to what this process does: `lib/runtime/console-build` says what it
 * returns.
 */
export function startConsoleBuild() {
  if (!unbuilt()) return undefined;
  const state = { step: "Starting", child: undefined };
  const done = buildBeside(state);
  // It may fail before it is awaited.
  done.catch(() => undefined);
  return { step: () => state.step, done, stop: () => state.child?.kill() };
}

async function buildBeside(state) {
  for (let build = unbuilt(); build; build = unbuilt()) {
    const { code, output } = await nextBuild(build, state);
    if (code === 0) return writeFileSync(build.stamp, build.hash);
    // Another start from this checkout builds the same, or one that was killed left its build
    // running.
    if (!output.includes("Another next build process")) throw new Error(output.trim());
    state.step = "Waiting for another build of it";
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

function nextBuild({ args, env }, state) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  state.child = child;
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
      state.step = steps.findLast(([begins]) => begins.test(output))?.[1] ?? state.step;
    });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}

/** How the console is built; undefined when it is built of the present sources. */
function unbuilt() {
  const stamp = join(root, ".next/clarion-build");
  const hash = consoleHash();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return undefined;
  const env = {
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    CLARION_BUILD_ID: hash.slice(0, 32),
    // Salts the ids of server actions. No secret: a process derives the key that encrypts from its
    // APP_SECRET (lib/config).
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: Buffer.from(hash, "hex").toString("base64"),
  };
  return { stamp, hash, env, args: ["node_modules/next/dist/bin/next", "build"] };
}

/**
 * Bundles the server into `build` if its sources have changed since: the server runs without
 * TypeScript.
 */
export function buildServer() {
  prepareDatabase();
  const stamp = join(root, "build/.stamp");
  const hash = hashOf([
    "lib",
    "prisma",
    "server.ts",
    "tools/bundle.mjs",
    "tsconfig.json",
    "package-lock.json",
  ]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  rmSync(join(root, "build"), { recursive: true, force: true });
  run("Bundling the server", ["tools/bundle.mjs"]);
  writeFileSync(stamp, hash);
}

/**
 * Bundles the code that the servers of tests run for tests through a socket, if its sources have
 * changed since.
 */
export function buildTestRows() {
  const stamp = join(root, "build/.test-rows-stamp");
  const hash = hashOf([
    "lib",
    "prisma",
    "e2e/support",
    "tests/two-services.ts",
    "tests/processes/make-two-services.ts",
    "tools/bundle.mjs",
    "tsconfig.json",
    "package-lock.json",
  ]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  run("Bundling what tests ask servers for", ["tools/bundle.mjs", "--tests"]);
  writeFileSync(stamp, hash);
}

function run(what, args, env) {
  process.stdout.write(`${what} … `);
  const started = Date.now();
  const done = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  if (done.status !== 0) {
    process.stdout.write("failed\n");
    end(`${done.stdout ?? ""}${done.stderr ?? ""}${done.error ? done.error.message : ""}`);
  }
  process.stdout.write(`${((Date.now() - started) / 1_000).toFixed(0)} s\n`);
}

const hashes = new Map();

/** SHA-256 over names and contents of files, tests left out. Each place is read once. */
function hashOf(places) {
  for (const place of places) if (!hashes.has(place)) hashes.set(place, hashOfOne(place));
  return createHash("sha256")
    .update(places.map((place) => hashes.get(place)).join())
    .digest("hex");
}

/**
 * Tests, what is generated, and what editors and file managers leave behind: nothing of a build.
 */
function isLeftOut(name) {
  return (
    name === "generated" || name.startsWith(".") || name.endsWith("~") || /\.test\.tsx?$/.test(name)
  );
}

function hashOfOne(from) {
  const hash = createHash("sha256");
  const visit = (place) => {
    const path = join(root, place);
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) if (!isLeftOut(name)) visit(join(place, name));
    } else hash.update(place).update("\0").update(readFileSync(path)).update("\0");
  };
  visit(from);
  return hash.digest("hex");
}

function end(message) {
  process.stderr.write(`${message.trimEnd()}\n`);
  process.exit(1);
}
