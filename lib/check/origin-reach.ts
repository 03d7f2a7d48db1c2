import type { OriginReach } from "@/lib/findings/origin-words";
import { addressRange } from "@/lib/outbound/guard";

/** Endings of names that mean something in one network only (RFC 6761, 6762, 8375). */
const local = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|test|invalid)$/;

/**
 * Whether devices anywhere can load what is served at the address of the console, as far as its
 * text shows, without a call.
 */
export function originReach(origin: string): OriginReach {
  const { protocol, hostname } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  // The parser of URLs has written every IPv4 address as four numbers.
  const isAddress = host.includes(":") || /^[\d.]+$/.test(host);
  const isPrivate = isAddress
    ? addressRange(host, { by: "PROVIDER_ALLOW" }) !== undefined
    : local.test(host) || !host.includes(".");
  if (isPrivate) return "private";
  return protocol === "https:" ? "reachable" : "http";
}
