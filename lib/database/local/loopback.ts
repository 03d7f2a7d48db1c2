import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { createFile } from "@/lib/config/write-file";
import { role } from "./cluster";

/**
 * Whether servers of this system listen at a port of 127.0.0.1 and ask for a password: Windows has
 * no private sockets.
 */
export const usesLoopback = process.platform === "win32";

/**
 * Returns the file of the password of a cluster that is reached by loopback, and writes one first
 * where there is none.
 */
export function passwordFile(data: string): string {
  const path = `${data}.password`;
  if (!existsSync(path)) createFile(path, randomBytes(24).toString("base64url"));
  return path;
}

/** Returns how to connect to a cluster by its port; undefined where it has no password. */
export function loopbackUrl(data: string, port: number): string | undefined {
  const path = `${data}.password`;
  return existsSync(path)
    ? `postgresql://${role}:${readFileSync(path, "utf8")}@127.0.0.1:${port}/postgres`
    : undefined;
}

/** Returns a port of 127.0.0.1 that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) =>
    server.once("error", reject).listen(0, "127.0.0.1", resolve),
  );
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * The program that runs the server where no shell can: it starts the server by `pg_ctl`, which
 * gives up the rights of an administrator, with which PostgreSQL refuses to run; ends when the
 * server does; and ends the server when its standard input closes, as it does with Clarion.
 */
export const loopbackGuard = `
const { spawnSync } = require("node:child_process");
const { readFileSync, rmSync } = require("node:fs");
const [data, log, flags, ...control] = process.argv.slice(1);
const run = (...args) => spawnSync(control[0], [...control.slice(1), "-D", data, ...args], { stdio: "ignore", windowsHide: true }).status;
rmSync(data + "/postmaster.pid", { force: true });
if (run("-w", "-t", "600", "-l", log, "-o", flags, "start") !== 0) process.exit(1);
const pid = Number(readFileSync(data + "/postmaster.pid", "utf8").split("\\n")[0]);
setInterval(() => { try { process.kill(pid, 0); } catch { process.exit(1); } }, 100);
process.stdin.on("end", () => process.exit(run("-w", "-m", "fast", "stop"))).resume();
`;
