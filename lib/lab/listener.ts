import { createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";

/** A port that is held, before it is known what will be served on it. */
export interface Listener {
  server: Server;
  port: number;
  /** `http://127.0.0.1:<port>`. */
  origin: string;
}

/** The port cannot be listened on. The message names it and the setting it comes from. */
export class PortTakenError extends Error {}

/** Listens on a loopback port; 0 takes any free one. Throws {@link PortTakenError}. */
export async function listenOn(port: number): Promise<Listener> {
  const server = createServer({ noDelay: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new PortTakenError(`Port ${port} of the sandbox's provider endpoints is taken. Set LAB_PORT to the first of four free ports.`)
          : error,
      ),
    );
    server.listen(port, "127.0.0.1", 4096, resolve);
  });
  const held = (server.address() as AddressInfo).port;
  return { server, port: held, origin: `http://127.0.0.1:${held}` };
}
