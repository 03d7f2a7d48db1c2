import type { IncomingMessage, ServerResponse } from "node:http";
import { memberOfCookie } from "@/lib/auth/cookie-session";
import { includesRole, type Member, type Role } from "@/lib/auth/member";
import { log } from "@/lib/log/log";
import { listen } from "@/lib/runtime/bus";
import { refuseMethod, sendJson } from "./reply";
import { takeStream, tell } from "./streams";

const mergeMs = 200;
const heartbeatMs = 20_000;

/** The signed-in member who asks, when they have at least this role; answers 401 or 403 when not. */
export async function memberOf(request: IncomingMessage, response: ServerResponse, role: Role): Promise<Member | undefined> {
  const member = await memberOfCookie(request.headers.cookie, request.method !== "GET");
  if (!member) sendJson(request, response, 401, { error: "Sign in first." });
  else if (!includesRole(member.role, role)) sendJson(request, response, 403, { error: `This needs the role ${role}.` });
  else return member;
  return undefined;
}

/**
 * Ends a stream soon after the session it was opened in has ended, or no longer has the role: at most `everyMs` later. A database that is away ends
 * none.
 */
export function endWithSession(request: IncomingMessage, response: ServerResponse, role: Role, everyMs = heartbeatMs): void {
  const look = setInterval(() => {
    memberOfCookie(request.headers.cookie, false).then(
      (member) => (member && includesRole(member.role, role) ? undefined : response.end()),
      (error: unknown) => log().warn({ err: error }, "whether a stream's session has ended is not known"),
    );
  }, everyMs);
  response.once("close", () => clearInterval(look));
}

/** `GET /live/messages?transid=…`: server-sent event `change` when that message, or without a transid any, changed; merged over 200 ms. */
export async function liveMessages(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> {
  if (request.method !== "GET") return refuseMethod(request, response, ["GET"]);
  const member = await memberOf(request, response, "viewer");
  if (!member || !takeStream(request, response, member.id)) return;
  const transid = query.get("transid");
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store", "x-accel-buffering": "no" });
  response.write(": listening\n\n");
  endWithSession(request, response, "viewer");
  let timer: NodeJS.Timeout | undefined;
  const quiet = listen("message", (message) => {
    if (timer || (transid !== null && transid !== message.transid)) return;
    timer = setTimeout(() => {
      timer = undefined;
      tell(response, "event: change\ndata: {}\n\n");
    }, mergeMs);
  });
  const beat = setInterval(() => tell(response, ": still here\n\n"), heartbeatMs);
  response.once("close", () => {
    quiet();
    clearTimeout(timer);
    clearInterval(beat);
  });
}
