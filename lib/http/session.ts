import type { IncomingMessage } from "node:http";
import { memberOfCookie } from "@/lib/auth/cookie-session";
import type { Member } from "@/lib/auth/member";
import { config } from "@/lib/config/config";
import { isOwnOrigin } from "@/lib/inputs/own-page";
import type { Action } from "@/lib/policy/actions";
import { can, canAnywhere, type Verdict } from "@/lib/policy/can";
import { CallError } from "./call-error";

/**
 * Whether a request comes from a page of the console: by its Origin, and where there is none
 * because the browser says so in Sec-Fetch-Site. Pages of other sites can set neither. What a proxy
 * says in X-Forwarded-Host counts for nothing.
 */
export function comesFromOurPage(request: IncomingMessage): boolean {
  const { origin, host } = request.headers;
  if (origin !== undefined) return isOwnOrigin(origin, host, config().ORIGIN);
  return request.headers["sec-fetch-site"] === "same-origin";
}

/** The refusal of a request that would change something and comes from nowhere or another site. */
export function foreignPageError(): CallError {
  const { ORIGIN } = config();
  return new CallError(
    403,
    `Only pages of ${ORIGIN} may do this. If that is not the address of this console, set ORIGIN.`,
  );
}

/** Whether a member may do what a page asks for. */
export type MemberCheck = (member: Member) => Verdict;

/** That a member may do something in a service; without one, in any. */
export function mayIn(action: Action, serviceId: string | undefined): MemberCheck {
  return (member) =>
    serviceId === undefined ? canAnywhere(member, action) : can(member, action, serviceId);
}

/**
 * Returns the signed-in member who calls, when they may. Throws `CallError` without a session, 401,
 * or the right, 403, and for a call that may change something and is not from a page of ours.
 */
export async function memberOf(request: IncomingMessage, may: MemberCheck): Promise<Member> {
  const reads = request.method === "GET" || request.method === "HEAD";
  if (!reads && !comesFromOurPage(request)) throw foreignPageError();
  const member = await memberOfCookie(request.headers.cookie, !reads);
  if (!member) throw new CallError(401, "Sign in first.");
  const verdict = may(member);
  if (!verdict.ok) throw new CallError(403, verdict.reason);
  return member;
}
