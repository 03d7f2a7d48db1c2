import { spawn, type ChildProcess } from "node:child_process";
import { appendFileSync, cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseUrl } from "../../lib/interface/url";
import { temporaryFolder, undoAtEnd } from "../../tools/ending.mjs";
import { freePort } from "../../tools/free-port.mjs";

/** A Clarion of its own: own process, own ports, own data folder. */
export interface RunningServer {
  origin: string;
  serviceKey: string;
  email: string;
  password: string;
  dataDir: string;
  /** Secrets that it was given or generated and must not expose: description → value. */
  secrets: Readonly<Record<string, string>>;
  /** What tests ask it through (`ask-server.ts`). */
  socket: string;
  /** Of the process that was started last. */
  pid: () => number;
  /** What it printed. */
  output: () => string;
  /** Ends it as a power cut would. */
  kill: () => Promise<void>;
  /** Starts it again on the same data, after {@link kill}. */
  start: () => Promise<void>;
  /** Ends it in good order; its data stays. */
  end: () => Promise<void>;
  /** Ends it in good order and removes its data. */
  stop: () => Promise<void>;
}

const startMs = 120_000;

/**
 * The folder that {@link startUsed} begins with a copy of, for the processes of the tests; see
 * `used-folder.ts`.
 */
export const usedFolder = "CLARION_USED_FOLDER";

/**
 * Starts the real server on a data folder that it was started on once before, which takes a third
 * of the time. It has the sandbox, an owner and a service key, and is unused otherwise.
 */
export function startUsed(env: Record<string, string> = {}, log?: string): Promise<RunningServer> {
  // oxlint-disable-next-line node/no-process-env -- of the process that began the tests
  return startServer(env, process.env[usedFolder], log);
}

/**
 * Starts the real server with an owner and a service key, and waits until it is ready.
 *
 * @param from the data folder that its own begins as a copy of; an empty one when left out
 * @param log a file for what it prints, too
 */
export async function startServer(
  env: Record<string, string> = {},
  from?: string,
  log?: string,
): Promise<RunningServer> {
  const { path: dataDir, remove } = temporaryFolder("clarion-e2e");
  if (from !== undefined) cpSync(from, dataDir, { recursive: true });
  const { path: socketFolder, remove: removeSocket } = temporaryFolder("clarion-socket");
  const socket = join(socketFolder, "socket");
  const port = Number(env["PORT"] ?? (await freePort()));
  const origin = `http://localhost:${port}`;
  const [serviceKey, email, password] = [
    "sk_end_to_end_key_0001",
    "owner@example.com",
    "correct horse battery",
  ];
  let child: ChildProcess | undefined;
  let text = "";
  const take = (chunk: string) => {
    text += chunk;
    if (log !== undefined) appendFileSync(log, chunk);
  };
  const start = async () => {
    text = "";
    const started = spawn(
      process.execPath,
      ["--import", "./e2e/support/test-socket.mjs", "build/server.mjs"],
      {
        cwd: join(import.meta.dirname, "../.."),
        // oxlint-disable-next-line node/no-process-env -- handed on to a process of its own
        env: Object.assign({}, process.env, {
          NODE_ENV: "production",
          NEXT_TELEMETRY_DISABLED: "1",
          PORT: String(port),
          LAB_PORT: "0",
          TEST_SOCKET: socket,
          DATA_DIR: dataDir,
          LOG_LEVEL: "warn",
          NOTIFY_ALLOW: "127.0.0.1",
          // Longer than any test takes to undo a send; `composer-undo-window` lets it end.
          UNDO_SECONDS: "60",
          AUTOSAVE_MS: "300",
          PASSWORD_COST: "10",
          SERVICE_KEY: serviceKey,
          ADMIN_EMAIL: email,
          ADMIN_PASSWORD: password,
          ...env,
        }),
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    child = started;
    started.once(
      "exit",
      undoAtEnd(() => started.kill("SIGKILL")),
    );
    for (const stream of [started.stdout, started.stderr])
      stream?.on("data", (chunk: Buffer) => take(chunk.toString()));
    const until = Date.now() + startMs;
    // It answers before it greets, and tests read the greeting.
    while (!(await isReady(origin)) || !text.includes("Clarion is running.")) {
      if (started.exitCode !== null || Date.now() > until)
        throw new Error(`The server did not start:\n${text}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once("exit", resolve));
    ending.kill(signal);
    await ended;
  };
  await start();
  const runningServer: RunningServer = {
    origin,
    serviceKey,
    email,
    password,
    dataDir,
    secrets: {
      "the service key": serviceKey,
      "the owner’s password": password,
      ...sealingKeyOf(dataDir),
      ...secretsOf(env),
    },
    socket,
    pid: () => child?.pid ?? 0,
    output: () => text,
    kill: () => end("SIGKILL"),
    start,
    end: () => end("SIGTERM"),
    stop: async () => {
      await end("SIGTERM");
      stopped.add(runningServer);
      remove();
      removeSocket();
    },
  };
  running.add(runningServer);
  return runningServer;
}

const running = new Set<RunningServer>();
const stopped = new WeakSet<RunningServer>();

/** The servers of this process, with those that were stopped since {@link forgetStopped}. */
export function startedServers(): RunningServer[] {
  return [...running];
}

/** Leaves out of {@link startedServers} what is stopped by now. */
export function forgetStopped(): void {
  for (const server of running) if (stopped.has(server)) running.delete(server);
}

/** Returns the sealing key, if the server generated it itself. */
function sealingKeyOf(dataDir: string): Record<string, string> {
  const file = join(dataDir, "app-secret");
  return existsSync(file)
    ? { "the key that it seals with": readFileSync(file, "utf8").trim() }
    : {};
}

/**
 * Secrets among the settings of a server: those that are secret as a whole, and passwords in
 * addresses.
 */
function secretsOf(env: Record<string, string>): Record<string, string> {
  const inAddress = (value: string) => decodeURIComponent(parseUrl(value)?.password ?? "");
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      /SECRET|TOKEN|PASSWORD|_KEY$/.test(name) ? value : inAddress(value),
    ]),
  );
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).ok;
  } catch {
    return false;
  }
}
