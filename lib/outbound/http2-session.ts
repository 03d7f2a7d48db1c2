import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type OutgoingHttpHeaders,
} from "node:http2";
import { connect as connectPlain, isIP, type LookupFunction } from "node:net";
import { connect as connectTls, createSecureContext, type SecureContext } from "node:tls";
import { once } from "@/lib/runtime/once";
import { nextAddressMs } from "./connector";
import { ForbiddenAddressError } from "./errors";
import { checkedAddresses, plainHost, reachedProblem, type AllowList } from "./guard";
import { assertBehindProxy, proxyOf, tunnel, tunnelMs } from "./proxy";

/** A client's certificate, with those that lead to its root behind it, and its private key; PEM. */
export interface ClientCertificate {
  cert: string;
  key: string;
}

/** How a session is opened. */
export interface SessionOptions {
  origin: string;
  ca: string | undefined;
  certificate: ClientCertificate | undefined;
  connectTimeoutMs: number;
  allowed: AllowList;
}

/** Streams in flight at most, even if the peer allows more. */
const mostStreams = 1_000;
/** What RFC 9113 recommends at least, for a peer that names no limit. */
const idleMs = 240_000;
const pongMs = 5_000;
const mostContexts = 100;

/** One open HTTP/2 connection of a pool, after the peer has sent its settings. */
export class Session {
  /** Streams in flight. */
  inFlight = 0;
  /** No new streams: the peer said GOAWAY, or the connection is gone. */
  draining = false;
  /** From GOAWAY: later streams were not looked at. */
  lastStreamId: number | undefined;
  readonly #session: ClientHttp2Session;

  private constructor(session: ClientHttp2Session, onChange: () => void) {
    this.#session = session;
    session.setTimeout(idleMs, () => {
      if (this.inFlight === 0) session.close();
    });
    session.on("goaway", (_code: number, lastStreamId: number) => {
      this.lastStreamId = lastStreamId;
      this.draining = true;
      onChange();
    });
    session.on("remoteSettings", onChange);
    session.on("error", () => undefined);
    session.on("close", () => {
      this.draining = true;
      onChange();
    });
  }

  /**
   * Connects and waits for the peer's SETTINGS. Rejects with the error of the socket, of TLS or of
   * the address guard.
   */
  static async open(options: SessionOptions, onChange: () => void): Promise<Session> {
    const { origin, connectTimeoutMs } = options;
    const { hostname, port, protocol } = new URL(origin);
    const number = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
    const host = plainHost(hostname);
    const proxy = proxyOf(protocol, host, number);
    if (proxy) await assertBehindProxy(host, number, options.allowed);
    const through =
      proxy && (await tunnel(proxy, host, number, Math.min(tunnelMs, connectTimeoutMs)));
    const checked = proxy ? [] : await checkedAddresses(hostname, number, options.allowed);
    // Of a name the socket may try one address after the other, but none that was not checked.
    const lookup: LookupFunction = (_host, { all }, callback) =>
      all ? callback(null, checked) : callback(null, checked[0]?.address ?? "", checked[0]?.family);
    const to = { host, port: number, lookup, autoSelectFamilyAttemptTimeout: nextAddressMs };
    const session = connect(origin, {
      createConnection: () => {
        const tls = {
          ...tlsServerName(hostname),
          ALPNProtocols: ["h2"],
          secureContext: contextOf(options),
        };
        if (through)
          return protocol === "https:" ? connectTls({ ...tls, socket: through }) : through;
        const socket = protocol === "https:" ? connectTls({ ...to, ...tls }) : connectPlain(to);
        return socket.once("connect", () => {
          const problem = reachedProblem(hostname, number, socket.remoteAddress, options.allowed);
          if (problem !== undefined) socket.destroy(new ForbiddenAddressError(problem));
        });
      },
    });
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () =>
          session.destroy(
            Object.assign(new Error("no connection in time"), { code: "UND_ERR_CONNECT_TIMEOUT" }),
          ),
        connectTimeoutMs,
      );
      session.once("error", reject);
      session.once("close", () => {
        clearTimeout(timer);
        reject(new Error("closed before its settings came"));
      });
      session.once("remoteSettings", () => {
        clearTimeout(timer);
        session.off("error", reject);
        resolve(new Session(session, onChange));
      });
    });
  }

  /** How many more streams may be opened now. */
  get room(): number {
    if (this.draining || this.#session.closed || this.#session.destroyed) return 0;
    return (
      Math.min(this.#session.remoteSettings.maxConcurrentStreams ?? mostStreams, mostStreams) -
      this.inFlight
    );
  }

  /** Opens a stream. */
  request(headers: OutgoingHttpHeaders): ClientHttp2Stream {
    return this.#session.request(headers, { endStream: false });
  }

  /** Whether a stream that ended without an answer was certainly not looked at. */
  wasRefused(stream: ClientHttp2Stream): boolean {
    if (
      stream.rstCode === constants.NGHTTP2_REFUSED_STREAM ||
      stream.id === undefined ||
      stream.pending
    )
      return true;
    return this.lastStreamId !== undefined && stream.id > this.lastStreamId;
  }

  /**
   * Asks whether the peer still lives; a connection that does not answer is given up, so that
   * nothing more is put on it.
   */
  suspect(): void {
    if (this.#session.destroyed || this.draining) return;
    const timer = setTimeout(() => this.#session.destroy(), pongMs);
    timer.unref();
    try {
      if (!this.#session.ping(() => clearTimeout(timer))) clearTimeout(timer);
    } catch {
      clearTimeout(timer);
    }
  }

  /** Closes at once; not from inside a callback of its own, which Node's heap does not survive. */
  destroy(): void {
    this.draining = true;
    setImmediate(() => this.#session.destroy());
  }
}

/** The name for TLS; an address has none (RFC 6066, 3). */
function tlsServerName(hostname: string): { servername?: string } {
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0 ? { servername: hostname } : {};
}

/**
 * Making a context reads all root certificates, which hundreds of connections at once would pay
 * for. One that holds a private key lives as long as its pool.
 */
function contextOf({ ca, certificate }: Pick<SessionOptions, "ca" | "certificate">): SecureContext {
  const trusted = ca === undefined ? {} : { ca };
  if (certificate) {
    const own = once("tls-certificates", () => new WeakMap<ClientCertificate, SecureContext>());
    const context = own.get(certificate) ?? createSecureContext({ ...trusted, ...certificate });
    own.set(certificate, context);
    return context;
  }
  const contexts = once("tls-trust", () => new Map<string, SecureContext>());
  const cachedContext = contexts.get(ca ?? "");
  if (cachedContext) return cachedContext;
  const newContext = createSecureContext(trusted);
  if (contexts.size < mostContexts) contexts.set(ca ?? "", newContext);
  return newContext;
}
