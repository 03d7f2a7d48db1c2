import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { ForbiddenAddressError, notConnected } from "./errors";
import {
  checkedAddresses,
  plainHost,
  reachedProblem,
  type AllowList,
  type CheckedAddress,
} from "./guard";
import { assertBehindProxy, proxyOf, tunnel, tunnelMs } from "./proxy";

/**
 * For a connection, with its handshake (milliseconds): less than any call has, so that one that
 * hangs before anything was sent counts as not sent.
 */
export const connectMs = 8_000;
/**
 * After which the next address of a name is tried (milliseconds; RFC 8305, 5): a network may have
 * IPv6 addresses and no way to them.
 */
export const nextAddressMs = 1_000;

/**
 * Connects to what the guard lets through: names and literal addresses are checked before, and what
 * was reached after. The addresses of a name are tried one after the other. Behind a proxy the
 * proxy connects. Fails with `ForbiddenAddressError` or `NotSentError`.
 *
 * @param ca PEM; for a private certificate authority
 */
export function checkedConnector(allowed: AllowList, ca?: string): buildConnector.connector {
  return (options, callback) => {
    const { protocol } = options;
    const host = plainHost(options.hostname);
    const port = Number(options.port || (protocol === "https:" ? 443 : 80));
    const end: buildConnector.Callback = (...[error, socket]) =>
      error ? callback(notConnected(error), null) : callback(null, socket);
    const proxy = proxyOf(protocol, host, port);
    if (proxy) {
      void throughProxy(proxy, { host, port, allowed, ca }, options, end);
      return;
    }
    // A socket looks nothing up for these.
    const problem = isIP(host) === 0 ? undefined : reachedProblem(host, port, host, allowed);
    if (problem !== undefined) return end(new ForbiddenAddressError(problem), null);
    connectTo(connectorOf({ port, allowed, ca }), options, (...[error, socket]) => {
      if (error) return end(error, null);
      const reached = reachedProblem(host, port, socket.remoteAddress, allowed);
      if (reached === undefined) return end(null, socket);
      socket.destroy();
      end(new ForbiddenAddressError(reached), null);
    });
  };
}

interface Way {
  port: number;
  allowed: AllowList;
  ca: string | undefined;
}

function connectorOf({ port, allowed, ca }: Way): buildConnector.connector {
  const lookUp = async (host: string, all: boolean, callback: Parameters<LookupFunction>[2]) => {
    let checked: CheckedAddress[];
    try {
      checked = await checkedAddresses(host, port, allowed);
    } catch (error) {
      return callback(error as NodeJS.ErrnoException, []);
    }
    return all
      ? callback(null, checked)
      : callback(null, checked[0]?.address ?? "", checked[0]?.family);
  };
  return buildConnector({
    timeout: connectMs,
    autoSelectFamilyAttemptTimeout: nextAddressMs,
    ...(ca === undefined ? {} : { ca }),
    lookup: (host, { all }, callback) => void lookUp(host, all === true, callback),
  });
}

async function throughProxy(
  proxy: URL,
  { host, port, allowed, ca }: Way & { host: string },
  options: buildConnector.Options,
  end: buildConnector.Callback,
): Promise<void> {
  try {
    await assertBehindProxy(host, port, allowed);
    const socket = await tunnel(proxy, host, port, tunnelMs);
    if (options.protocol !== "https:") return end(null, socket);
    const connect = buildConnector({
      timeout: connectMs - tunnelMs,
      ...(ca === undefined ? {} : { ca }),
    });
    connectTo(connect, { ...options, httpSocket: socket }, end);
  } catch (error) {
    end(error instanceof Error ? error : new Error(String(error)), null);
  }
}

/**
 * Connects; an address is no name for TLS (RFC 6066, 3), and newer versions of Node throw for it.
 */
function connectTo(
  connect: buildConnector.connector,
  options: buildConnector.Options,
  callback: buildConnector.Callback,
): void {
  const isNamed = options.protocol === "https:" && isIP(plainHost(options.hostname)) === 0;
  const servername = isNamed ? (options.servername ?? options.hostname) : undefined;
  try {
    connect(
      {
        ...options,
        hostname: plainHost(options.hostname),
        ...(servername === undefined ? {} : { servername }),
      },
      callback,
    );
  } catch (error) {
    // A call whose end is not reported would wait for ever.
    callback(error instanceof Error ? error : new Error(String(error)), null);
  }
}
