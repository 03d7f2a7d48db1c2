import { decode } from "next-auth/jwt";
import { cookieValue } from "./cookies";
import type { Member } from "./member";
import { sessionSecret } from "./next-auth";
import { memberOfSession, sessionOfToken, type SessionRef } from "./sessions";

/**
 * The member whose session cookie came with a request, or undefined.
 *
 * @param use whether a person is at it, which keeps the session from falling idle
 */
export async function memberOfCookie(
  cookieHeader: string | null | undefined,
  use: boolean,
): Promise<Member | undefined> {
  const session = await sessionOfCookie(cookieHeader);
  return session && memberOfSession(session, use);
}

/**
 * The session that a cookie names, ended or not; undefined for one that is not ours, for any
 * reason.
 */
export async function sessionOfCookie(
  cookieHeader: string | null | undefined,
): Promise<SessionRef | undefined> {
  const value = cookieValue(cookieHeader, "session");
  if (value === undefined) return undefined;
  try {
    return sessionOfToken(
      await decode({ token: decodeURIComponent(value), secret: sessionSecret() }),
    );
  } catch {
    return undefined;
  }
}
