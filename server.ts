import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { endCampaignLeases, startCampaigns } from "@/lib/campaign/run";
import { config, settingWarnings, configureLibraries, type Config } from "@/lib/config/config";
import { greeting } from "@/lib/config/greeting";
import { StartError } from "@/lib/config/start-error";
import { openDatabase, unusable } from "@/lib/database/open";
import { outlastRestart } from "@/lib/database/repeat";
import { setDatabase, type Database } from "@/lib/database/sql";
import { assertWritable } from "@/lib/database/writable";
import { assertAppSecret } from "@/lib/directory/app-secret";
import { logHead } from "@/lib/directory/audit/log-head";
import {
  checkPlace,
  looksLikeCopy,
  stopCopyCheck,
  whenConfirmed,
} from "@/lib/directory/installation/copy-check";
import { changeInstallationOwner } from "@/lib/directory/member/change-installation-owner";
import { issueSetupCode } from "@/lib/directory/member/setup-code";
import { writeKeyUses } from "@/lib/directory/service/key-use";
import { startWorker } from "@/lib/dispatch/worker";
import { buildPage } from "@/lib/http/build-page";
import { listenForMetrics } from "@/lib/http/metrics";
import { guardPages } from "@/lib/http/pages";
import { asDeclared } from "@/lib/http/reply";
import { refuseConnect } from "@/lib/http/request-target";
import { createRouter } from "@/lib/http/router";
import { startLab, type Lab } from "@/lib/lab/lab";
import { log } from "@/lib/log/log";
import { startLetters } from "@/lib/notices/letters";
import { startNotices } from "@/lib/notices/notify";
import { closeConfiguredCalls } from "@/lib/outbound/configured";
import { closeGuardedCalls } from "@/lib/outbound/guarded";
import { closeMail } from "@/lib/outbound/mail";
import { closePlainCalls } from "@/lib/outbound/plain";
import { startConsoleBuild, type ConsoleBuild } from "@/lib/runtime/console-build";
import { onStop, stopAll } from "@/lib/runtime/stop";
import { startUpdates } from "@/lib/updates/send";
import { listenToOthers } from "@/lib/work/wake";
import { seedSandbox } from "./prisma/seed";

// Built, this lies one folder below.
const root = join(import.meta.dirname, import.meta.filename.endsWith(".ts") ? "." : "..");
const development = process.argv.includes("--dev");
/**
 * What is in flight may take this long to end; then the process ends all the same, and what it had
 * leased is sent after the lease.
 */
const stopMs = 20_000;
/** Any number, the same in every process: who holds it runs the lab. */
const labLock = 7_105_100_5;
let stopping = false;
/** Whether all that the role has can be used, the console too. */
let isServing = false;

try {
  await start(config());
} catch (error) {
  // A stop signal during the start closes things under it: that is no failure.
  if (!stopping) await fail(error);
}

async function fail(error: unknown): Promise<never> {
  // What was opened may not close any more, on a full disk for one.
  setTimeout(() => process.exit(1), stopMs).unref();
  process.stderr.write(`${sentence(error)}\n`);
  await stopAll();
  process.exit(1);
}

/** One sentence for the operator. The origin of an unexpected error is shown at LOG_LEVEL=debug. */
function sentence(thrown: unknown): string {
  if (thrown instanceof StartError) return thrown.message;
  const settings = config();
  const error = unusable(thrown, settings);
  if (error instanceof StartError) return error.message;
  if (!(error instanceof Error)) return "Clarion could not start, for an unknown reason.";
  const isDebug = settings.LOG_LEVEL === "debug" || settings.LOG_LEVEL === "trace";
  return isDebug && error.stack !== undefined
    ? error.stack
    : `Clarion could not start: ${error.message} (Set LOG_LEVEL=debug to see where.)`;
}

function hasConsole(role: Config["ROLE"]): boolean {
  return role === "all" || role === "web";
}

