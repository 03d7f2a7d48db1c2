const longestPath = 2_000;
const anySite = "http://clarion.invalid";

/**
 * Returns the path of this console to open, e.g. after signing in: the requested one, as the URL
 * standard writes it, if a browser stays on this site when it opens it; else `/`.
 *
 * @param requestedPath path and query from an address bar, a form or a program
 */
export function safePath(requestedPath: string | undefined): string {
  if (
    requestedPath === undefined ||
    requestedPath.length > longestPath ||
    !requestedPath.startsWith("/") ||
    requestedPath.includes("\\")
  )
    return "/";
  const url = parseAddress(requestedPath, anySite);
  if (url?.origin !== anySite) return "/";
  const path = `${url.pathname}${url.search}`;
  // "/.//host" is the path "//host", which means another site once it stands alone.
  return path.startsWith("//") ? "/" : path;
}

/** Names under which a machine reaches itself alone: no other site can have a page there. */
const ownMachine = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether a page's origin is this console's: it is `configured` (the setting ORIGIN), or, while
 * that is on the machine itself, any spelling and port of the machine itself under which this very
 * request was asked for, so that a tunnel works.
 *
 * @param origin the header Origin, or `location.origin`
 * @param host the header Host, or `location.host`: what the request was asked for at
 */
export function isOwnOrigin(origin: string, host: string | undefined, configured: string): boolean {
  const [page, own] = [parseAddress(origin), parseAddress(configured)];
  if (!page || !own || page.origin !== origin) return false;
  if (page.origin === own.origin) return true;
  return (
    ownMachine.has(own.hostname) &&
    ownMachine.has(page.hostname) &&
    page.protocol === "http:" &&
    page.host === host?.toLowerCase()
  );
}

/** An address as the URL standard reads it; undefined for what is none. */
export function parseAddress(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
