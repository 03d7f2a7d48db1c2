import { parseHttpUrl } from "./url";

const path = "/resources/v1/inbox/";
const token = /^[\w-]{32}$/;

/**
 * The address of a service's built-in inbox, which takes delivery updates as any notify URL does.
 */
export function inboxAddress(origin: string, inboxToken: string): string {
  return `${origin}${path}${inboxToken}`;
}

/** The token in the path of an inbox's address; undefined for any other path. */
export function inboxTokenOfPath(pathname: string): string | undefined {
  const rest = pathname.startsWith(path) ? pathname.slice(path.length) : "";
  return token.test(rest) ? rest : undefined;
}

/** A path as logs have it: without the token of an inbox. */
export function pathForLog(pathname: string): string {
  return pathname.startsWith(path) ? `${path}[masked]` : pathname;
}

/**
 * The token in the address of an inbox of this installation; undefined for any other address.
 *
 * @param origin the installation's public address; "" for an unknown one, which has no inboxes
 */
export function inboxTokenOf(url: string, origin: string): string | undefined {
  const base = `${origin}${path}`;
  if (origin === "" || !url.startsWith(base) || parseHttpUrl(url) === undefined) return undefined;
  return token.test(url.slice(base.length)) ? url.slice(base.length) : undefined;
}
