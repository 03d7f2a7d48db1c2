import { fork, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import type { LabDevice } from "@/lib/lab/devices";
import type { Lab } from "@/lib/lab/lab";
import { temporaryFolder, undoAtEnd } from "../tools/ending.mjs";
import type { Answers } from "./engine";

const key = "sk_bench_engine_000000001";
const secret = randomBytes(32).toString("hex");

/** An engine and a lab, each a process of its own, on a data folder that goes with them. */
export interface EngineProcess {
  origin: string;
  /** Of the service of the app `sandbox`. */
  key: string;
  /** Devices that the lab has. */
  targets: readonly LabDevice[];
  ask: <N extends keyof Answers>(
    name: N,
    input?: Parameters<Answers[N]>[0],
  ) => Promise<Awaited<ReturnType<Answers[N]>>>;
  /** Runs a statement on its database, and returns its first row. */
  row: <R>(text: string, ...values: unknown[]) => Promise<R>;
  /** Resolves when a campaign is sent and no message is open. Rejects when it failed. */
  sent: (campaignId: string) => Promise<void>;
  /** How many notifications have arrived at the lab. */
  arrivals: () => Promise<number>;
  stop: () => Promise<void>;
}

/** Starts an engine, and a lab with so many devices of a kind. */
export async function startEngine(kind: string, devices: number): Promise<EngineProcess> {
  const { path: folder, remove } = temporaryFolder("clarion-bench");
  const labProcess = child(
    "bench/lab-process.ts",
    [folder, kind, String(devices)],
    folder,
    // It counts what arrives by message and device.
    ["--max-old-space-size=12288"],
  );
  const lab = await next<
    Pick<Lab, "accounts" | "addresses"> & { devices: LabDevice[]; targets: LabDevice[] }
  >(labProcess);
  const engine = child("bench/engine.ts", [], folder, []);
  engine.send({ accounts: lab.accounts, addresses: lab.addresses, devices: lab.devices });
  const { port } = await next<{ port: number }>(engine);
  const open = new Map<
    number,
    { resolve: (value: never) => void; reject: (error: Error) => void }
  >();
  engine.on("message", ({ id, value, error }: { id: number; value: never; error?: string }) => {
    if (error === undefined) open.get(id)?.resolve(value);
    else open.get(id)?.reject(new Error(error));
    open.delete(id);
  });
  let last = 0;
  const ask: EngineProcess["ask"] = (name, input) =>
    new Promise((resolve, reject) => {
      open.set((last += 1), { resolve, reject });
      engine.send({ id: last, name, input });
    });
  const row: EngineProcess["row"] = async <R>(text: string, ...values: unknown[]) =>
    ((await ask("query", { text, values })) as R[])[0] as R;
  return {
    origin: `http://127.0.0.1:${port}`,
    key,
    targets: lab.targets,
    ask,
    row,
    sent: (campaignId) => untilSent(row, campaignId),
    arrivals: async () => {
      labProcess.send("arrived?");
      return (await next<{ arrived: number }>(labProcess)).arrived;
    },
    stop: async () => {
      for (const process of [engine, labProcess]) {
        const ended = new Promise((resolve) => process.once("exit", resolve));
        process.disconnect();
        await ended;
      }
      remove();
    },
  };
}

function child(file: string, args: string[], folder: string, options: string[]): ChildProcess {
  const forked = fork(file, args, {
    execArgv: ["--import", "tsx", ...options],
    env: {
      ...process.env,
      NODE_ENV: "production",
      LOG_LEVEL: "fatal",
      DATA_DIR: folder,
      APP_SECRET: secret,
      SERVICE_KEY: key,
      UNDO_SECONDS: "0",
    },
  });
  undoAtEnd(() => forked.kill("SIGKILL"));
  return forked;
}

function next<T>(from: ChildProcess): Promise<T> {
  return new Promise((resolve) => from.once("message", (message) => resolve(message as T)));
}

async function untilSent(row: EngineProcess["row"], campaignId: string): Promise<void> {
  for (;;) {
    const { state, open } = await row<{ state: string; open: boolean }>(
      `SELECT o.state, EXISTS (SELECT 1 FROM message WHERE state <> 'done') AS open FROM campaign c JOIN campaign_order o ON o.id = c.order_id WHERE c.id = $1`,
      campaignId,
    );
    if (state === "failed") throw new Error("the campaign failed");
    if (state === "sent" && !open) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
