import type { IncomingMessage, ServerResponse } from "node:http";
import { refuseMethod, sendJson } from "./reply";

/**
 * `/healthz`: the process lives. `/readyz`: it can work, which needs a database that can be
 * written. No `resource`: it answers without a database.
 */
export async function health(
  request: IncomingMessage,
  response: ServerResponse,
  ready: (() => Promise<boolean>) | undefined,
): Promise<void> {
  if (!reading.includes(request.method ?? "")) return refuseMethod(request, response, reading);
  const isReady = ready === undefined || (await ready().catch(() => false));
  sendJson(request, response, isReady ? 200 : 503, { status: isReady ? "ok" : "not ready" });
}

const reading = ["GET", "HEAD"];
