import { spawn } from "node:child_process";
import { join } from "node:path";
import { temporaryFolder, undoAtEnd } from "../tools/ending.mjs";
import { freePort } from "../tools/free-port.mjs";
import { buildConsole, buildServer } from "../tools/prepare.mjs";

/**
 * From starting a built Clarion, on a data folder that it has used before, until it is ready;
 * compared with a bare `next start` of the same console until it answers, which has no database, in
 * turns. Milliseconds. Run: `npm run bench:start`.
 */
const turns = 5;
const limitMs = 3_000;
const lookMs = 5;
const root = join(import.meta.dirname, "..");

buildConsole();
buildServer();
const { path: folder, remove } = temporaryFolder("clarion-bench");
const clarion = () => start(["tools/start.mjs"], "/readyz", (status) => status === 200);
const bare = (port: number) =>
  start(
    ["node_modules/next/dist/bin/next", "start", "-p", String(port)],
    "/favicon.ico",
    () => true,
    port,
  );
const first = await clarion();
const ours: number[] = [];
const theirs: number[] = [];
for (let turn = 0; turn < turns; turn += 1) {
  ours.push(await clarion());
  theirs.push(await bare(await freePort()));
}
remove();
const [later, next] = [median(ours), median(theirs)];
process.stdout.write(`first start, with an empty folder: ${first.toFixed(0)} ms\n`);
process.stdout.write(
  `later starts: ${later.toFixed(0)} ms (${ours.map((ms) => ms.toFixed(0)).join(", ")}); aim: ${limitMs} ms\n`,
);
process.stdout.write(
  `bare next start: ${next.toFixed(0)} ms (${theirs.map((ms) => ms.toFixed(0)).join(", ")})\n`,
);
const ratios = {
  "limit of 3 s / start": Number((limitMs / later).toFixed(2)),
  "bare next start / start": Number((next / later).toFixed(2)),
};
process.stdout.write(`${JSON.stringify({ bench: "start", ratios })}\n`);

/**
 * Starts a program, waits for an answer that will do, and ends it in good order. Throws when the
 * program ends by itself.
 */
async function start(
  args: readonly string[],
  path: string,
  willDo: (status: number) => boolean,
  port?: number,
): Promise<number> {
  const on = port ?? (await freePort());
  const from = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      PORT: String(on),
      LAB_PORT: "0",
      DATA_DIR: folder,
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const kill = undoAtEnd(() => child.kill("SIGKILL"));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${args.join(" ")} ended with ${child.exitCode}`);
    const answer = await fetch(`http://127.0.0.1:${on}${path}`).catch(() => undefined);
    if (answer && willDo(answer.status)) break;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  const ms = performance.now() - from;
  child.kill("SIGTERM");
  await ended;
  kill();
  return ms;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
