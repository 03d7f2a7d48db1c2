import type { IncomingMessage, ServerResponse } from "node:http";
import { config } from "@/lib/config/config";
import { isOwnOrigin } from "@/lib/inputs/own-page";
import { sendError } from "./reply";

/**
 * Whether a request comes from a page of the console: by its Origin, and where there is none
 * because the browser says so in Sec-Fetch-Site. Pages of other sites can set neither. What a proxy
 * says in X-Forwarded-Host counts for nothing.
 */
export function comesFromOurPage(request: IncomingMessage): boolean {
  const { origin, host } = request.headers;
  if (origin !== undefined) return isOwnOrigin(origin, host, config().ORIGIN);
  return request.headers["sec-fetch-site"] === "same-origin";
}

/** Answers a request that would change something and comes from nowhere or another site. */
export function refuseForeign(request: IncomingMessage, response: ServerResponse): void {
  const error = `Only pages of ${config().ORIGIN} may do this. If that is not the address of this console, set ORIGIN.`;
  sendError(request, response, 403, error);
}
