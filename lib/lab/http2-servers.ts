import {
  constants,
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { AppleAuthority } from "./apple-authority";
import type { CallAnswerer } from "./call-answerer";
import type { ProviderCounts } from "./counts";
import type { Answer, Call, ClientCertificate, Connection, Service } from "./exchange";
import type { Faults } from "./faults";
import { readBody } from "./read-body";

const megabyte = 1024 * 1024;

/** A server by TLS, once there is one. */
interface Secure {
  server: Http2SecureServer;
  authority: AppleAuthority;
}

/** What the sessions of a provider are served with. */
interface Parts {
  service: Service;
  faults: Faults;
  counts: ProviderCounts;
  calls: CallAnswerer;
}

/** The HTTP/2 servers of one provider. */
export interface Http2Servers {
  /** Serves a connection with prior knowledge. */
  connect(socket: Socket): void;
  /** Serves a connection by TLS, and asks the client for a certificate. */
  connectSecure(socket: Socket, makeAuthority: () => Promise<AppleAuthority>): void;
  /** Destroys all sessions at once. */
  stop(): void;
}

/**
 * Serves a provider over HTTP/2, with the limit of streams and the GOAWAYs that its faults set. The
 * TLS server is created for the first client that uses TLS.
 */
export function http2Servers(parts: Parts): Http2Servers {
  const { service, faults } = parts;
  const sessions = new Set<ServerHttp2Session>();
  const streamsAllowed = () => faults.of(service.provider)?.maxStreams ?? service.maxStreams;

  let streams = streamsAllowed();
  const plain = createServer({
    settings: { maxConcurrentStreams: streams },
    maxSessionMemory: 256,
  });
  let secure: Secure | undefined;
  faults.onChange(() => {
    if (streams === streamsAllowed()) return;
    streams = streamsAllowed();
    for (const server of [plain, secure?.server])
      server?.updateSettings({ maxConcurrentStreams: streams });
    for (const session of sessions)
      if (!session.closed && !session.destroyed)
        session.settings({ maxConcurrentStreams: streams });
  });
  const opened = (session: ServerHttp2Session) => {
    const certificate = secure && certificateOf(session, secure.authority);
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
    serveSession(session, certificate, parts);
  };
  plain.on("session", opened);

  async function secured(makeAuthority: () => Promise<AppleAuthority>): Promise<Http2SecureServer> {
    const authority = await makeAuthority();
    if (secure) return secure.server;
    const { server: own, root } = authority;
    const settings = { maxConcurrentStreams: streamsAllowed() };
    const clientCertificates = {
      requestCert: true,
      rejectUnauthorized: false,
      ca: root.certificate,
    };
    const server = createSecureServer({
      settings,
      maxSessionMemory: 256,
      cert: own.certificate,
      key: own.key,
      ...clientCertificates,
    });
    server.on("session", opened);
    secure = { server, authority };
    return server;
  }

  return {
    connect: (socket) => void plain.emit("connection", socket),
    connectSecure: (socket, makeAuthority) =>
      void secured(makeAuthority).then(
        (server) => server.emit("connection", socket),
        () => socket.destroy(),
      ),
    stop: () => {
      for (const session of sessions) session.destroy();
    },
  };
}

/** Takes the calls of a session, up to the last one that a GOAWAY names. */
function serveSession(
  session: ServerHttp2Session,
  certificate: ClientCertificate | undefined,
  parts: Parts,
): void {
  const { service, faults, counts, calls } = parts;
  const connection: Connection = { memory: undefined, certificate };
  let requests = 0;
  let lastTaken = Number.POSITIVE_INFINITY;
  session.setLocalWindowSize(16 * megabyte);
  session.on("error", () => undefined); // a client may break off at any time
  session.on("stream", (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    stream.on("error", () => undefined);
    const id = stream.id ?? 0;
    if (id > lastTaken) {
      stream.close(constants.NGHTTP2_REFUSED_STREAM);
      return;
    }
    requests += 1;
    const goawayAfter = faults.of(service.provider)?.goawayAfter;
    if (goawayAfter !== undefined && requests >= goawayAfter && lastTaken > id) {
      lastTaken = id;
      counts.goaways += 1;
      session.goaway(constants.NGHTTP2_NO_ERROR, id);
    }
    readBody(stream, service.maxBodyBytes, (body, tooLong) => {
      const call: Call = {
        method: String(headers[":method"]),
        path: String(headers[":path"]),
        headers,
        body,
        tooLong,
        connection,
      };
      // Not from inside one of its own streams' callbacks: Node's heap does not survive that.
      calls.take(call, {
        answer: (answer) => answerStream(stream, answer),
        drop: () => void setImmediate(() => session.destroy()),
      });
    });
  });
}

/** The certificate that a client showed. A connection that is not by TLS has none. */
function certificateOf(
  session: ServerHttp2Session,
  authority: AppleAuthority,
): ClientCertificate | undefined {
  if (session.encrypted !== true) return undefined;
  const socket = session.socket as TLSSocket;
  const { raw } = socket.getPeerCertificate() as { raw?: Buffer };
  if (!raw) return undefined;
  try {
    return { trusted: socket.authorized, ...authority.read(raw) };
  } catch {
    // node-forge reads RSA alone, as Apple issues it.
    return { trusted: false, topics: [], environments: [] };
  }
}

function answerStream(stream: ServerHttp2Stream, answer: Answer): void {
  if (stream.closed || stream.destroyed) return;
  const empty = answer.body === "";
  stream.respond({ ":status": answer.status, ...answer.headers }, { endStream: empty });
  if (!empty) stream.end(answer.body);
}
