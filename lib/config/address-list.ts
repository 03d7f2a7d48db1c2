import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * An address as text, in one spelling each: IPv4 in four decimal parts, IPv6 as RFC 5952 has it, an
 * IPv4-mapped IPv6 address as the IPv4 one that it means. Undefined for everything else: names,
 * ports, brackets, zones, and IPv4 in the shorthands that old programs read (`127.1`).
 */
export function plainAddress(text: string): string | undefined {
  return parse(text)?.toString();
}

/** Whether an entry of a list is an address or a CIDR range. */
export function isAddressOrRange(entry: string): boolean {
  return range(entry) !== undefined;
}

/**
 * The part of the network that one client has for itself: an IPv4 address, or the first 64 bits of
 * an IPv6 one, of which a client has 2^64.
 */
export function networkOf(address: string): string {
  const parsed = parse(address);
  if (!parsed || parsed.kind() === "ipv4") return parsed?.toString() ?? address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}

/** Whether an address is one that the internet does not carry: loopback, private, link-local. */
export function isPrivate(address: string): boolean {
  const kind = parse(address)?.range();
  return (
    kind === "loopback" ||
    kind === "private" ||
    kind === "linkLocal" ||
    kind === "uniqueLocal" ||
    kind === "carrierGradeNat"
  );
}

/** Addresses and CIDR ranges. */
export class AddressList {
  readonly #ranges: [Address, number][];

  /** Entries that are neither address nor range count for nothing. */
  constructor(entries: readonly string[]) {
    this.#ranges = entries.map(range).filter((entry) => entry !== undefined);
  }

  /** Whether the address lies in one of the ranges; what is no address does in none. */
  includes(address: string): boolean {
    const parsed = parse(address);
    return (
      parsed !== undefined &&
      this.#ranges.some(([net, bits]) => net.kind() === parsed.kind() && parsed.match(net, bits))
    );
  }
}

function parse(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  return /^[\da-f:.]+$/i.test(text) && text.includes(":") && ipaddr.IPv6.isValid(text)
    ? ipaddr.process(text)
    : undefined;
}

function range(entry: string): [Address, number] | undefined {
  const [, net = "", digits] = /^\s*([^\s/]+)(?:\/(\d{1,3}))?\s*$/.exec(entry) ?? [];
  const address = parse(net);
  if (!address) return undefined;
  const widest = address.kind() === "ipv4" ? 32 : 128;
  // A range of IPv4-mapped addresses is the range of IPv4 addresses behind its first 96 bits.
  const bits =
    digits === undefined ? widest : Number(digits) - (net.includes(":") && widest === 32 ? 96 : 0);
  return bits >= 0 && bits <= widest ? [address, bits] : undefined;
}
