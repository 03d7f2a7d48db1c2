/**
 * The header with the client's address for the console's pages: set by the HTTP server on each
 * request, never accepted from the client.
 */
export const clientAddressHeader = "x-clarion-client";

/** The client's address from the HTTP server. */
export function clientOf(headers: Headers): string {
  return headers.get(clientAddressHeader) ?? "unknown";
}

/**
 * The header with the requested path and query for the console's pages: set on each request, never
 * accepted from the client.
 */
export const pathHeader = "x-clarion-path";
