import { promises } from "node:dns";
import { lookup } from "node:dns/promises";
import { networkInterfaces } from "node:os";
import { once } from "@/lib/runtime/once";

/** An address of a name. */
export interface Address {
  address: string;
  family: number;
}

/**
 * For one question to a name server, which is asked twice (milliseconds): less than any call has.
 */
const timeoutMs = 2_000;
const tries = 2;
/** Names that wait for the system's resolver. */
const mostWaiting = 1_000;

const resolver = () => once("resolver", () => new promises.Resolver({ timeout: timeoutMs, tries }));

/**
 * Returns the addresses of a name that a user typed. The name servers are asked directly: the
 * system's resolver occupies one of the few threads that files and passwords need, too, so that
 * some names whose servers do not answer would delay all others. That one is asked, for one name at
 * a time, about names that the servers do not have: those of the hosts file and of search domains.
 * Rejects with the code of DNS; EAI_AGAIN when no server answers in time.
 */
export async function resolveTyped(host: string): Promise<Address[]> {
  const [four, six] = await Promise.allSettled([
    resolver().resolve4(host),
    resolver().resolve6(host),
  ]);
  const addresses = [...addressesOf(four, 4), ...addressesOf(six, 6)];
  if (addresses.length > 0) return hasIPv4() ? addresses : addresses.toReversed();
  if ([four, six].some((result) => result.status === "rejected" && isOfServer(result.reason)))
    throw tryAgain(`no name server answered for ${host}`);
  return systemLookup(host);
}

/**
 * Returns the addresses of a name of the deployment by the system's resolver, which knows the hosts
 * file and search domains. Rejects with the code of DNS.
 */
export function resolveListed(host: string): Promise<Address[]> {
  return lookup(host, { all: true });
}

/**
 * Whether the servers of the name's own zone fail: the system's resolver would only wait for them,
 * too.
 */
function isOfServer(error: unknown): boolean {
  return ["ETIMEOUT", "ESERVFAIL"].includes((error as { code?: string }).code ?? "");
}

function addressesOf(result: PromiseSettledResult<string[]>, family: 4 | 6): Address[] {
  return result.status === "fulfilled" ? result.value.map((address) => ({ address, family })) : [];
}

/**
 * Whether this machine has an IPv4 address of a network: otherwise a name's IPv6 addresses come
 * first.
 */
function hasIPv4(): boolean {
  return Object.values(networkInterfaces()).some((addresses = []) =>
    addresses.some(({ family, internal }) => family === "IPv4" && !internal),
  );
}

async function systemLookup(host: string): Promise<Address[]> {
  const queue = once("system-lookups", () => ({ last: Promise.resolve(), waiting: 0 }));
  if (queue.waiting >= mostWaiting)
    throw tryAgain(`too many names wait to be looked up; ${host} is tried again later`);
  queue.waiting += 1;
  const before = queue.last;
  const result = (async () => {
    await before;
    try {
      return await lookup(host, { all: true });
    } finally {
      queue.waiting -= 1;
    }
  })();
  queue.last = result.then(
    () => undefined,
    () => undefined,
  );
  return result;
}

function tryAgain(message: string): Error {
  return Object.assign(new Error(message), { code: "EAI_AGAIN" });
}
