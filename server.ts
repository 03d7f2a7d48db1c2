import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { config, tellLibraries, type Config } from "@/lib/config/config";
import { greeting } from "@/lib/config/greeting";
import { ConfigurationError } from "@/lib/config/environment";
import { FolderInUseError } from "@/lib/database/folder-lock";
import { openDatabase } from "@/lib/database/open";
import { database, setDatabase } from "@/lib/database/sql";
import { clientAddressHeader } from "@/lib/auth/next-auth";
import { issueSetupCode, makeOwner } from "@/lib/directory/member/setup";
import { expandJob } from "@/lib/dispatch/jobs";
import { listenToOthers } from "@/lib/dispatch/wake";
import { startWorker } from "@/lib/dispatch/worker";
import { refuseConnect } from "@/lib/http/request-target";
import { createRouter } from "@/lib/http/router";
import { startLab, type Lab } from "@/lib/lab/lab";
import { LabStateError } from "@/lib/lab/state-file";
import { PortTakenError } from "@/lib/lab/listener";
import { log } from "@/lib/log/log";
import { closeQueue, openQueue } from "@/lib/queue/queue";
import { onStop, stopAll } from "@/lib/runtime/stop";
import { startUpdates } from "@/lib/updates/send";
import { seedSandbox } from "./prisma/seed";

const root = import.meta.dirname;
const development = process.argv.includes("--dev");
/** What is in flight may take this long to end; then the process ends all the same, and what it held is sent after its lease. */
const stopMs = 20_000;
let stopping = false;

try {
  await start(config());
} catch (error) {
  const known = [ConfigurationError, FolderInUseError, PortTakenError, LabStateError].some((kind) => error instanceof kind);
  const inUse = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
  if (inUse) process.stderr.write(`Port ${config().PORT} is taken. Stop what listens there, or set PORT to another one.\n`);
  else
    process.stderr.write(
      known ? `${(error as Error).message}\n` : `Clarion could not start: ${error instanceof Error ? error.stack : String(error)}\n`,
    );
  await stopAll();
  process.exit(1);
}

async function start(settings: Config): Promise<void> {
  tellLibraries(settings);
  process.once("SIGTERM", () => void stop("SIGTERM"));
  process.once("SIGINT", () => void stop("SIGINT"));
  const { ROLE: role } = settings;
  const opened = await openDatabase(settings, root);
  onStop("database", async () => {
    setDatabase(undefined);
    await opened.close();
  });
  await openQueue(opened, [expandJob as never]);
  onStop("queue", closeQueue);
  onStop("notifications", await listenToOthers());

  const lab = settings.SANDBOX && (role === "all" || role === "web") ? await openLab(settings) : undefined;
  const sandbox = lab && (await seedSandbox(opened, lab, settings.SERVICE_KEY));
  if (settings.ADMIN_EMAIL !== undefined && settings.ADMIN_PASSWORD !== undefined)
    await makeOwner({ email: settings.ADMIN_EMAIL, name: "Owner", password: settings.ADMIN_PASSWORD });
  const setupCode = role === "all" || role === "web" ? await issueSetupCode() : undefined;

  if (role === "all" || role === "worker") {
    onStop("worker", await startWorker());
    const updates = startUpdates();
    onStop("updates", () => updates.stop());
  }
  const port = await serve(settings, lab);
  if (lab && sandbox) lab.setReceipts({ url: `http://127.0.0.1:${port}/resources/v1/receipts`, clientKey: sandbox.clientKey });
  process.stdout.write(greeting(settings, port, sandbox, setupCode));
}

async function openLab(settings: Config): Promise<Lab | undefined> {
  try {
    const lab = await startLab({ dataDir: settings.DATA_DIR });
    onStop("lab", () => lab.stop());
    return lab;
  } catch (error) {
    if (!(error instanceof PortTakenError) || settings.ROLE === "all") throw error;
    log().warn("another process runs the sandbox's lab; this one does without");
    return undefined;
  }
}

async function serve(settings: Config, lab: Lab | undefined): Promise<number> {
  const { ROLE: role } = settings;
  const router = createRouter({
    ...(lab ? { lab: (request: IncomingMessage, response: ServerResponse) => lab.handler(request, response) } : {}),
    ready,
    ...(role === "worker" ? { healthOnly: true } : {}),
  });
  const pages = role === "all" || role === "web" ? await openPages(settings) : nothingHere;
  const server = createServer((request, response) => {
    if (router(request, response)) return;
    // Whoever asks cannot say who they are: the console throttles sign-ins by this.
    request.headers[clientAddressHeader] = request.socket.remoteAddress ?? "unknown";
    void pages(request, response);
  });
  // A client has to send its headers, and its whole request, in this time (milliseconds).
  server.headersTimeout = 15_000;
  server.requestTimeout = 60_000;
  server.keepAliveTimeout = 65_000;
  server.on("checkContinue", (request, response) => server.emit("request", request, response));
  server.on("connect", refuseConnect);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(settings.PORT, settings.HOST, resolve);
  });
  onStop("http", () => closeServer(server));
  const address = server.address();
  return typeof address === "object" && address ? address.port : settings.PORT;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

async function openPages({ HOST: host, PORT: port }: Config): Promise<Handler> {
  const { default: next } = await import("next");
  // Where Next calls itself: a server action that belongs to another page than the one it was called from is handed on there.
  const hostname = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  const app = next({ dev: development, dir: root, hostname, port });
  await app.prepare();
  onStop("console", () => app.close());
  return app.getRequestHandler();
}

function nothingHere(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(404, { "content-type": "text/plain; charset=utf-8" });
  response.end("This process serves the interface only. The console runs where ROLE is `all` or `web`.\n");
}

async function closeServer(server: ReturnType<typeof createServer>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // Streams of events never end by themselves.
  const cut = setTimeout(() => server.closeAllConnections(), stopMs / 4);
  await closed;
  clearTimeout(cut);
}

async function ready(): Promise<boolean> {
  if (stopping) return false;
  await database().query("SELECT 1");
  return true;
}

async function stop(signal: string): Promise<void> {
  if (stopping) return;
  stopping = true;
  log().info({ signal }, "stopping: what is in flight is finished first");
  setTimeout(() => process.exit(1), stopMs).unref();
  for (const { name, error } of await stopAll()) log().error({ err: error, name }, "did not close");
  process.exit(0);
}
