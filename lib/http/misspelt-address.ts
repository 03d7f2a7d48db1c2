import type { IncomingMessage } from "node:http";

/** A path without empty steps: `//healthz/` is `/healthz`. */
export function plainPath(path: string): string {
  return path.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
}

/**
 * Returns the address of the interface that a path misspells: by its case, or by what stands in
 * front of the resource, such as `/v1/messaging` and `/api/resources/v1/messaging`. Undefined where
 * there is none.
 *
 * @param path as {@link plainPath} returns it
 */
export function meantAddress(path: string, exists: (path: string) => boolean): string | undefined {
  const steps = path.split("/");
  const version = steps.findLastIndex((step) => /^v1$/i.test(step));
  const front = version >= 0 ? version : steps.findLastIndex((step) => isInterface(step));
  const [, resource = "", ...ids] = front < 0 ? [] : steps.slice(front);
  const candidates = [
    ["/resources/v1", resource, ...ids].join("/"),
    // An id has a case, which stays.
    ["/resources/v1", resource.toLowerCase(), ...ids].join("/"),
    ["/resources/v1", resource, ...ids].join("/").toLowerCase(),
    path.toLowerCase(),
  ];
  return candidates.find((candidate) => candidate !== path && exists(candidate));
}

/**
 * Whether a request to an unknown address is for the interface: by its first path segments, or
 * because it would change something with a credential that no page sends. Browsers send Origin or
 * Sec-Fetch-Site with all that a page changes.
 */
export function isForPrograms({ method = "", headers }: IncomingMessage, path: string): boolean {
  const [, first = "", second = ""] = path.split("/");
  if (first === "live" || isInterface(first) || isInterface(second) || /^v\d+$/i.test(first))
    return true;
  if (["GET", "HEAD", "OPTIONS"].includes(method)) return false;
  const fromPage = headers.origin !== undefined || headers["sec-fetch-site"] !== undefined;
  return !fromPage && (headers.authorization !== undefined || headers["key"] !== undefined);
}

function isInterface(step: string): boolean {
  return /^resources?$/i.test(step);
}
