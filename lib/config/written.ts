import { homedir } from "node:os";
import { parseAddress } from "@/lib/inputs/own-page";
import { asciiDigits } from "@/lib/inputs/typed-number";

const quotes: readonly (readonly [open: string, close: string])[] = [
  ['"', '"'],
  ["'", "'"],
  ["“", "”"],
  ["‘", "’"],
];

/** A value as a person means it: environment files of containers keep quotation marks, blanks and the end of a line of Windows. */
export function meantValue(value: string): string {
  const text = value.trim();
  const quoted = quotes.find(([open, close]) => text.length > 1 && text.startsWith(open) && text.endsWith(close));
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

/** Why a path is not what its writer means; undefined when it is. Service managers and containers have no shell that puts anything in its place. */
export function pathFault(path: string): string | undefined {
  if (/^~[^/\\]/.test(path)) return "~ stands for your own home folder alone; write the whole path";
  if (/\$\{?\w|%\w+%/.test(path)) return "variables are not replaced here; write the whole path";
  return undefined;
}

/** A path with the home folder in place of `~`. */
export function wholePath(path: string): string {
  return /^~(?:[/\\]|$)/.test(path) ? `${homedir()}${path.slice(1)}` : path;
}

/** What stands behind the host of an address that has to be an origin; undefined where nothing does but a slash. */
export function behindOrigin(url: string): string | undefined {
  const parsed = parseAddress(url);
  if (!parsed) return undefined;
  if (parsed.username !== "" || parsed.password !== "") return "must not contain a user name or password";
  const rest = `${parsed.pathname.replace(/^\/$/, "")}${parsed.search}${parsed.hash}`;
  return rest === "" ? undefined : `must end with the host: remove “${rest}”. Clarion cannot be served below a path`;
}

const encoded = "#, /, ?, @, : and % in the user name and password must be percent-encoded: write %23, %2F, %3F, %40, %3A and %25";

/** An @ in a query that stands in no value: `?name=a@b` has one that does. */
const strayAt = /[?&][^=&]*@/;

/** Why the user name and password of a URL cannot be read; undefined where they can. Repeats nothing of them. */
export function credentialFault(url: string): string | undefined {
  const [, authority = "", path = "", behind = ""] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)([^?#]*)(.*)$/is.exec(url) ?? [];
  // What should stand before the host has ended it: only a query behind a path may have an @.
  if (url.includes("#") || path.includes("@") || (path === "" && behind.includes("@")) || strayAt.test(behind)) return encoded;
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
  "keepalives",
  "keepalives_idle",
  "connect_timeout",
  "statement_timeout",
  "lock_timeout",
  "idle_in_transaction_session_timeout",
]);
const sslModes = new Set(["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"]);

/** Which parameter of a connection string is not supported, and what to do; undefined where all are. */
export function parameterFault(url: string): string | undefined {
  for (const [name, value] of parseAddress(url)?.searchParams ?? []) {
    if (name === "schema")
      return "the parameter schema is not supported: Clarion uses the first schema of the user’s search_path; remove it";
    if (!parameters.has(name))
      return `${/^[a-z][a-z_]{0,39}$/i.test(name) ? `the parameter ${name}` : "one of its parameters"} is not supported; remove it`;
    if (name === "sslmode" && !sslModes.has(value)) return `sslmode must be one of ${[...sslModes].join(", ")}`;
  }
  return undefined;
}
