import type { IncomingMessage, ServerResponse } from "node:http";
import { outlastRestart } from "@/lib/database/repeat";
import { appOfClientKey, type AppRecord } from "@/lib/directory/app/find";
import { takeFromAddress, takeFromKey, tooMany } from "./client-rate";
import { refuseCall } from "./reply";

const forBrowsers = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST, PUT, DELETE",
  "access-control-allow-headers": "key, content-type, authorization",
  "access-control-expose-headers": "retry-after",
  "access-control-max-age": "86400",
};

/**
 * Opens a route of devices to pages of any origin (CORS): the client key is publishable, and
 * nothing can be read with it. Answers a browser's preflight; true when the request is one.
 */
export function openToBrowsers(request: IncomingMessage, response: ServerResponse): boolean {
  for (const [name, value] of Object.entries(forBrowsers)) response.setHeader(name, value);
  if (request.method !== "OPTIONS") return false;
  response.writeHead(204).end();
  return true;
}

/**
 * The app that a device's `key` header belongs to; answers 401, or 429 when this address or this
 * key does too much, and undefined when there is none.
 *
 * @param cost what the call takes from its limits; see {@link takeFor}
 */
export async function appOfCall(
  request: IncomingMessage,
  response: ServerResponse,
  cost: number,
): Promise<AppRecord | undefined> {
  // Before the key is looked up: guessing has its limit too.
  const seconds = takeFromAddress(request, cost);
  if (seconds > 0) {
    refuseTooMany(request, response, "from this address", seconds);
    return undefined;
  }
  const header = request.headers["key"];
  const key = (Array.isArray(header) ? header[0] : header)?.trim() ?? "";
  const app =
    key === "" || key.length > 200 ? undefined : await outlastRestart(() => appOfClientKey(key));
  if (app) {
    const wait = takeFromKey(app.id, cost);
    if (wait === 0) return app;
    refuseTooMany(request, response, "with this client key", wait);
  } else
    refuseCall(
      request,
      response,
      401,
      key === ""
        ? "Send the app's client key in the header `key`."
        : "This is not the client key of an app.",
    );
  return undefined;
}

/**
 * Charges a call's rate limits for the rest of its work, once the amount is clear; answers 429 and
 * returns false when that is too much.
 */
export function takeFor(
  request: IncomingMessage,
  response: ServerResponse,
  app: Pick<AppRecord, "id">,
  cost: number,
): boolean {
  const seconds = takeFromAddress(request, cost);
  const wait = seconds === 0 ? takeFromKey(app.id, cost) : seconds;
  if (wait > 0)
    refuseTooMany(
      request,
      response,
      seconds > 0 ? "from this address" : "with this client key",
      wait,
    );
  return wait === 0;
}

function refuseTooMany(
  request: IncomingMessage,
  response: ServerResponse,
  whence: string,
  seconds: number,
): void {
  refuseCall(request, response, 429, tooMany(whence, seconds), [], {
    "retry-after": String(seconds),
  });
}
