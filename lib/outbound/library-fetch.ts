import { isMeant, type AllowList } from "./guard";
import { plain } from "./plain";

/** A user waits in front of a page. */
const timeoutMs = 10_000;
/** A discovery document, keys or claims are some kilobytes. */
const maxBytes = 262_144;

/** What a library asks for; the shape of `fetch` without what is not used. */
interface FetchOptions {
  method?: string;
  headers?: Headers | Record<string, string> | undefined;
  body?: unknown;
}

/**
 * A `fetch` for libraries that call addresses which a user typed: guarded as the addresses of
 * credentials are, 10 seconds and 256 KB at most, GET and POST alone, and no redirects. Plain HTTP
 * goes to hosts alone that the deployment lists. Rejects with `ForbiddenAddressError`,
 * `NotSentError` or `OutcomeUnknownError`.
 */
export function fetchWithin(
  allowed: AllowList,
): (url: string, options: FetchOptions) => Promise<Response> {
  return async (url, { method, headers, body }) => {
    if (method !== undefined && method !== "GET" && method !== "POST")
      throw new Error(`${method} is not asked for.`);
    const answer = await plain(url, method === "POST" ? "POST" : "GET", {
      headers: headers instanceof Headers ? Object.fromEntries(headers) : { ...headers },
      body: body === undefined || body === null ? undefined : bodyText(body),
      timeoutMs,
      maxBytes,
      allowed,
    });
    const isEmpty = answer.status < 200 || [204, 205, 304].includes(answer.status);
    return new Response(isEmpty ? null : answer.body, {
      status: Math.max(200, answer.status),
      headers: answer.headers,
    });
  };
}

/** Whether an address may be asked without TLS: the deployment lists its host. */
export function mayBePlain({ protocol, hostname, port }: URL, allowed: AllowList): boolean {
  return isMeant(hostname, Number(port || (protocol === "https:" ? 443 : 80)), allowed);
}

function bodyText(body: unknown): string {
  if (typeof body === "string") return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new Error("A body is a text or a form.");
}
