import { randomUUID } from "node:crypto";
import { memberOfCookie } from "@/lib/auth/cookie-session";
import { sessionCookie } from "@/lib/auth/next-auth";
import { safePath } from "@/lib/inputs/own-page";
import { paths } from "@/lib/inputs/paths";
import { log } from "@/lib/log/log";
import { can } from "@/lib/policy/can";
import { forgetAttempt, openAttempt } from "./attempts";
import { beginSignOn, type SignOnRequest } from "./begin";
import { enter, tryOut } from "./enter";
import { SignOnError } from "./faults";
import { comeBack } from "./finish";

/** A browser that goes to a provider, or comes from there. */
export interface Visit extends Pick<SignOnRequest, "connectionId" | "cookie"> {
  /** Of the address, as it stands. */
  query: URLSearchParams;
  /** Header of the request. */
  userAgent: string | undefined;
}

/**
 * Where it is sent on to: a path of the console, or the provider; and the `Set-Cookie` headers that
 * go along.
 */
export interface SentOn {
  to: string;
  cookies: string[];
}

/**
 * Sends a user to a provider: `next` and `email` of the query are handed on; `try` makes it a test
 * run, for those alone who may set connections up. Everything that goes wrong leads to the page to
 * sign in at. Never throws.
 */
export async function goThere({ connectionId, query, cookie }: Visit): Promise<SentOn> {
  const next = query.get("next") ?? undefined;
  return orRefusal(connectionId, next, async () => {
    const tester = query.get("try") === null ? undefined : await memberOfCookie(cookie, true);
    if (query.get("try") !== null && !(tester && can(tester, "connection.save", null).ok))
      return { to: paths.signIn(), cookies: [] };
    const email = query.get("email") ?? undefined;
    const sent = await beginSignOn({ connectionId, next, email, cookie, testerId: tester?.id });
    return sent ? { to: sent.url, cookies: sent.cookies } : { to: paths.signIn(), cookies: [] };
  });
}

/**
 * Handles the return of a user from a provider: signs them in, or shows an owner the result of a
 * test run. Every error is shown. Never throws.
 */
export async function comeHere({ connectionId, query, cookie, userAgent }: Visit): Promise<SentOn> {
  const state = query.get("state");
  // What came back from a provider, with any result, does not come back again.
  const forgets =
    state !== null && openAttempt(connectionId, state, cookie) ? [forgetAttempt(state)] : [];
  const { to, cookies } = await orRefusal(connectionId, undefined, async () => {
    const back = await comeBack(connectionId, query, cookie);
    const { testerId, next } = back.attempt;
    if (testerId === null)
      return { to: next, cookies: [await sessionCookie(await enter(back, userAgent))] };
    // Only the member who began the test run sees its result.
    const member = await memberOfCookie(cookie, true);
    if (member?.id !== testerId || !can(member, "connection.save", null).ok)
      throw new SignOnError("stale");
    return {
      to: paths.connection(connectionId, { tried: await tryOut(back, testerId) }),
      cookies: [],
    };
  });
  return { to, cookies: [...cookies, ...forgets] };
}

async function orRefusal(
  connectionId: string,
  next: string | undefined,
  run: () => Promise<SentOn>,
): Promise<SentOn> {
  try {
    return await run();
  } catch (error) {
    return {
      to: paths.signIn({
        refused: faultReason(error, connectionId),
        by: connectionId,
        next: safePath(next),
      }),
      cookies: [],
    };
  }
}

/** What the page gets: the reason alone. What a provider said goes to the log. */
function faultReason(error: unknown, connection: string): string {
  if (error instanceof SignOnError) {
    const { reason, message: detail } = error;
    log().info(
      { connection, reason, ...(["answer", "unreachable"].includes(reason) && { detail }) },
      "single sign-on was refused",
    );
    return reason;
  }
  const id = randomUUID();
  log().error({ err: error, id, connection }, "single sign-on was not answered as it should");
  return `unavailable:${id}`;
}
