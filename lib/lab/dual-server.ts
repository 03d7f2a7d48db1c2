import { createServer as createHttp1, type IncomingMessage, type ServerResponse } from "node:http";
import {
  constants,
  createSecureServer,
  createServer as createHttp2,
  type Http2SecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { log } from "@/lib/log/log";
import type { AppleAuthority } from "./apple-authority";
import { countVerdict, type ProviderCounts } from "./counts";
import type { Answer, Call, ClientCertificate, Connection, Service } from "./exchange";
import type { Faults, ProviderFaults } from "./faults";
import type { Listener } from "./listener";

/** How one request is answered, in any protocol. */
interface Way {
  answer(answer: Answer): void;
  /** Destroys the connection. */
  drop(): void;
}

const megabyte = 1024 * 1024;
/** The type of the first record of TLS (RFC 8446, 5.1). */
const tlsHandshake = 0x16;

/** A server by TLS, once there is one. */
interface Secure {
  server: Http2SecureServer;
  authority: AppleAuthority;
}

/** The certificate that a client showed. A connection that is not by TLS has none. */
function certificateOf(session: ServerHttp2Session, authority: AppleAuthority): ClientCertificate | undefined {
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

/**
 * Serves a provider on one port in both protocols: a connection that opens with the HTTP/2 preface (prior knowledge) is HTTP/2, one that opens
 * with TLS is HTTP/2 inside it where there is an authority, and any other is HTTP/1.1, if the service speaks it. Faults are applied here. Answers
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
  const sessions = new Set<ServerHttp2Session>();
  const timers = new Set<NodeJS.Timeout>();
  const streamsAllowed = () => faults.of(service.provider)?.maxStreams ?? service.maxStreams;

  const http2 = createHttp2({ settings: { maxConcurrentStreams: streamsAllowed() }, maxSessionMemory: 256 });
  let streams = streamsAllowed();
  faults.onChange(() => {
    if (streams === streamsAllowed()) return;
    streams = streamsAllowed();
    for (const server of [http2, secure?.server]) server?.updateSettings({ maxConcurrentStreams: streams });
    for (const session of sessions) if (!session.closed && !session.destroyed) session.settings({ maxConcurrentStreams: streams });
  });
  let secure: Secure | undefined;
  const opened = (session: ServerHttp2Session) => {
    const connection: Connection = { memory: undefined, certificate: secure && certificateOf(session, secure.authority) };
    let requests = 0;
    let lastTaken = Number.POSITIVE_INFINITY;
    sessions.add(session);
    session.setLocalWindowSize(16 * megabyte);
    session.on("close", () => sessions.delete(session));
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
      gather(stream, service.maxBodyBytes, (body, tooLong) => {
        const call: Call = { method: String(headers[":method"]), path: String(headers[":path"]), headers, body, tooLong, connection };
        // Not from inside one of its own streams' callbacks: Node's heap does not survive that.
        take(call, { answer: (answer) => answerStream(stream, answer), drop: () => void setImmediate(() => session.destroy()) });
      });
    });
  };
  http2.on("session", opened);

  /** A server by TLS, which asks its clients for a certificate; it is made for the first who wants one. */
  async function secured(makeAuthority: () => Promise<AppleAuthority>): Promise<Http2SecureServer> {
    const made = await makeAuthority();
    if (secure) return secure.server;
    const { server: own, kept } = made;
    const settings = { maxConcurrentStreams: streamsAllowed() };
    const asked = { requestCert: true, rejectUnauthorized: false, ca: kept.certificate };
    const server = createSecureServer({ settings, maxSessionMemory: 256, cert: own.certificate, key: own.key, ...asked });
    server.on("session", opened);
    secure = { server, authority: made };
    return server;
  }

  const http1 = createHttp1({ keepAliveTimeout: 65_000 }, (request: IncomingMessage, response: ServerResponse) => {
    const connection: Connection = { memory: undefined };
    response.on("error", () => undefined);
    gather(request, service.maxBodyBytes, (body, tooLong) => {
      const call: Call = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body, tooLong, connection };
      take(call, { answer: (answer) => answerResponse(response, answer), drop: () => request.socket.destroy() });
    });
  });

  function take(call: Call, way: Way): void {
    counts.requests += 1;
    const wrong = faults.of(service.provider);
    if (wrong) takeWithFaults(call, way, wrong);
    else respond(call, way);
  }

  function judge(call: Call): Answer {
    try {
      return service.handle(call);
    } catch (error) {
      log().error({ err: error, provider: service.provider }, "lab failed on a request");
      return { status: 500, body: "", verdict: "lab failed" };
    }
  }

  function respond(call: Call, way: Way): void {
    const answer = judge(call);
    if (answer.verdict === "token") counts.tokenCalls += 1;
    countVerdict(counts, answer.verdict);
    way.answer(answer);
  }

  function takeWithFaults(call: Call, way: Way, wrong: ProviderFaults): void {
    if (service.isTokenCall(call.path)) {
      if (wrong.tokenStatus === undefined) return respond(call, way);
      counts.tokenCalls += 1;
      countVerdict(counts, "token call refused");
      return way.answer({ status: wrong.tokenStatus, body: "", verdict: "token call refused" });
    }
    const verdict = faults.judge(service.provider, wrong);
    later(verdict.delayMs, () => {
      switch (verdict.action) {
        case "serve":
          return respond(call, way);
        case "refuse": {
          const answer = refusal(service, call, verdict.faults);
          countVerdict(counts, answer.verdict);
          return way.answer(answer);
        }
        case "hang":
          counts.unanswered += 1;
          return undefined;
        case "dropAfter":
          counts.unanswered += 1;
          countVerdict(counts, judge(call).verdict);
          return way.drop();
        case "drop":
          counts.unanswered += 1;
          return way.drop();
      }
    });
  }

  function later(delayMs: number, act: () => void): void {
    if (delayMs === 0) return act();
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, delayMs);
    timers.add(timer);
  }

  function connected(socket: Socket): void {
    sockets.add(socket);
    counts.openConnections += 1;
    counts.connections += 1;
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sockets.delete(socket);
      counts.openConnections -= 1;
    });
    // "PRI" opens HTTP/2; no HTTP/1.1 method begins with "PR" but PROPFIND and its kin, which no provider knows.
    let start: Buffer = Buffer.alloc(0);
    const sniff = () => {
      const chunk = socket.read() as Buffer | null;
      if (!chunk) return;
      start = start.length === 0 ? chunk : Buffer.concat([start, chunk]);
      if (start.length === 1) return;
      socket.off("readable", sniff);
      socket.unshift(start);
      const preface = start[0] === 0x50 && start[1] === 0x52;
      if (preface) http2.emit("connection", socket);
      else if (start[0] === tlsHandshake && authority)
        void secured(authority).then(
          (server) => server.emit("connection", socket),
          () => socket.destroy(),
        );
      else if (service.http1) http1.emit("connection", socket);
      else socket.destroy();
    };
    socket.on("readable", sniff);
  }

  listener.server.on("connection", connected);
  return async () => {
    for (const timer of timers) clearTimeout(timer);
    const closed = new Promise<void>((resolve) => listener.server.close(() => resolve()));
    for (const session of sessions) session.destroy();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
}

