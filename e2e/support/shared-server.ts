import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../tools/ending.mjs";
import { reportDeliveries } from "./report-deliveries";
import { startUsed, type RunningServer } from "./server";

/** The one server that the workspaces of all workers are in. */
export type SharedServer = Pick<
  RunningServer,
  "origin" | "serviceKey" | "email" | "password" | "dataDir" | "secrets" | "socket" | "output"
>;

/** It, for the processes of the tests: JSON. */
const handedOn = "CLARION_SHARED_SERVER";

/** Before all tests, after `used-folder.ts`: starts it, and returns how to stop it. */
export default async function start(): Promise<() => Promise<void>> {
  const { path, remove } = temporaryFolder("clarion-shared");
  const log = join(path, "log");
  writeFileSync(log, "");
  const server = await startUsed({}, log);
  const { origin, serviceKey, email, password, dataDir, secrets, socket } = server;
  const endReports = await reportDeliveries(server);
  // oxlint-disable-next-line node/no-process-env -- handed on to the processes of the tests
  process.env[handedOn] = JSON.stringify({
    origin,
    serviceKey,
    email,
    password,
    dataDir,
    secrets,
    socket,
    log,
  });
  return async () => {
    try {
      endReports();
    } finally {
      await server.stop();
      remove();
    }
  };
}

let cachedServer: SharedServer | undefined;

/** The server, in the process of a test. */
export function sharedServer(): SharedServer {
  if (cachedServer) return cachedServer;
  // oxlint-disable-next-line node/no-process-env -- of the process that began the tests
  const { log, ...server } = JSON.parse(process.env[handedOn] ?? "null") as Omit<
    SharedServer,
    "output"
  > & { log: string };
  return (cachedServer = { ...server, output: () => readFileSync(log, "utf8") });
}
