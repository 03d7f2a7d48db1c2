import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { startServer, type RunningServer } from "@/e2e/support/server";
import type { Service } from "./calls-by-role";

export interface AuditEvent {
  action: string;
  serviceId: string | null;
  email: string | null;
}

/** A server without the sandbox, and its two services. `own` has a member of every role, `ROLE@shop.example`, with the owner's password. */
export interface TwoServicesServer {
  server: RunningServer;
  own: Service;
  foreign: Service;
  /** Reads the audit log; the server is restarted for that. */
  readAudit: () => Promise<AuditEvent[]>;
}

/** Starts it. Its providers may be on loopback. */
export async function startTwoServices(): Promise<TwoServicesServer> {
  const server = await startServer({ SANDBOX: "0", PROVIDER_ALLOW: "127.0.0.1" });
  const offline = async <T>(script: string, ...args: string[]) => {
    await server.kill();
    const result = run<T>(script, server.dataDir, ...args);
    await server.start();
    return result;
  };
  const { own, foreign } = await offline<{ own: Service; foreign: Service }>("make-two-services.ts", server.password);
  return { server, own, foreign, readAudit: () => offline<AuditEvent[]>("print-audit-events.ts") };
}

/** Runs a script of this folder; returns the last line that it printed, read as JSON. */
function run<T>(script: string, ...args: string[]): T {
  const printed = execFileSync(process.execPath, ["--import", "tsx", join("tests/processes", script), ...args], {
    cwd: join(import.meta.dirname, "../.."),
    // Where the secret is that it seals with.
    // oxlint-disable-next-line node/no-process-env -- handed on to a process of its own
    env: Object.assign({}, process.env, { DATA_DIR: args[0] }),
    encoding: "utf8",
  });
  return JSON.parse(printed.trim().split("\n").at(-1) ?? "") as T;
}
