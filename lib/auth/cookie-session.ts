import { decode } from "next-auth/jwt";
import type { Member } from "./member";
import { sessionCookieName, sessionSecret } from "./next-auth";
import { memberOfSession } from "./sign-in";

/** The member whose session cookie came with a request outside Next, or undefined. */
export async function memberOfCookie(cookieHeader: string | undefined): Promise<Member | undefined> {
  const name = `${sessionCookieName()}=`;
  const value = (cookieHeader ?? "")
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(name))
    ?.slice(name.length);
  if (!value) return undefined;
  const token = await tokenOf(value);
  if (!token?.sub) return undefined;
  return memberOfSession(token.sub, Number(token["epoch"] ?? 0));
}

/** What the cookie says; null for one that is not ours, whatever is wrong with it. */
async function tokenOf(value: string) {
  try {
    return await decode({ token: decodeURIComponent(value), secret: sessionSecret() });
  } catch {
    return null;
  }
}
