import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { config } from "@/lib/config/config";
import { isAbsoluteUrl, parseHttpUrl, schemeOf } from "@/lib/interface/url";
import { ForbiddenAddressError } from "./errors";
import { resolveListed, resolveTyped } from "./resolve";

/**
 * Ports that calls to an address a user typed may go to; others only where `NOTIFY_ALLOW` lists the
 * host.
 */
const ports = new Set([80, 443, 8443]);

/** What may be reached although it is private. */
export interface AllowList {
  /** The setting that lists hosts and ranges. */
  by: "NOTIFY_ALLOW" | "PROVIDER_ALLOW";
  /** `host:port` of the lab, which need not be listed. */
  lab?: readonly string[];
}
/** For addresses that users type: notify URLs. */
export const notify: AllowList = { by: "NOTIFY_ALLOW" };

/** Where a call may connect to: an address that was checked. */
export interface CheckedAddress {
  address: string;
  family: 4 | 6;
}

/**
 * Returns what is wrong with an address that a user typed, as far as that can be checked without
 * DNS; undefined when nothing is. The URL parser of the platform has already turned decimal, octal
 * and hexadecimal spellings of IPv4 into the usual one.
 */
export function addressProblem(url: string): string | undefined {
  const parsed = parseHttpUrl(url);
  if (!parsed)
    return isAbsoluteUrl(url) && !/^https?$/.test(schemeOf(url) ?? "")
      ? "only http and https are called"
      : "not a proper URL";
  const { protocol, username, password, hostname, port } = parsed;
  if (username !== "" || password !== "")
    return "a URL with a user name or password in it is not called; use notifyurlAuthId";
  const host = plainHost(hostname);
  const number = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
  if (isListed(host, number, notify)) return undefined;
  if (!ports.has(number) && !isListedAddress(host, notify))
    return `port ${number} is not called; add ${host} to NOTIFY_ALLOW`;
  if (host === "localhost" || host.endsWith(".localhost"))
    return `${host} is this machine; add it to NOTIFY_ALLOW`;
  return isIP(host) === 0 ? undefined : addressRange(host);
}

/**
 * Resolves a host and checks every address that comes out: one forbidden address among them is
 * enough to refuse, so that DNS cannot smuggle one in. Connect to the addresses returned and to no
 * other. Throws {@link ForbiddenAddressError}; errors of DNS pass.
 */
export async function checkedAddresses(
  hostname: string,
  port: number,
  allowed: AllowList,
): Promise<CheckedAddress[]> {
  const host = plainHost(hostname);
  const resolve = isListed(host, port, allowed) ? resolveListed : resolveTyped;
  const addresses =
    isIP(host) === 0 ? await resolve(host) : [{ address: host, family: isIP(host) }];
  if (addresses.length === 0) throw new ForbiddenAddressError(`${host} has no address`);
  for (const { address } of addresses) {
    const problem = reachedProblem(host, port, address, allowed);
    if (problem !== undefined) throw new ForbiddenAddressError(problem);
  }
  return addresses.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}

/**
 * Why an address that a host led to may not be reached; undefined when it may. For what DNS says,
 * and for what a socket then reached.
 */
export function reachedProblem(
  hostname: string,
  port: number,
  address: string | undefined,
  allowed: AllowList,
): string | undefined {
  const host = plainHost(hostname);
  if (isListed(host, port, allowed)) return undefined;
  if (address === undefined) return `${host} led nowhere`;
  const problem = addressRange(address, allowed);
  return problem === undefined || host === address
    ? problem
    : `${host} leads to a forbidden address: ${problem}`;
}

/**
 * Whether the deployment lists a host by name, by its address or by a range, or it is the lab's:
 * such a host may be called although it is private.
 */
export function isMeant(hostname: string, port: number, allowed: AllowList): boolean {
  const host = plainHost(hostname);
  return isListed(host, port, allowed) || isListedAddress(host, allowed);
}

/**
 * Why an address may not be reached; undefined when it may: it is public, or the deployment lists a
 * range with it.
 */
export function addressRange(text: string, allowed: AllowList = notify): string | undefined {
  const plain = text.split("%")[0] ?? text;
  if (!ipaddr.isValid(plain)) return `${text} is no address`;
  const parsed = ipaddr.parse(plain);
  const address = embedded(parsed);
  if (isListedAddress(plain, allowed) || isListedAddress(address.toString(), allowed))
    return undefined;
  const range = address.range();
  const isPublic =
    range === "unicast" && (address instanceof ipaddr.IPv4 || address.match(globalUnicast));
  if (isPublic) return undefined;
  return `${text} is a private address (${range === "unicast" ? "outside 2000::/3" : range}); add it to ${allowed.by}`;
}

/**
 * All of IPv6 that is handed out to the internet (RFC 4291, section 2.4; IANA's registry). Nothing
 * else of it is public, in any notation.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");
const wellKnownNat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/** The IPv4 address inside an IPv6 one: mapped, NAT64 (RFC 6052) and 6to4 reach it in the end. */
function embedded(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (!(address instanceof ipaddr.IPv6)) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  const bytes = address.toByteArray();
  // The prefix of RFC 6052 alone: ipaddr.js counts those of one's own network (RFC 8215) among
  // them.
  if (address.match(wellKnownNat64)) return new ipaddr.IPv4(bytes.slice(12));
  return address.range() === "6to4" ? new ipaddr.IPv4(bytes.slice(2, 6)) : address;
}

/** Whether the host is listed, with this port or with none. */
function isListed(host: string, port: number, { by, lab = [] }: AllowList): boolean {
  if (lab.includes(`${host}:${port}`)) return true;
  return config()[by].some(
    (entry) =>
      entry === host ||
      entry === `${host}:${port}` ||
      entry === `[${host}]` ||
      entry === `[${host}]:${port}`,
  );
}

/** Whether a range that is listed has the address, or it is listed itself. */
function isListedAddress(text: string, { by }: AllowList): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  return config()[by].some((entry) => {
    if (!ipaddr.isValidCIDR(entry))
      return ipaddr.isValid(entry) && ipaddr.parse(entry).toString() === address.toString();
    const [range, bits] = ipaddr.parseCIDR(entry);
    return range.kind() === address.kind() && address.match(range, bits);
  });
}

/** A host as it is compared: lower case, without the brackets of IPv6 and the last dot. */
export function plainHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
}
