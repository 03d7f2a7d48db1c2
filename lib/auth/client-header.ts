/** Tells the console's pages the client's address: set by the HTTP server on each request, never taken from the client. */
export const clientAddressHeader = "x-clarion-client";

/** The client's address as the HTTP server told it. */
export function clientOf(headers: Headers): string {
  return headers.get(clientAddressHeader) ?? "unknown";
}

/** Tells the console's pages the path and query that were asked for: set on each request, never taken from the client. */
export const pathHeader = "x-clarion-path";
