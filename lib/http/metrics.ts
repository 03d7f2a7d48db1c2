import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { collectDefaultMetrics, Counter, Registry } from "prom-client";
import { ConfigurationError } from "@/lib/config/environment";
import { once } from "@/lib/runtime/once";
import { sendFailure } from "./failure";
import { asDeclared, refuseMethod, sendError } from "./reply";

/**
 * Answers by route and status, and what prom-client collects of a process: CPU, memory, event loop,
 * garbage collection.
 */
const metricsState = () =>
  once("metrics", () => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const answers = new Counter({
      name: "clarion_http_requests_total",
      help: "Answers by route and status.",
      labelNames: ["route", "status"],
      registers: [registry],
    });
    const expiredReceipts = new Counter({
      name: "clarion_receipts_expired_total",
      help: "Receipts of messages that are no longer kept; they were dropped.",
      registers: [registry],
    });
    return { registry, answers, expiredReceipts };
  });

/** Counts an answer for `/metrics`. */
export function countAnswer(route: string, status: number): void {
  metricsState().answers.inc({ route, status });
}

/** Counts dropped receipts for `/metrics`. */
export function countExpiredReceipts(count: number): void {
  metricsState().expiredReceipts.inc(count);
}

/** `/metrics` in the text format of Prometheus. */
async function metrics(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD")
    return refuseMethod(request, response, ["GET", "HEAD"]);
  const { registry } = metricsState();
  const text = await registry.metrics();
  response.writeHead(200, { "content-type": registry.contentType, "cache-control": "no-store" });
  response.end(request.method === "HEAD" ? undefined : text);
}

/**
 * `/metrics` on the public port: for those who send the token. Without a token in the configuration
 * there is nothing at this address. No `resource`: it answers text.
 */
export async function metricsWithToken(
  request: IncomingMessage,
  response: ServerResponse,
  token: string | undefined,
): Promise<void> {
  if (token === undefined)
    return sendError(request, response, 404, "There is nothing at this address.");
  const bearer = /^bearer +(.+)$/i.exec(request.headers.authorization ?? "")?.[1]?.trim() ?? "";
  if (bearer.length <= 1_000 && timingSafeEqual(digest(bearer), digest(token)))
    return metrics(request, response);
  sendError(request, response, 401, "Send METRICS_TOKEN as a bearer token.", {
    "www-authenticate": 'Bearer realm="metrics"',
  });
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/**
 * Serves only `/metrics`, on a port of its own and without a token: the network decides who reaches
 * that port. Throws `ConfigurationError` when the port is in use.
 */
export async function listenForMetrics(
  port: number,
  host: string,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server: Server = createServer(
    { headersTimeout: 15_000, requestTimeout: 15_000 },
    (request, response) => {
      asDeclared(request, response);
      if (request.url?.split("?", 1)[0] === "/metrics")
        metrics(request, response).catch((error: unknown) => sendFailure(request, response, error));
      else sendError(request, response, 404, "This port serves only /metrics.");
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE" || error.code === "EACCES"
          ? new ConfigurationError(
              `Port ${port} of /metrics ${error.code === "EACCES" ? "needs more rights" : "is taken"}. Set METRICS_PORT to another one.`,
            )
          : error,
      ),
    );
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
