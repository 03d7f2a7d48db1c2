import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { config } from "@/lib/config/config";
import { isAbsoluteUrl, parseHttpUrl, schemeOf } from "@/lib/interface/url";
import { ForbiddenAddressError } from "./errors";

/** Ports that calls to an address a user typed may go to; others only where `NOTIFY_ALLOW` lists the host. */
const ports = new Set([80, 443, 8443]);

/** Where a call may connect to: an address that was checked. */
export interface CheckedAddress {
  address: string;
  family: 4 | 6;
}

/**
 * What is wrong with an address a user typed, as far as it can be told without asking DNS; undefined when nothing is. The URL parser of the
 * platform has already turned decimal, octal and hexadecimal spellings of IPv4 into the usual one.
 */
export function addressProblem(url: string): string | undefined {
  const parsed = parseHttpUrl(url);
  if (!parsed) return isAbsoluteUrl(url) && !/^https?$/.test(schemeOf(url) ?? "") ? "only http and https are called" : "not a proper URL";
  const { protocol, username, password, hostname, port } = parsed;
  if (username !== "" || password !== "") return "a URL with a user name or password in it is not called; use notifyurlAuthId";
  const host = plainHost(hostname);
  const number = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
  if (isListed(host, number)) return undefined;
  if (!ports.has(number) && !isListedAddress(host)) return `port ${number} is not called; NOTIFY_ALLOW may list ${host}`;
  if (host === "localhost" || host.endsWith(".localhost")) return `${host} is this machine; NOTIFY_ALLOW may list it`;
  return isIP(host) === 0 ? undefined : addressRange(host);
}

/**
 * Resolves a host and checks every address that comes out: one forbidden address among them is enough to refuse, so that DNS cannot smuggle one in.
 * Connect to the address returned and to no other. Throws {@link ForbiddenAddressError}; errors of DNS pass.
 */
export async function checkedAddress(hostname: string, port: number, exempt: readonly string[] = []): Promise<CheckedAddress> {
  const host = plainHost(hostname);
  const found = isIP(host) === 0 ? await lookup(host, { all: true }) : [{ address: host, family: isIP(host) }];
  const free = exempt.includes(`${host}:${port}`) || isListed(host, port);
  if (!free)
    for (const { address } of found) {
      const problem = addressRange(address);
      if (problem !== undefined) throw new ForbiddenAddressError(problem);
    }
  const [first] = found;
  if (!first) throw new ForbiddenAddressError(`${host} has no address`);
  return { address: first.address, family: first.family === 6 ? 6 : 4 };
}

/** Why an address may not be reached; undefined when it may: it is public, or `NOTIFY_ALLOW` has a range with it. */
export function addressRange(text: string): string | undefined {
  const plain = text.split("%")[0] ?? text;
  if (!ipaddr.isValid(plain)) return `${text} is no address`;
  const parsed = ipaddr.parse(plain);
  const address = embedded(parsed);
  if (isListedAddress(plain) || isListedAddress(address.toString())) return undefined;
  const range = address.range();
  // Site-local addresses are deprecated and counted as unicast by some.
  const siteLocal = address.kind() === "ipv6" && address.toString().startsWith("fec");
  return range === "unicast" && !siteLocal ? undefined : `${text} is not a public address (${range}); NOTIFY_ALLOW may list it`;
}

/** The IPv4 address inside an IPv6 one: mapped, NAT64 (RFC 6052) and 6to4 reach it in the end. */
function embedded(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (!(address instanceof ipaddr.IPv6)) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  const bytes = address.toByteArray();
  const range = address.range();
  if (range === "rfc6052") return new ipaddr.IPv4(bytes.slice(12));
  if (range === "6to4") return new ipaddr.IPv4(bytes.slice(2, 6));
  // ::a.b.c.d, deprecated, still understood by some.
  if (bytes.slice(0, 12).every((byte) => byte === 0) && bytes.slice(12).some((byte, at) => byte !== (at === 3 ? 1 : 0)))
    return new ipaddr.IPv4(bytes.slice(12));
  return address;
}

/** Whether `NOTIFY_ALLOW` names the host, with this port or with none. */
function isListed(host: string, port: number): boolean {
  return config().NOTIFY_ALLOW.some(
    (entry) => entry === host || entry === `${host}:${port}` || entry === `[${host}]` || entry === `[${host}]:${port}`,
  );
}

/** Whether a range of `NOTIFY_ALLOW` has the address, or it is listed itself. */
function isListedAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  return config().NOTIFY_ALLOW.some((entry) => {
    if (!ipaddr.isValidCIDR(entry)) return ipaddr.isValid(entry) && ipaddr.parse(entry).toString() === address.toString();
    const [range, bits] = ipaddr.parseCIDR(entry);
    return range.kind() === address.kind() && address.match(range, bits);
  });
}

function plainHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
}
