import type { IncomingMessage } from "node:http";

/** The address of the client that sent a request; empty when its connection has ended. */
export function clientAddress(request: IncomingMessage): string {
  return request.socket.remoteAddress ?? "";
}
