import { config } from "@/lib/config/config";

function isSecure(): boolean {
  return config().ORIGIN.startsWith("https:");
}

/**
 * How Clarion's cookies are set: unreadable to scripts, not sent along with other sites' forms,
 * over TLS alone where ORIGIN has it.
 */
export function cookieOptions() {
  return { httpOnly: true, sameSite: "lax" as const, path: "/", secure: isSecure() };
}

/**
 * Clarion's cookies: the session, the device that signed in before, attempts of single sign-on, and
 * the step of a sign-in that is under way.
 */
export type CookieName = "session" | "device" | "step" | `sign-on.${string}`;

/**
 * The full name of a cookie: with the prefix that binds it to the host where the console is served
 * over TLS.
 */
export function cookieName(name: CookieName): string {
  return `${isSecure() ? "__Host-" : ""}clarion.${name}`;
}

/** The `Set-Cookie` header of one of Clarion's cookies, which lives for so many seconds. */
export function setCookieHeader(name: CookieName, value: string, seconds: number): string {
  const { path, secure } = cookieOptions();
  return `${cookieName(name)}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/**
 * The value of one of Clarion's cookies in a `Cookie` header; the first when a client sends
 * several.
 */
export function cookieValue(
  header: string | null | undefined,
  name: CookieName,
): string | undefined {
  const start = `${cookieName(name)}=`;
  const cookie = partsOf(header).find((part) => part.startsWith(start));
  return cookie?.slice(start.length) || undefined;
}

/** Those of Clarion's cookies in a `Cookie` header whose names begin alike. */
export function cookieValues(
  header: string | null | undefined,
  prefix: "sign-on.",
): [name: CookieName, value: string][] {
  const start = cookieName(prefix);
  return partsOf(header).flatMap((part) => {
    const at = part.indexOf("=");
    return part.startsWith(start) && at > start.length
      ? [[`${prefix}${part.slice(start.length, at)}`, part.slice(at + 1)]]
      : [];
  });
}

function partsOf(header: string | null | undefined): string[] {
  return (header ?? "").split(";").map((part) => part.trim());
}
