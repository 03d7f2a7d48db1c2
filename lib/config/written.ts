import { homedir } from "node:os";
import { join } from "node:path";
import { parseAddress } from "@/lib/inputs/own-page";
import { asciiDigits } from "@/lib/inputs/typed-number";

const quotes: readonly (readonly [open: string, close: string])[] = [
  ['"', '"'],
  ["'", "'"],
  ["“", "”"],
  ["‘", "’"],
];

/**
 * A value as a person means it: environment files of containers keep quotation marks, blanks and
 * the end of a line of Windows.
 */
export function meantValue(value: string): string {
  const text = value.trim();
  const quoted = quotes.find(
    ([open, close]) => text.length > 1 && text.startsWith(open) && text.endsWith(close),
  );
  return quoted ? text.slice(1, -1).trim() : text;
}

const switches: Readonly<Record<string, boolean>> = {
  "1": true,
  true: true,
  yes: true,
  on: true,
  "0": false,
  false: false,
  no: false,
  off: false,
};

/** Reads 1, true, yes, on and their opposites, in any case; undefined for anything else. */
export function switchOf(value: string): boolean | undefined {
  const name = asciiDigits(value).toLowerCase();
  return Object.hasOwn(switches, name) ? switches[name] : undefined;
}

/**
 * Why a path is not what its writer means; undefined when it is. Service managers and containers
 * have no shell that puts anything in its place.
 */
export function pathFault(path: string): string | undefined {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(path)) return "must be a path, not a URL";
  if (path.startsWith("~") && homedir() === "")
    return "~ stands for the home folder, but HOME is empty; write the whole path";
  if (/^~[^/\\]/.test(path)) return "~ stands for your own home folder alone; write the whole path";
  if (/^file:/i.test(path)) return "must be a path, not a URL";
  if (/\$[{(]?\w|%\w+%|^%\w(?:\/|$)|`|\{\{/.test(path))
    return "variables and commands are not replaced here; write the whole path";
  return undefined;
}

/** A path with the home folder in place of `~`. */
export function wholePath(path: string): string {
  return /^~(?:[/\\]|$)/.test(path) ? join(homedir(), path.slice(2)) : path;
}

/**
 * What stands behind the host of an address that has to be an origin; undefined where nothing does
 * but a slash.
 */
export function behindOrigin(url: string): string | undefined {
  const parsed = parseAddress(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return undefined;
  if (parsed.hostname.includes("*")) return "must be one address: write the host without *";
  if (parsed.username !== "" || parsed.password !== "")
    return "must not contain a user name or password";
  const rest = behindHost(parsed);
  // A password with a sign in it: what stands before the sign was read as the host.
  if (rest.includes("@")) return "must not contain a user name or password";
  return rest === ""
    ? undefined
    : `must end with the host: remove “${rest}”. Clarion cannot be served below a path`;
}

function behindHost({ pathname, search, hash }: URL): string {
  return `${pathname.replace(/^\/$/, "")}${search}${hash}`;
}

/** Why the address of a proxy cannot be used; undefined where it can. Repeats nothing of it. */
export function proxyFault(url: string): string | undefined {
  const fault = credentialFault(url);
  if (fault !== undefined) return fault;
  const parsed = parseAddress(url);
  return parsed && behindHost(parsed) !== "" ? "must end with the host and port" : undefined;
}

const encoded =
  "#, /, ?, @, :, % and \\ in the user name and password must be percent-encoded: write %23, %2F, %3F, %40, %3A, %25 and %5C";

/** An @ in a query that stands in no value: `?name=a@b` has one that does. */
const strayAt = /[?&][^=&]*@/;

/**
 * Why the user name and password of a URL cannot be read; undefined where they can. Repeats nothing
 * of them.
 */
export function credentialFault(url: string): string | undefined {
  const [, authority = "", path = "", behind = ""] =
    /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)([^?#]*)(.*)$/is.exec(url) ?? [];
  // What should stand before the host has ended it: only a query behind a path may have an @.
  if (
    url.includes("#") ||
    path.includes("@") ||
    (/^\/?$/.test(path) && behind.includes("@")) ||
    strayAt.test(behind)
  )
    return encoded;
  // The URL standard reads it as a slash in http addresses: what is left of it would be called as
  // the host.
  if (authority.includes("\\")) return encoded;
  const credentials = authority.slice(0, Math.max(0, authority.lastIndexOf("@")));
  if (credentials.includes("@") || /:.*:/s.test(credentials)) return encoded;
  try {
    decodeURIComponent(credentials);
  } catch {
    return encoded;
  }
  return credentials !== "" && parseAddress(url) === undefined ? encoded : undefined;
}

/** Parameters of a connection string that the driver honours. */
const parameters = new Set([
  "ssl",
  "sslmode",
  "sslcert",
  "sslkey",
  "sslrootcert",
  "sslnegotiation",
  "uselibpqcompat",
  "host",
  "port",
  "client_encoding",
  "application_name",
  "fallback_application_name",
  "statement_timeout",
  "lock_timeout",
  "idle_in_transaction_session_timeout",
]);
/** Parameters of Prisma, libpq, pgbouncer and hosts that the driver ignores. */
const unsupported = new Set([
  "schema",
  "connection_limit",
  "pool_timeout",
  "socket_timeout",
  "pgbouncer",
  "statement_cache_size",
  "sslidentity",
  "sslpassword",
  "sslaccept",
  "sslcrl",
  "sslcompression",
  "ssl_min_protocol_version",
  "ssl_max_protocol_version",
  "channel_binding",
  "gssencmode",
  "krbsrvname",
  "connect_timeout",
  "keepalives",
  "keepalives_idle",
  "keepalives_interval",
  "keepalives_count",
  "tcp_user_timeout",
  "target_session_attrs",
  "load_balance_hosts",
  "hostaddr",
  "passfile",
  "require_auth",
  "service",
  "replication",
  "options",
  "search_path",
  "user",
  "password",
  "dbname",
  "database",
  "currentSchema",
  "prepareThreshold",
  "max",
  "min",
  "pool_size",
  "poolsize",
]);
const sslModes = new Set(["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"]);
const sslSwitches = new Set(["true", "1", "0", "no-verify"]);

/**
 * Which parameter of a connection string is not supported, and what to do; undefined where all are.
 */
export function parameterFault(url: string): string | undefined {
  for (const [name, value] of parseAddress(url)?.searchParams ?? []) {
    if (name === "schema")
      return "the parameter schema is not supported: Clarion uses the first schema of the user’s search_path; remove it";
    if (unsupported.has(name)) return `the parameter ${name} is not supported; remove it`;
    // Its name may be a piece of a password with a ? in it.
    if (!parameters.has(name))
      return `a parameter behind the ? is not supported; only ${[...parameters].join(", ")} are. If the ? is part of the password, write %3F`;
    if (name === "sslmode" && !sslModes.has(value))
      return `sslmode must be one of ${[...sslModes].join(", ")}`;
    if (name === "ssl" && !sslSwitches.has(value))
      return `ssl must be one of ${[...sslSwitches].join(", ")}`;
    if (name === "port" && !/^\d{1,5}$/.test(value)) return "the parameter port must be a number";
  }
  return undefined;
}
