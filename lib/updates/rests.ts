import type { ClaimedUpdate } from "./claim";

/**
 * URLs of which is remembered that they rest; beyond them the ones that asked first are called
 * again.
 */
const mostResting = 10_000;
/**
 * So many URLs of one host that ask one service for a rest at once speak for the host: a URL may be
 * another one with each message.
 */
const urlsOfHost = 3;

type UpdateReceiver = Pick<ClaimedUpdate, "serviceId" | "origin" | "url">;

/** Which URLs asked which services to be left alone (`Retry-After`; RFC 9110, 10.2.3). */
export interface RestBook {
  /** A URL asked the service to be left alone for so long. */
  rest(called: UpdateReceiver, restMs: number): void;
  /** Milliseconds for which the service does not call the URL; 0: it may. */
  left(called: UpdateReceiver): number;
}

/**
 * Rests of URLs, each for the service that called it: no service decides how another's updates are
 * sent. A host rests for a service once several of its URLs asked that service, until the first of
 * them may be called again.
 *
 * @param clock milliseconds, monotonic
 */
export function restBook(clock: () => number): RestBook {
  /** When the rest of each URL ends, by service and origin, and then by URL. */
  const hosts = new Map<string, Map<string, number>>();
  let size = 0;
  const forget = (name: string, urls: Map<string, number>, url: string) => {
    if (urls.delete(url)) size -= 1;
    if (urls.size === 0) hosts.delete(name);
  };
  const resting = (name: string): Map<string, number> => {
    const urls = hosts.get(name) ?? new Map<string, number>();
    for (const [url, until] of urls) if (until <= clock()) forget(name, urls, url);
    return urls;
  };
  return {
    rest: ({ serviceId, origin, url }, restMs) => {
      const name = `${serviceId} ${origin}`;
      const urls = resting(name);
      if (!urls.has(url)) size += 1;
      urls.set(url, Math.max(urls.get(url) ?? 0, clock() + restMs));
      // To the end of the hosts, of which the first are forgotten.
      hosts.delete(name);
      hosts.set(name, urls);
      for (const [oldest, old] of hosts) {
        if (size <= mostResting) return;
        for (const [first] of old) {
          if (size > mostResting) forget(oldest, old, first);
        }
      }
    },
    left: ({ serviceId, origin, url }) => {
      const urls = resting(`${serviceId} ${origin}`);
      const until = urls.get(url) ?? (urls.size >= urlsOfHost ? Math.min(...urls.values()) : 0);
      return Math.max(0, until - clock());
    },
  };
}
