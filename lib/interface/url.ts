/**
 * Schemes that run script or carry a document of their own; refused wherever a link is opened
 * (contract 4).
 */
const dangerous = ["javascript", "data", "vbscript"];

/**
 * Schemes that mean something on one device or in one browser only: what they name is not there on
 * another, and browsers open none of them from a notification.
 */
const local = new Set([
  ...dangerous,
  "about",
  "android-app",
  "blob",
  "chrome",
  "chrome-extension",
  "content",
  "edge",
  "file",
  "filesystem",
  "intent",
  "jar",
  "moz-extension",
  "opera",
  "resource",
  "safari-web-extension",
  "view-source",
]);

/**
 * A URL as the WHATWG parser of the platform reads it; undefined for what is none. Everything that
 * judges a URL asks here. `URL.canParse` is not used: from some thousand calls on, Node 20 says
 * false of hosts beyond ASCII. Chromium escapes what no host may hold, such as a space, where the
 * standard and Node refuse it; a host that is left with an escape is none here, so that the console
 * says what the endpoint says.
 *
 * @param base what a relative one is relative to
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    const url = new URL(text, base);
    return hasDomain(url.protocol) && url.hostname.includes("%") ? undefined : url;
  } catch {
    return undefined;
  }
}

/**
 * Whether a scheme names a host by a domain: those that the standard calls special, but for files.
 */
function hasDomain(protocol: string): boolean {
  return /^(?:https?|wss?|ftp):$/.test(protocol);
}

/**
 * The scheme of a URL in lower case, read as browsers do: leading controls and spaces, and tabs and
 * newlines anywhere, do not count.
 */
export function schemeOf(url: string): string | undefined {
  let start = 0;
  while (start < url.length && url.charCodeAt(start) <= 0x20) start += 1;
  // A scheme that matters is short; looking no further keeps this linear in nothing but the spaces
  // before it.
  const beginning = url.slice(start, start + 256).replace(/[\t\n\r]/g, "");
  return /^([a-z][a-z\d+.-]*):/i.exec(beginning)?.[1]?.toLowerCase();
}

/** The scheme when it is one of those refused, such as `javascript`. */
export function dangerousScheme(url: string): string | undefined {
  const scheme = schemeOf(url);
  return scheme !== undefined && dangerous.includes(scheme) ? scheme : undefined;
}

/** The scheme when it is one that other devices cannot follow, such as `file` or `blob`. */
export function localScheme(url: string): string | undefined {
  const scheme = schemeOf(url);
  return scheme !== undefined && local.has(scheme) ? scheme : undefined;
}

/** Schemes that mean something on every device, so that they are no app's own. */
const common = new Set([
  "http",
  "https",
  "ftp",
  "ws",
  "wss",
  "mailto",
  "tel",
  "sms",
  "geo",
  "market",
]);

/** Whether a scheme, without its colon, belongs to the system or the web, and not to one app. */
export function isCommonScheme(scheme: string): boolean {
  const small = scheme.toLowerCase();
  return common.has(small) || local.has(small);
}

/**
 * Whether a text names its scheme, so that it means the same everywhere. `localhost:3000` and
 * `example.com:80` do not.
 */
export function isAbsoluteUrl(url: string): boolean {
  const scheme = schemeOf(url);
  return scheme !== undefined && !scheme.includes(".") && !/^[^:]*:\d+(?:[/?#]|$)/.test(url);
}

/**
 * Whether a text may stand where a link or a picture is named (contract 4): an absolute URL, or one
 * that lacks its scheme alone, so that `https://` before it makes it one. What names http or https
 * itself has to be well formed as it stands.
 */
export function isLink(text: string): boolean {
  if (parseUrl(text) !== undefined) return true;
  const scheme = schemeOf(text);
  return scheme !== "http" && scheme !== "https" && parseUrl(`https://${text}`) !== undefined;
}

/**
 * Whether parsers would cut something off a URL: controls and spaces around it, tabs and line
 * breaks within.
 */
export function hasStraySpace(url: string): boolean {
  return url !== url.trim() || hasControls(url);
}

/** Whether a picture can be fetched from a URL by anybody: http and https alone. */
export function isPictureUrl(url: string): boolean {
  return /^https?:$/.test(parseUrl(url)?.protocol ?? "");
}

/**
 * A proper address to call, as the interface wants a `notifyurl` (interface 7, contract 4):
 * absolute, http or https with its `//`, without spaces around or tabs and line breaks within.
 * Undefined for anything else. The parser, the guard of outgoing calls, the sender of updates and
 * the form agree on it.
 */
export function parseHttpUrl(url: string): URL | undefined {
  return /^https?:\/\//i.test(url) && !hasStraySpace(url) ? parseUrl(url) : undefined;
}

/** What is said of a URL that {@link hasUserInfo}, behind the name of its field. */
export const userInfoRefused = "must hold no user name or password";

/** Whether a URL holds a user name or a password. */
export function hasUserInfo(url: string): boolean {
  const parsed = parseUrl(url);
  return parsed !== undefined && (parsed.username !== "" || parsed.password !== "");
}

/**
 * A URL as it may be shown and written down: without its user name and password. What is no URL
 * stays as it is.
 */
export function withoutUserInfo(url: string): string {
  return hasUserInfo(url) ? url.replace(/\/\/[^/?#\\]*@/, "//…@") : url;
}

/** Whether a text is a proper `notifyurl`. */
export function isNotifyUrl(url: string): boolean {
  return parseHttpUrl(url) !== undefined;
}

function hasControls(url: string): boolean {
  for (let at = 0; at < url.length; at++)
    if (url.charCodeAt(at) < 0x20 || url.charCodeAt(at) === 0x7f) return true;
  return false;
}

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
