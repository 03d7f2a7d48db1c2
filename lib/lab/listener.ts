import { createServer, type Server, type AddressInfo } from "node:net";
import { StartError } from "@/lib/config/start-error";

/** A listening server on a port, before a service is attached. */
export interface Listener {
  server: Server;
  port: number;
  /** `http://127.0.0.1:<port>`. */
  origin: string;
}

/**
 * Listens on a loopback port: the first free one of `preferredPorts`, or any. Throws `StartError`
 * when this user may not.
 */
export async function listenOn(preferredPorts: readonly number[]): Promise<Listener> {
  for (const port of preferredPorts) {
    const listener = await tryPort(port);
    if (listener) return listener;
  }
  const any = await tryPort(0);
  if (!any)
    throw new StartError(
      "No port is free for the sandbox's provider endpoints: end what holds them, or set SANDBOX=0.",
    );
  return any;
}

async function tryPort(port: number): Promise<Listener | undefined> {
  const server = createServer({ noDelay: true });
  const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once("error", resolve);
    server.listen(port, "127.0.0.1", 4096, () => resolve(undefined));
  });
  if (error?.code === "EADDRINUSE") return undefined;
  if (error)
    throw new StartError(
      `Port ${port} of the sandbox's provider endpoints may not be listened on (${error.code}): set LAB_PORT to the first of four free ports above 1023.`,
    );
  const listenedPort = (server.address() as AddressInfo).port;
  return { server, port: listenedPort, origin: `http://127.0.0.1:${listenedPort}` };
}
