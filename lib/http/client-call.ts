import type { IncomingMessage } from "node:http";
import { outlastRestart } from "@/lib/database/repeat";
import { appOfClientKey, type AppRecord } from "@/lib/directory/app/find";
import { CallError } from "./call-error";
import { assertNoWait, takeFromAddress, takeFromKey } from "./client-rate";
import { methods, type Route } from "./resource";

const forBrowsers = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST, PUT, DELETE",
  "access-control-allow-headers": "key, content-type, authorization",
  "access-control-expose-headers": "retry-after",
  "access-control-max-age": "86400",
};

/**
 * Opens an address of devices to pages of any origin (CORS), and answers a browser's preflight: the
 * client key is publishable, and nothing can be read with it.
 */
export function openToBrowsers(routes: Parameters<typeof methods>[0]): Route {
  const address = methods({ ...routes, OPTIONS: preflight });
  return (request, response, query, named) => {
    for (const [name, value] of Object.entries(forBrowsers)) response.setHeader(name, value);
    return address(request, response, query, named);
  };
}

/** No `resource`: it has no body, and asks for no caller. */
const preflight: Route = (_, response) => void response.writeHead(204).end();

/**
 * Returns the app that a device's `key` header belongs to. Throws `CallError`: 401, or 429 when
 * this address or this key does too much.
 *
 * @param cost what the call takes from its limits; see {@link takeFor}
 */
export async function appOfCall(request: IncomingMessage, cost: number): Promise<AppRecord> {
  // Before the key is looked up: guessing has its limit too.
  assertNoWait("from this address", takeFromAddress(request, cost));
  const header = request.headers["key"];
  const key = (Array.isArray(header) ? header[0] : header)?.trim() ?? "";
  const app =
    key === "" || key.length > 200 ? undefined : await outlastRestart(() => appOfClientKey(key));
  if (!app) {
    const sentence =
      key === ""
        ? "Send the app's client key in the header `key`."
        : "This is not the client key of an app.";
    throw new CallError(401, sentence, []);
  }
  assertNoWait("with this client key", takeFromKey(app.id, cost));
  return app;
}

/**
 * Charges a call's rate limits for the rest of its work, once the amount is clear. Throws
 * `CallError`, 429, when that is too much.
 */
export function takeFor(request: IncomingMessage, app: Pick<AppRecord, "id">, cost: number): void {
  assertNoWait("from this address", takeFromAddress(request, cost));
  assertNoWait("with this client key", takeFromKey(app.id, cost));
}
