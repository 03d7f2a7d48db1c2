import type { IncomingMessage, ServerResponse } from "node:http";
import { refuseMethod, sendJson } from "./reply";

const started = performance.now();
const answered = new Map<string, number>();

/** Counts an answer for `/metrics`. */
export function countAnswer(route: string, status: number): void {
  const name = `route="${route}",status="${status}"`;
  answered.set(name, (answered.get(name) ?? 0) + 1);
}

/** `/healthz`: the process lives. `/readyz`: it can work, which needs the database. */
export async function health(
  request: IncomingMessage,
  response: ServerResponse,
  ready: (() => Promise<boolean>) | undefined,
): Promise<void> {
  if (!reads(request)) return refuseMethod(request, response, reading);
  const isReady = ready === undefined || (await ready().catch(() => false));
  sendJson(request, response, isReady ? 200 : 503, { status: isReady ? "ok" : "not ready" });
}

/** `/metrics` in the text format of Prometheus. */
export function metrics(request: IncomingMessage, response: ServerResponse): void {
  if (!reads(request)) return refuseMethod(request, response, reading);
  const { rss, heapUsed } = process.memoryUsage();
  const lines = [
    "# TYPE clarion_http_requests_total counter",
    ...[...answered].map(([name, count]) => `clarion_http_requests_total{${name}} ${count}`),
    "# TYPE process_resident_memory_bytes gauge",
    `process_resident_memory_bytes ${rss}`,
    "# TYPE nodejs_heap_used_bytes gauge",
    `nodejs_heap_used_bytes ${heapUsed}`,
    "# TYPE process_uptime_seconds gauge",
    `process_uptime_seconds ${(performance.now() - started) / 1_000}`,
  ];
  response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" });
  response.end(`${lines.join("\n")}\n`);
}

const reading = ["GET", "HEAD"];

function reads({ method }: IncomingMessage): boolean {
  return reading.includes(method ?? "");
}
