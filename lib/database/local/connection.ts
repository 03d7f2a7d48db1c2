import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartError } from "@/lib/config/start-error";
import type { Account } from "./account";
import { role } from "./cluster";
import { freePort, loopbackUrl } from "./loopback";
import { guardName, type Postmaster } from "./postmaster";

/** In the name of the socket. */
const socketPort = 5432;

/** The longest path of a folder in which a socket can be created. Bytes. */
const longestFolder = 107 - "/clarion-postgresql-abcdef/.s.PGSQL.5432".length;

/** How a server is reached. */
export interface Connection {
  url: string;
  settings: Record<string, string>;
  /** The folder of its socket. */
  socket?: string;
}

/** Returns how to connect to a running server; undefined while it starts and has not said where. */
export function localUrl(data: string, { port, socket }: Postmaster): string | undefined {
  return socket === "" ? loopbackUrl(data, port) : atSocket(socket).url;
}

/** Returns how a server listens at, and is reached by, the private socket in a folder. */
export function atSocket(socket: string): Connection {
  // Port and sslmode are said, or variables of the environment would say them.
  const url = `postgresql://${role}@localhost:${socketPort}/postgres?host=${encodeURIComponent(socket)}&sslmode=disable`;
  return {
    url,
    settings: { listen_addresses: "", unix_socket_directories: socket, port: String(socketPort) },
    socket,
  };
}

/** Returns how a server listens at, and is reached by, a free port of the loopback interface. */
export async function atLoopback(data: string): Promise<Connection> {
  const port = await freePort();
  return {
    url: loopbackUrl(data, port) ?? "",
    settings: { listen_addresses: "127.0.0.1", unix_socket_directories: "", port: String(port) },
  };
}

/**
 * Creates a folder that its owner alone enters: the server asks for no password. Throws
 * `StartError` where none can be created.
 */
export function makeSocketFolder({ owner }: Account): string {
  const temporary = Buffer.byteLength(tmpdir()) > longestFolder ? "/tmp" : tmpdir();
  try {
    const socket = mkdtempSync(join(temporary, `${guardName}-`));
    if (owner) chownSync(socket, owner.uid, owner.gid);
    return socket;
  } catch (error) {
    throw new StartError(
      `The temporary folder ${temporary} cannot be written. Set TMPDIR to a folder that can.`,
      { cause: error },
    );
  }
}

/** Removes the folder of a socket, where there is one. */
export function removeSocket({ socket }: Connection): void {
  if (socket) rmSync(socket, { recursive: true, force: true });
}
