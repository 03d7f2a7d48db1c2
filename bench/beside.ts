import { fork, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { config } from "@/lib/config/config";
import { openDatabase } from "@/lib/database/open";
import { setDatabase } from "@/lib/database/sql";
import type { LabDevice } from "@/lib/lab/devices";
import type { Lab } from "@/lib/lab/lab";
import { seedSandbox } from "@/prisma/seed";
import { signInByHttp, type HttpSession } from "../e2e/support/http-session";
import { temporaryFolder, undoAtEnd } from "../tools/ending.mjs";
import { freePort } from "../tools/free-port.mjs";
import { buildConsole, buildServer } from "../tools/prepare.mjs";

/**
 * What people and programs wait while a large send goes on: accept (one request at a time) and five
 * pages of the console (each asked for again and again by one person), on an idle system and during
 * a send; the delay of the server's event loop, and the rate of the send. The lab is a process of
 * its own, so is the server, which has been built. Run: `npm run bench:beside`; `-- --total=20000`
 * for a smaller send.
 */
// One for this process, which seeds, and for the server.
process.env["APP_SECRET"] = randomBytes(32).toString("hex");
process.env["LOG_LEVEL"] = "warn";
const total = Number(
  process.argv.find((argument) => argument.startsWith("--total="))?.slice(8) ?? 100_000,
);
const perRequest = 1_000;
const idleMs = 15_000;
const warmUpMs = 5_000;
const pagePauseMs = 150;
const acceptPauseMs = 40;
const pages = ["/messages", "/campaigns", "/devices", "/", "/compose"];
const key = "sk_bench_beside_000000001";
const [email, password] = ["owner@example.com", "correct horse battery"];

type Times = Map<string, number[]>;

buildConsole();
buildServer();
const { path: folder, remove } = temporaryFolder("clarion-bench");
const labProcess = fork("bench/lab-process.ts", [folder, "android", String(total + 1)], {
  execArgv: ["--import", "tsx"],
  env: { ...process.env, LOG_LEVEL: "fatal", DATA_DIR: folder },
});
const lab = await answer<
  Pick<Lab, "accounts" | "addresses"> & { devices: LabDevice[]; targets: LabDevice[] }
>(labProcess);
await prepare();
const origin = `http://localhost:${await freePort()}`;
const server = await startServer();
const session = await signInByHttp({ origin, email, password });
let probes = 0;

await probe(new Map(), () => pause(warmUpMs));
await ask<Loop>(server);
const idle: Times = new Map();
await probe(idle, () => pause(idleMs));
const idleLoop = await ask<Loop>(server);
const busy: Times = new Map();
const from = performance.now();
const before = await arrivals();
await probe(busy, send);
const seconds = (performance.now() - from) / 1_000;
const busyLoop = await ask<Loop>(server);
report();
server.kill("SIGTERM");
labProcess.disconnect();
await new Promise((resolve) => server.once("exit", resolve));
remove();
process.exit(0);

interface Loop {
  p99: number;
  max: number;
  rss: number;
}

async function prepare(): Promise<void> {
  const database = await openDatabase({ ...config(), DATA_DIR: folder }, process.cwd());
  await seedSandbox(database, lab, key);
  await database.query("UPDATE service SET size_rule = 'message'");
  setDatabase(undefined);
  await database.close();
}

async function startServer(): Promise<ChildProcess> {
  const child = fork("build/server.mjs", {
    execArgv: ["--import", join(process.cwd(), "bench/loop-delay.mjs")],
    env: {
      ...process.env,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      PORT: new URL(origin).port,
      DATA_DIR: folder,
      SANDBOX: "0",
      PROVIDER_ALLOW: "127.0.0.1",
      ADMIN_EMAIL: email,
      ADMIN_PASSWORD: password,
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  undoAtEnd(() => child.kill("SIGKILL"));
  while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    await pause(50);
  }
  return child;
}

/** Asks for everything, over and over, until something is done. */
async function probe(times: Times, until: () => Promise<void>): Promise<void> {
  let over = false;
  const again = async (name: string, pauseMs: number, run: () => Promise<void>) => {
    const list: number[] = [];
    times.set(name, list);
    while (!over) {
      const started = performance.now();
      await run();
      list.push(performance.now() - started);
      await pause(pauseMs);
    }
  };
  const all = [
    again("accept", acceptPauseMs, async () => {
      await accept(lab.targets.slice(total));
      probes += 1;
    }),
    ...pages.map((path) => again(path, pagePauseMs, () => read(session, path))),
  ];
  await until();
  over = true;
  await Promise.all(all);
}

async function accept(targets: readonly LabDevice[]): Promise<void> {
  const reply = await fetch(`${origin}/resources/v1/messaging`, {
    method: "POST",
    headers: { key, "content-type": "application/json" },
    body: JSON.stringify({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ android_pushid: targets.map(({ pushId }) => pushId) }],
      channels: {
        push: { android: { title: "Order shipped", text: "Your order left our house today." } },
      },
    }),
  });
  const text = await reply.text();
  if (reply.status !== 200) throw new Error(`${reply.status}: ${text}`);
}

async function read({ ask: open }: HttpSession, path: string): Promise<void> {
  const reply = await open(path);
  await reply.arrayBuffer();
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status}`);
}

/** Accepts requests to all devices, one after the other, and resolves when the lab has had them. */
async function send(): Promise<void> {
  const probesBefore = probes;
  for (let start = 0; start < total; start += perRequest)
    await accept(lab.targets.slice(start, Math.min(start + perRequest, total)));
  // Messages of the probes may be in progress; a few more or less do not change the total.
  while ((await arrivals()) - before < total + probes - probesBefore - 5) await pause(50);
}

async function arrivals(): Promise<number> {
  return (await ask<{ arrived: number }>(labProcess)).arrived;
}

function report(): void {
  const at = (list: readonly number[] = [], share: number) =>
    list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? 0;
  const figure = (value: number) => value.toFixed(0).padStart(6);
  const ratios: Record<string, number> = {};
  process.stdout.write(
    `${"milliseconds".padEnd(14)}idle p50    p99   beside p50    p99   served\n`,
  );
  for (const [name, list] of busy) {
    const calm = idle.get(name);
    ratios[`${name} p99, beside to idle`] = Number((at(list, 0.99) / at(calm, 0.99)).toFixed(2));
    process.stdout.write(
      `${name.padEnd(16)}${figure(at(calm, 0.5))} ${figure(at(calm, 0.99))}       ${figure(at(list, 0.5))} ${figure(at(list, 0.99))}   ${figure(list.length)}\n`,
    );
  }
  ratios["event loop p99, beside to idle"] = Number((busyLoop.p99 / idleLoop.p99).toFixed(2));
  process.stdout.write(
    `event loop delay p99: idle ${idleLoop.p99.toFixed(0)} ms, beside ${busyLoop.p99.toFixed(0)} ms (longest ${busyLoop.max.toFixed(0)}); resident ${busyLoop.rss.toFixed(0)} MB\n`,
  );
  process.stdout.write(
    `the send beside them: ${total} in ${seconds.toFixed(1)} s, ${(total / seconds).toFixed(0)} /s\n`,
  );
  process.stdout.write(`${JSON.stringify({ bench: "beside", ratios })}\n`);
}

function ask<T>(child: ChildProcess): Promise<T> {
  const reply = answer<T>(child);
  child.send("?");
  return reply;
}

function answer<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve) => child.once("message", (message) => resolve(message as T)));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
