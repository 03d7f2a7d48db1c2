import { encode } from "next-auth/jwt";
import { setCookieHeader } from "./cookies";
import { cookieSeconds, sessionSecret } from "./next-auth";
import type { SessionRef } from "./sessions";

/**
 * The `Set-Cookie` header of a session that began without next-auth's form, by single sign-on: the
 * same cookie with the same token, so that everything that reads, lists and ends sessions knows one
 * kind of them.
 */
export async function sessionCookie({ memberId, sessionId }: SessionRef): Promise<string> {
  const token = await encode({
    token: { sub: memberId, sid: sessionId },
    secret: sessionSecret(),
    maxAge: cookieSeconds,
  });
  return setCookieHeader("session", token, cookieSeconds);
}
