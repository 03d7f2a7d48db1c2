import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { AppleAuthority } from "./apple-authority";
import { CallAnswerer } from "./call-answerer";
import type { ProviderCounts } from "./counts";
import type { Answer, Call, Connection, Service } from "./exchange";
import type { Faults } from "./faults";
import { http2Servers } from "./http2-servers";
import type { Listener } from "./listener";
import { readBody } from "./read-body";

/** The type of the first record of TLS (RFC 8446, 5.1). */
const tlsHandshake = 0x16;

/**
 * Serves a provider on one port in both protocols: a connection that opens with the HTTP/2 preface
 * (prior knowledge) is HTTP/2, one that opens with TLS is HTTP/2 inside it where there is an
 * authority, and any other is HTTP/1.1, if the service speaks it. Faults are applied here. Answers
 * the function that closes everything at once.
 *
 * @param authority of the certificates of the server and of its clients
 */
export function serve(
  listener: Listener,
  service: Service,
  faults: Faults,
  counts: ProviderCounts,
  authority?: () => Promise<AppleAuthority>,
): () => Promise<void> {
  const sockets = new Set<Socket>();
  const calls = new CallAnswerer(service, faults, counts);
  const http2 = http2Servers({ service, faults, counts, calls });
  const http1 = http1Server(service, calls);

  listener.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    counts.openConnections += 1;
    counts.connections += 1;
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sockets.delete(socket);
      counts.openConnections -= 1;
    });
    sniff(socket, (start) => {
      // "PRI" opens HTTP/2; no HTTP/1.1 method begins with "PR" but PROPFIND and its kin, which no
      // provider knows.
      if (start[0] === 0x50 && start[1] === 0x52) http2.connect(socket);
      else if (start[0] === tlsHandshake && authority) http2.connectSecure(socket, authority);
      else if (service.http1) http1.emit("connection", socket);
      else socket.destroy();
    });
  });
  return async () => {
    calls.stop();
    const closed = new Promise<void>((resolve) => listener.server.close(() => resolve()));
    http2.stop();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
}

/** Hands over the first bytes of a connection, at least two, which stay to be read. */
function sniff(socket: Socket, onStart: (start: Buffer) => void): void {
  let start: Buffer = Buffer.alloc(0);
  const look = () => {
    const chunk = socket.read() as Buffer | null;
    if (!chunk) return;
    start = start.length === 0 ? chunk : Buffer.concat([start, chunk]);
    if (start.length === 1) return;
    socket.off("readable", look);
    socket.unshift(start);
    onStart(start);
  };
  socket.on("readable", look);
}

function http1Server(service: Service, calls: CallAnswerer): Server {
  return createServer(
    { keepAliveTimeout: 65_000 },
    (request: IncomingMessage, response: ServerResponse) => {
      const connection: Connection = { memory: undefined };
      response.on("error", () => undefined);
      readBody(request, service.maxBodyBytes, (body, tooLong) => {
        const call: Call = {
          method: request.method ?? "",
          path: request.url ?? "",
          headers: request.headers,
          body,
          tooLong,
          connection,
        };
        calls.take(call, {
          answer: (answer) => answerResponse(response, answer),
          drop: () => request.socket.destroy(),
        });
      });
    },
  );
}

function answerResponse(response: ServerResponse, answer: Answer): void {
  if (response.destroyed) return;
  response.writeHead(answer.status, {
    ...answer.headers,
    "content-length": Buffer.byteLength(answer.body),
  });
  response.end(answer.body);
}