function refusal(service: Service, call: Call, faults: ProviderFaults): Answer {
  const answer = service.forced({ status: faults.status, reason: faults.reason }, call);
  const headers = { ...answer.headers, ...(faults.retryAfter !== undefined && { "retry-after": String(faults.retryAfter) }) };
  if (faults.body === undefined) return { ...answer, headers };
  const html = faults.body.trimStart().startsWith("<");
  return { ...answer, headers: { ...headers, "content-type": html ? "text/html; charset=UTF-8" : "application/json" }, body: faults.body };
}

function gather(source: IncomingMessage | ServerHttp2Stream, maxBytes: number, done: (body: Buffer, tooLong: boolean) => void): void {
  let first: Buffer | undefined;
  let more: Buffer[] | undefined;
  let bytes = 0;
  source.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) first = more = undefined;
    else if (first === undefined) first = chunk;
    else (more ??= []).push(chunk);
  });
  source.on("end", () => {
    const tooLong = bytes > maxBytes;
    if (tooLong || first === undefined) done(Buffer.alloc(0), tooLong);
    else done(more ? Buffer.concat([first, ...more]) : first, false);
  });
}

function answerStream(stream: ServerHttp2Stream, answer: Answer): void {
  if (stream.closed || stream.destroyed) return;
  const empty = answer.body === "";
  stream.respond({ ":status": answer.status, ...answer.headers }, { endStream: empty });
  if (!empty) stream.end(answer.body);
}

function answerResponse(response: ServerResponse, answer: Answer): void {
  if (response.destroyed) return;
  response.writeHead(answer.status, { ...answer.headers, "content-length": Buffer.byteLength(answer.body) });
  response.end(answer.body);
}