async function start(settings: Config): Promise<void> {
  configureLibraries(settings);
  for (const sentence of settingWarnings()) log().warn(sentence);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"])
    process.once(signal, () => void stop(signal));
  const { ROLE: role } = settings;
  // First of all, so that a port in use is reported before anything is done.
  const server = await listen(settings);
  if (settings.METRICS_PORT !== undefined) {
    const metrics = await listenForMetrics(settings.METRICS_PORT, settings.HOST);
    onStop("metrics", () => metrics.close());
    log().info({ port: metrics.port }, "serving metrics");
  }
  const build = hasConsole(role) ? startConsoleBuild() : undefined;
  onStop("build of the console", () => build?.stop());
  // The local server starts as a process of its own: Next is read meanwhile, and prepared only once
  // nothing else can fail, for it talks.
  if (hasConsole(role)) import("next").catch(() => undefined);
  const opened = await openDatabase(settings, root);
  onStop("database", async () => {
    setDatabase(undefined);
    await opened.close();
  });
  onStop("calls of service keys", () => writeKeyUses());
  if (role === "all" || role === "worker") onStop("end of the audit log", logHead());
  onStop("outgoing calls", async () => {
    closeMail();
    await Promise.all([closeGuardedCalls(), closePlainCalls(), closeConfiguredCalls()]);
  });
  onStop("notifications", await outlastRestart(listenToOthers));
  await outlastRestart(assertAppSecret);
  await outlastRestart(() =>
    checkPlace(settings.DATABASE_URL === undefined ? settings.DATA_DIR : undefined),
  );
  onStop("check for copies", stopCopyCheck);

  const lab =
    settings.SANDBOX && (role === "all" || role === "web")
      ? await openLab(settings, opened)
      : undefined;
  const sandbox =
    lab && (await outlastRestart(() => seedSandbox(opened, lab, settings.SERVICE_KEY)));
  await outlastRestart(() => setUpOwner(settings));
  const setupCode =
    role === "all" || role === "web" ? await outlastRestart(issueSetupCode) : undefined;

  // After a stop signal, neither begin work nor report that the server is up.
  if (stopping) return;
  // Devices answer within milliseconds: the server must be reachable before it delivers.
  const { opened: consoleOpened } = await serve(server, settings, lab, build);
  const { port } = server.address() as AddressInfo;
  if (lab && sandbox)
    lab.setReceipts({
      url: `http://127.0.0.1:${port}/resources/v1/receipts`,
      clientKey: sandbox.clientKey,
    });
  if (role === "all" || role === "worker") await startWorkOnceConfirmed(settings, opened);
  onStop("http", () => closeServer(server));
  const labPorts = Object.values(lab?.endpoints ?? {}).map((origin) =>
    Number(new URL(origin).port),
  );
  await consoleOpened;
  if (stopping) return;
  process.stdout.write(greeting(settings, port, sandbox && { ...sandbox, labPorts }, setupCode));
}

/** Creates or changes the owner whom the configuration names. */
async function setUpOwner({ ADMIN_EMAIL, ADMIN_PASSWORD }: Config): Promise<void> {
  if (ADMIN_EMAIL === undefined || ADMIN_PASSWORD === undefined) return;
  await changeInstallationOwner(
    { actor: { kind: "job", name: "setup" } },
    { email: ADMIN_EMAIL, name: "Owner", password: ADMIN_PASSWORD },
  );
}

/**
 * Starts work, now or once an owner has confirmed an installation that looks like a copy: until
 * then nothing is sent, and what is accepted waits.
 */
async function startWorkOnceConfirmed(settings: Config, opened: Database): Promise<void> {
  if (!looksLikeCopy()) return startWork(settings, opened);
  whenConfirmed(() => {
    if (stopping) return;
    startWork(settings, opened).catch((error: unknown) =>
      log().error({ err: error }, "sending could not begin; start Clarion again"),
    );
  });
}

/** Starts what works in the background: deliveries, campaigns, notices, letters and updates. */
async function startWork(settings: Config, opened: Database): Promise<void> {
  onStop("worker", await startWorker({ journals: join(settings.DATA_DIR, "answers") }));
  if (opened.isExclusive) await outlastRestart(() => opened.transaction(endCampaignLeases));
  onStop("campaigns", startCampaigns());
  onStop("notices", startNotices());
  onStop("letters", startLetters());
  const updates = startUpdates();
  onStop("updates", () => updates.stop());
}

/**
 * The processes on one database have one lab: its devices, and the addresses in the sandbox's
 * credentials, are those of one process.
 */
async function openLab(settings: Config, opened: Database): Promise<Lab | undefined> {
  const release = await opened.hold(labLock);
  if (!release) {
    log().warn("another process already runs the sandbox's lab; this one runs without it");
    return undefined;
  }
  onStop("the lab's lock", release);
  const lab = await startLab({ dataDir: settings.DATA_DIR });
  onStop("lab", () => lab.stop());
  return lab;
}

