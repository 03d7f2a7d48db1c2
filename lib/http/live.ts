import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { memberOfCookie } from "@/lib/auth/cookie-session";
import type { Member } from "@/lib/auth/member";
import { log } from "@/lib/log/log";
import { countNotices } from "@/lib/notices/list";
import { can } from "@/lib/policy/can";
import { listen } from "@/lib/runtime/bus";
import { refuseMethod } from "./reply";
import { methods, resource } from "./resource";
import { rowReply } from "./serialize";
import { mayIn, memberOf, type MemberCheck } from "./session";
import { takeStream, writeTo } from "./streams";

const mergeMs = 200;
const heartbeatMs = 20_000;
/**
 * Many streams that hear of a change of rights look one after the other within so long.
 * Milliseconds.
 */
const spreadMs = 500;

/**
 * Ends a stream soon after the session it was opened in has ended, or the right to it was revoked:
 * within a second where this process is notified, and at most `everyMs` later. An unreachable
 * database ends none.
 *
 * @param onLook called with the member as they are now, each time
 */
export function endWithSession(
  request: IncomingMessage,
  response: ServerResponse,
  may: MemberCheck,
  { everyMs = heartbeatMs, onLook }: { everyMs?: number; onLook?: (member: Member) => void } = {},
): void {
  const look = () => {
    memberOfCookie(request.headers.cookie, false).then(
      (member) => {
        if (!member || !may(member).ok) response.end();
        else onLook?.(member);
      },
      (error: unknown) =>
        log().warn({ err: error }, "whether a stream's session has ended is not known"),
    );
  };
  const always = setInterval(look, everyMs);
  let soon: NodeJS.Timeout | undefined;
  const quiet = listen("rights", () => {
    soon ??= setTimeout(() => {
      soon = undefined;
      look();
    }, Math.random() * spreadMs);
  });
  response.once("close", () => {
    clearInterval(always);
    clearTimeout(soon);
    quiet();
  });
}

/**
 * `GET /live/messages?service=…&transid=…`: server-sent event `change` when that message changed,
 * or the transid may be a campaign's id, without one any of that service, or without a service any
 * of those that the member is in; merged over 200 ms. Nothing is heard of any other service. No
 * `resource`: a stream has no one answer.
 */
export async function liveMessages(
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
): Promise<void> {
  if (request.method !== "GET") return refuseMethod(request, response, ["GET"]);
  const service = query.get("service") ?? undefined;
  const may = mayIn("service.view", service);
  let member = await memberOf(request, may);
  if (!takeStream(request, response, member.id)) return;
  const transid = query.get("transid");
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  response.write(": listening\n\n");
  endWithSession(request, response, may, { onLook: (now) => (member = now) });
  let timer: NodeJS.Timeout | undefined;
  const quiet = listen("message", (message) => {
    if (
      timer ||
      (transid !== null && transid !== message.transid) ||
      (service !== undefined && service !== message.serviceId)
    )
      return;
    if (!can(member, "service.view", message.serviceId).ok) return;
    timer = setTimeout(() => {
      timer = undefined;
      writeTo(response, "event: change\ndata: {}\n\n");
    }, mergeMs);
  });
  const beat = setInterval(() => writeTo(response, ": still here\n\n"), heartbeatMs);
  response.once("close", () => {
    quiet();
    clearTimeout(timer);
    clearInterval(beat);
  });
}

/**
 * `GET /live/notices`: how many notices of the signed-in member began since they last looked,
 * `{"unseen": 3}`. It is no sign that a person is at it.
 */
export const unseenNotices = methods({
  GET: resource({
    caller: ({ request }) => memberOf(request, () => ({ ok: true })),
    run: async ({ caller: actor }) => ({ unseen: await countNotices({ actor }, {}) }),
    answer: rowReply({ 200: z.object({ unseen: z.int() }) }),
  }),
});
