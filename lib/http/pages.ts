import type { IncomingMessage, ServerResponse } from "node:http";
import { clientAddressHeader } from "@/lib/auth/client-header";
import { config } from "@/lib/config/config";
import { attend } from "@/lib/runtime/attended";
import { onBehalfOf } from "@/lib/verb/client";
import { clientAddress } from "./client-address";
import { sendFailure } from "./failure";
import { comesFromOurPage, foreignPageError } from "./session";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/**
 * What proxies say about a request. The console's own address is the setting ORIGIN, and the
 * client's is in a header of its own.
 */
const saidByProxies = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-real-ip",
];
/**
 * Offers of another protocol, which are ignored (RFC 9110, 7.8): Next hands on headers where it
 * calls itself, and no such call takes them.
 */
const offers = ["upgrade", "http2-settings"];
const reading = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Guards the console's pages, server actions and sign-in: refuses with 403 every request that may
 * change something and does not come from a page of the console, gives the pages and the audit log
 * the client's address, and removes headers that a client or a proxy may have forged.
 */
export function guardPages(pages: Handler): Handler {
  return (request, response) => {
    attend();
    const { headers } = request;
    if (!reading.has(request.method ?? "")) {
      if (!comesFromOurPage(request)) return sendFailure(request, response, foreignPageError());
      // Next compares the two for itself, also where it calls itself to hand an action on, and a
      // proxy need not hand on the Host that it was asked for.
      const own = new URL(config().ORIGIN);
      headers.origin = own.origin;
      headers.host = own.host;
    }
    const client = clientAddress(request);
    for (const name of [...saidByProxies, ...offers]) delete headers[name];
    headers[clientAddressHeader] = client ?? "unknown";
    if (headers["next-action"] !== undefined) answerUnread(response);
    return onBehalfOf(client, () => pages(request, response));
  };
}

/**
 * A server action always answers (`lib/verb/answer`). What Next answers 500 to such a call for is a
 * body that React could not decode, before any action was asked: the caller's mistake, and answered
 * as one.
 */
function answerUnread(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    ...rest: unknown[]
  ) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) =>
    writeHead(status === 500 ? 400 : status, ...rest);
}
