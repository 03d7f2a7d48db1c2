import { once } from "node:events";
import { connect as connectPlain, isIP, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import ipaddr from "ipaddr.js";
import { config } from "@/lib/config/config";
import { ForbiddenAddressError, NotSentError, notConnected } from "./errors";
import { checkedAddresses, isMeant, plainHost, type AllowList } from "./guard";

/** For a tunnel; its handshake with the target comes after it (milliseconds). */
export const tunnelMs = 5_000;
/** For the look-up of a name that the proxy looks up again (milliseconds). */
const lookUpMs = 1_500;
/** Of a proxy's answer. */
const mostHeadBytes = 16_384;
/** Names of a network of one's own (RFC 6762, RFC 8375, RFC 9476, IANA's special-use names). */
const ownNetwork =
  /^[^.]*$|\.(?:localhost|local|internal|intranet|lan|corp|home|private|home\.arpa)$/;
const noAddress = new Set([
  "ENOTFOUND",
  "ENODATA",
  "EAI_AGAIN",
  "ETIMEOUT",
  "ESERVFAIL",
  "EREFUSED",
  "ECONNREFUSED",
]);

/**
 * The proxy through which an address is called (HTTPS_PROXY, HTTP_PROXY); undefined for this
 * machine itself and for what NO_PROXY lists.
 */
export function proxyOf(protocol: string, hostname: string, port: number): URL | undefined {
  const { HTTPS_PROXY, HTTP_PROXY, NO_PROXY } = config();
  const proxy = protocol === "https:" ? HTTPS_PROXY : HTTP_PROXY;
  const host = plainHost(hostname);
  if (
    proxy === undefined ||
    isThisMachine(host) ||
    NO_PROXY.some((entry) => isExcepted(entry, host, port))
  )
    return undefined;
  return new URL(proxy);
}

function isThisMachine(host: string): boolean {
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback";
}

/**
 * An entry is `*`, `<local>` (names without a dot), a name with the names below it (also as `.name`
 * or `*.name`), an address, the beginning of one (`192.168.*`) or a CIDR range; a name or address
 * may have a port.
 */
function isExcepted(entry: string, host: string, port: number): boolean {
  if (entry === "*") return true;
  if (entry.toLowerCase() === "<local>") return !/[.:]/.test(host);
  if (/^[\d.]+\*$/.test(entry)) return isIP(host) === 4 && host.startsWith(entry.slice(0, -1));
  const address = ipaddr.isValid(host) ? ipaddr.process(host) : undefined;
  if (ipaddr.isValidCIDR(entry)) {
    const [range, bits] = ipaddr.parseCIDR(entry);
    return address !== undefined && address.kind() === range.kind() && address.match(range, bits);
  }
  const [, bare = entry, onlyPort] = (isIP(entry) === 0 && /^(.+):(\d+)$/.exec(entry)) || [];
  if (onlyPort !== undefined && Number(onlyPort) !== port) return false;
  const name = plainHost(bare).replace(/^\*?\./, "");
  if (address) return isIP(name) !== 0 && ipaddr.process(name).toString() === address.toString();
  return host === name || host.endsWith(`.${name}`);
}

/**
 * Checks a target that a proxy connects to. An address, and a name that can be looked up here, are
 * judged as without a proxy. A name that cannot is left to the proxy, unless it is one of a network
 * of one's own. Throws `ForbiddenAddressError`.
 */
export async function assertBehindProxy(
  host: string,
  port: number,
  allowed: AllowList,
): Promise<void> {
  try {
    await Promise.race([checkedAddresses(host, port, allowed), late()]);
  } catch (error) {
    if (!noAddress.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    if (ownNetwork.test(host) && !isMeant(host, port, allowed))
      throw new ForbiddenAddressError(
        `${host} is a name of a private network; add it to ${allowed.by}`,
      );
  }
}

/** A machine behind a proxy often has no name server that answers: each call would wait for it. */
async function late(): Promise<never> {
  await setTimeout(lookUpMs, undefined, { ref: false });
  throw Object.assign(new Error("the name was not looked up in time"), { code: "EAI_AGAIN" });
}

/**
 * Opens a tunnel to an address through a proxy (RFC 9110, 9.3.6). Rejects with `NotSentError`,
 * which names the proxy without its password.
 */
export async function tunnel(
  proxy: URL,
  host: string,
  port: number,
  timeoutMs: number,
): Promise<Socket> {
  const signal = AbortSignal.timeout(timeoutMs);
  const name = `the proxy ${proxy.host}`;
  const socket = await reach(proxy, signal).catch((error: unknown) => {
    throw signal.aborted
      ? new NotSentError(`not connected: ${name} does not answer`)
      : behind(name, error);
  });
  const target = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const authorization =
    credentials === ":"
      ? ""
      : `Proxy-Authorization: Basic ${Buffer.from(credentials).toString("base64")}\r\n`;
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${authorization}\r\n`);
  const status = await headOf(socket, signal);
  if (status !== undefined && status >= 200 && status < 300) return socket;
  socket.destroy();
  if (status === undefined) throw new NotSentError(`not connected: ${name} did not answer`);
  const remedy =
    status === 407
      ? "set its user name and password in HTTPS_PROXY and HTTP_PROXY"
      : status === 403
        ? `let it connect to ${target}, or add the host to NO_PROXY`
        : `check whether it reaches ${target}`;
  throw new NotSentError(`not connected: ${name} answered ${status}; ${remedy}`);
}

function behind(name: string, error: unknown): NotSentError {
  return new NotSentError(
    `not connected: ${name} cannot be reached: ${notConnected(error).message.replace(/^not connected: /, "")}`,
  );
}

async function reach(proxy: URL, signal: AbortSignal): Promise<Socket> {
  const isTls = proxy.protocol === "https:";
  const to = { host: plainHost(proxy.hostname), port: Number(proxy.port || (isTls ? 443 : 80)) };
  const socket = isTls
    ? connectTls({ ...to, ...(isIP(to.host) === 0 ? { servername: to.host } : {}) })
    : connectPlain(to);
  try {
    await once(socket, isTls ? "secureConnect" : "connect", { signal });
  } catch (error) {
    socket.on("error", () => undefined).destroy();
    throw error;
  }
  // One that breaks while it changes hands is reported by what uses it next.
  socket.on("error", () => undefined);
  return socket;
}

/**
 * The status of a proxy's answer; what follows its head stays in the socket. Undefined when the
 * line ends, or the time is over, before it is whole.
 */
function headOf(socket: Socket, signal: AbortSignal): Promise<number | undefined> {
  return new Promise((resolve) => {
    let head = Buffer.alloc(0);
    const end = (status?: number) => {
      socket.off("readable", read).off("end", fail).off("close", fail);
      signal.removeEventListener("abort", fail);
      resolve(status);
    };
    const fail = () => end();
    const read = () => {
      for (
        let chunk = socket.read() as Buffer | null;
        chunk;
        chunk = socket.read() as Buffer | null
      ) {
        head = Buffer.concat([head, chunk]);
        const bodyAt = head.indexOf("\r\n\r\n") + 4;
        if (bodyAt >= 4) {
          const rest = head.subarray(bodyAt);
          if (rest.length > 0) socket.unshift(rest);
          return end(statusOf(head));
        }
        if (head.length > mostHeadBytes) return fail();
      }
    };
    socket.on("readable", read).on("end", fail).on("close", fail);
    signal.addEventListener("abort", fail);
    read();
  });
}

function statusOf(head: Buffer): number | undefined {
  const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(head.toString("latin1")) ?? [];
  return status === undefined ? undefined : Number(status);
}
