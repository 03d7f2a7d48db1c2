/** Names of hosts that mean something on one machine or in one network only. */
const localNames = /(^|\.)(localhost|local|localdomain|internal|lan|home\.arpa)$/;
/**
 * Addresses of IPv4 that are private, shared, link-local or of this machine (RFC 6890), as the URL
 * parser writes them.
 */
const localIpv4 =
  /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
/** The same of IPv6: loopback, link-local and unique local (RFC 4193). */
const localIpv6 = /^\[(::1\]|fe[89ab][\da-f]:|f[cd][\da-f]{2}:)/;

/** A host in lower case without the last dot, which names the same (RFC 1034, 3.1). */
export function hostName(hostname: string): string {
  return hostname.toLowerCase().replace(/(?<=.)\.$/, "");
}

/** Whether a host's name is one of a local network, such as `localhost` or `push.internal`. */
export function isLocalName(host: string): boolean {
  return localNames.test(host);
}

/**
 * Whether a host, as {@link hostName} gives it, can only be this machine or one in a private
 * network.
 */
export function isLocalHost(host: string): boolean {
  return isLocalName(host) || localIpv4.test(host) || localIpv6.test(host) || /^[^.:]+$/.test(host);
}