/**
 * Listens, and answers that it is starting until {@link serve} takes over. Throws {@link
 * StartError}.
 */
async function listen({ HOST: host, PORT: port }: Config): Promise<Server> {
  const server = createServer();
  // A client has to send its headers, and its whole request, in this time (milliseconds).
  server.headersTimeout = 15_000;
  server.requestTimeout = 60_000;
  server.keepAliveTimeout = 65_000;
  server.on("request", asDeclared);
  server.on("request", starting);
  server.on("checkContinue", (request, response) => server.emit("request", request, response));
  server.on("connect", refuseConnect);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new StartError(unheard(error, host, port))),
    );
    server.listen(port, host, resolve);
  });
  return server;
}

function starting(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, {
    "content-type": "text/plain; charset=utf-8",
    "retry-after": "1",
    refresh: "1",
    connection: "close",
  });
  response.end("Clarion is starting.\n");
}

function unheard({ code }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === "EADDRINUSE")
    return `Port ${port} is in use. Stop the process that uses it, or set PORT to another port.`;
  if (code === "EACCES")
    return `This user may not listen on port ${port}. Set PORT to a port above 1023, or give the user the right.`;
  return `HOST ${host} is not an address of this machine (${code}). Set HOST to 127.0.0.1, to 0.0.0.0 for all addresses, or to an address of this machine.`;
}

/**
 * Answers requests from now on, for pages that are being built with their progress; `opened`
 * settles when the console can be used.
 */
async function serve(
  server: Server,
  settings: Config,
  lab: Lab | undefined,
  build: ConsoleBuild | undefined,
): Promise<{ opened: Promise<void> }> {
  const { ROLE: role } = settings;
  let pages: Handler = build ? buildPage(build) : nothingHere;
  const open = async () => {
    if (hasConsole(role) && !stopping) pages = guardPages(await openPages(settings, server));
    isServing = true;
  };
  if (!build) await open();
  const router = createRouter({
    ...(lab
      ? {
          lab: (request: IncomingMessage, response: ServerResponse) =>
            lab.handler(request, response),
        }
      : {}),
    ready,
    ...(settings.METRICS_TOKEN === undefined ? {} : { metricsToken: settings.METRICS_TOKEN }),
    ...(role === "worker" ? { healthOnly: true } : {}),
  });
  server.off("request", starting);
  server.on("request", (request, response) => {
    if (!router(request, response)) void pages(request, response);
  });
  const opened = build ? built(build, settings).then(open) : Promise.resolve();
  // It is awaited at the end of the start, and may fail before.
  opened.catch(() => undefined);
  return { opened };
}

/** Throws {@link StartError} with what the build printed when it failed. */
async function built(build: ConsoleBuild, { ORIGIN: origin }: Config): Promise<void> {
  process.stdout.write(
    `Building the console (about a minute the first time). The interface answers already; ${origin} shows the progress.\n`,
  );
  const started = performance.now();
  try {
    await build.done;
  } catch (error) {
    throw new StartError(
      `The console could not be built.\n${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
  process.stdout.write(
    `The console is built: ${((performance.now() - started) / 1_000).toFixed(0)} s.\n`,
  );
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

async function openPages({ HOST: host, PORT: port }: Config, server: Server): Promise<Handler> {
  const { default: next } = await import("next");
  // Where Next calls itself: a server action that belongs to another page than the one it was
  // called from is handed on there.
  const hostname = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  // With the first page Next listens for `upgrade` on the server that it knows, and Node then hands
  // it every request that offers another protocol. Without a listener Node ignores the offer, as a
  // server may (RFC 9110, 7.8). The pages of development reload themselves by a WebSocket.
  const httpServer = development ? server : createServer();
  const app = next({ dev: development, dir: root, hostname, port, httpServer });
  await app.prepare();
  onStop("console", () => app.close());
  return app.getRequestHandler();
}

function nothingHere(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(404, { "content-type": "text/plain; charset=utf-8" });
  response.end(
    "This process serves only the interface. Processes with ROLE `all` or `web` serve the console.\n",
  );
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
  if (stopping || !isServing) return false;
  await assertWritable();
  return true;
}

async function stop(signal: string): Promise<void> {
  if (stopping) return;
  stopping = true;
  log().info({ signal }, "stopping after work in progress is finished");
  setTimeout(() => process.exit(1), stopMs).unref();
  for (const { name, error } of await stopAll())
    log().error({ err: error, name }, "could not be closed");
  process.exit(0);
}
