import { createHmac, timingSafeEqual } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from "node:http";
import type { Server, Socket } from "node:net";
import { header } from "./exchange";
import { listenOn } from "./listener";

/** What a signature is worth: `unchecked` when the receiver knows no secret. */
export type SignatureVerdict = "valid" | "invalid" | "absent" | "unchecked";

/** One request that arrived. */
export interface ReceivedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** The exact text. */
  body: string;
  /** ms UTC. */
  receivedAt: number;
  /** `x-hub-signature: sha256=<hex HMAC of the body>`. */
  hubSignature: SignatureVerdict;
  /**
   * `webhook-id`, `webhook-timestamp`, `webhook-signature` (Standard Webhooks), at most five
   * minutes old.
   */
  standardWebhook: SignatureVerdict;
}

/** How the receiver answers. */
export interface Behaviour {
  /** Default 200. */
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** Answers so much later (ms). */
  delayMs?: number;
  /** Never answers. */
  hang?: boolean;
  /** Destroys the connection instead of answering. */
  drop?: boolean;
  /** For so many requests; then all is well again. Default: until it is changed. */
  times?: number;
}

/** A receiver of delivery updates, for tests and the sandbox. */
export interface Receiver {
  /** `http://127.0.0.1:<port>`; accepts every path. */
  url: string;
  requests: readonly ReceivedRequest[];
  behave(behaviour: Behaviour): void;
  /**
   * Resolves when the condition holds, looked at after each request; rejects after `timeoutMs`
   * (default 5,000).
   */
  waitFor(
    condition: (requests: readonly ReceivedRequest[]) => boolean,
    timeoutMs?: number,
  ): Promise<readonly ReceivedRequest[]>;
  clear(): void;
  stop(): Promise<void>;
}

const mostRequests = 10_000;
const toleranceSeconds = 300;

/**
 * Starts a receiver on loopback.
 *
 * @param options.secret signatures are verified with it. Its text is the key of `x-hub-signature`;
 *   after `whsec_` it is base64 for Standard Webhooks
 */
export async function startReceiver(
  options: { port?: number; secret?: string } = {},
): Promise<Receiver> {
  const { server, origin } = await listenOn([options.port ?? 0]);
  let requests: ReceivedRequest[] = [];
  let behaviour: Behaviour = {};
  const waiting = new Set<() => void>();
  const timers = new Set<NodeJS.Timeout>();

  const http = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      requests.push(record(request, Buffer.concat(chunks), options.secret));
      if (requests.length > mostRequests) requests.shift();
      const now = behaviour;
      if (now.times !== undefined)
        behaviour = now.times > 1 ? { ...now, times: now.times - 1 } : {};
      answer(request, response, now, timers);
      for (const look of waiting) look();
    });
  });
  const close = handConnections(server, http);

  return {
    url: origin,
    get requests() {
      return requests;
    },
    behave: (nextBehaviour) => {
      behaviour = nextBehaviour;
    },
    waitFor: (condition, timeoutMs = 30_000) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!condition(requests)) return;
          waiting.delete(look);
          clearTimeout(timer);
          resolve(requests);
        };
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(
            new Error(
              `The condition did not hold within ${timeoutMs} ms; ${requests.length} requests arrived.`,
            ),
          );
        }, timeoutMs);
        waiting.add(look);
        look();
      }),
    clear: () => {
      requests = [];
    },
    stop: async () => {
      for (const timer of timers) clearTimeout(timer);
      await close();
    },
  };
}

/** Hands the connections of a server to `http`. Returns what closes the server and all of them. */
function handConnections(server: Server, http: HttpServer): () => Promise<void> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    http.emit("connection", socket);
  });
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
}

/** Answers as the behaviour says. The timer of an answer that is still to come is in `timers`. */
function answer(
  request: IncomingMessage,
  response: ServerResponse,
  behaviour: Behaviour,
  timers: Set<NodeJS.Timeout>,
): void {
  if (behaviour.hang) return;
  if (behaviour.drop) {
    request.socket.destroy();
    return;
  }
  const timer = setTimeout(() => {
    timers.delete(timer);
    response.writeHead(behaviour.status ?? 200, behaviour.headers);
    response.end(behaviour.body ?? "");
  }, behaviour.delayMs ?? 0);
  timers.add(timer);
}

function record(
  request: IncomingMessage,
  body: Buffer,
  secret: string | undefined,
): ReceivedRequest {
  const headers: Record<string, string> = {};
  for (const name of Object.keys(request.headers))
    headers[name] = header(request.headers, name) ?? "";
  return {
    method: request.method ?? "",
    path: request.url ?? "",
    headers,
    body: body.toString("utf8"),
    receivedAt: Date.now(),
    hubSignature: hubVerdict(headers["x-hub-signature"], body, secret),
    standardWebhook: standardVerdict(headers, body, secret),
  };
}

function hubVerdict(
  signature: string | undefined,
  body: Buffer,
  secret: string | undefined,
): SignatureVerdict {
  if (secret === undefined) return "unchecked";
  if (signature === undefined) return "absent";
  return same(signature, `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`)
    ? "valid"
    : "invalid";
}

function standardVerdict(
  headers: Record<string, string>,
  body: Buffer,
  secret: string | undefined,
): SignatureVerdict {
  if (secret === undefined) return "unchecked";
  const {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures,
  } = headers;
  if (id === undefined && timestamp === undefined && signatures === undefined) return "absent";
  if (
    !id ||
    !signatures ||
    !timestamp ||
    Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds
  )
    return "invalid";
  const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : secret;
  const expected = `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
  return signatures.split(" ").some((signature) => same(signature, expected)) ? "valid" : "invalid";
}

function same(signature: string, expected: string): boolean {
  const [a, b] = [Buffer.from(signature), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
