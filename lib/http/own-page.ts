import type { IncomingMessage } from "node:http";
import { config } from "@/lib/config/config";
import { isOwnOrigin } from "@/lib/inputs/own-page";
import { CallError } from "./call-error";

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

/** The refusal of a request that would change something and comes from nowhere or another site. */
export function foreignPageError(): CallError {
  const { ORIGIN } = config();
  return new CallError(
    403,
    `Only pages of ${ORIGIN} may do this. If that is not the address of this console, set ORIGIN.`,
  );
}
