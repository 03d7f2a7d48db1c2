import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "@/lib/runtime/once";
import { sendError } from "./reply";

/** Streams of events that one process keeps open, and those of one member. */
const mostStreams = 1_000;
export const mostStreamsOfMember = 20;
/** Unread bytes buffered for one reader. A reader that is cut off reconnects and reads again. */
const mostUnread = 65_536;

interface Open {
  count: number;
  byMember: Map<string, number>;
}
const streams = () => once<Open>("live-streams", () => ({ count: 0, byMember: new Map() }));

/**
 * Takes a place for a stream of events that a member wants; answers 429 or 503 when there is none.
 * It is free again as soon as the response is closed, by whichever side or by a broken line. False
 * also when the client has gone by now.
 */
export function takeStream(
  request: IncomingMessage,
  response: ServerResponse,
  memberId: string,
): boolean {
  // Its `close` event has passed already and would never come again.
  if (response.destroyed || request.socket.destroyed) return false;
  const open = streams();
  const own = open.byMember.get(memberId) ?? 0;
  if (own >= mostStreamsOfMember) {
    const error = `You have ${mostStreamsOfMember} pages with live updates open, which is the maximum. Close some of them.`;
    sendError(request, response, 429, error, { "retry-after": "30" });
    return false;
  }
  if (open.count >= mostStreams) {
    sendError(request, response, 503, "Too many open pages with live updates. Try again later.", {
      "retry-after": "30",
    });
    return false;
  }
  open.count += 1;
  open.byMember.set(memberId, own + 1);
  // A peer that vanished without a word is found out.
  request.socket.setKeepAlive(true, 30_000);
  response.once("close", () => {
    open.count -= 1;
    const left = (open.byMember.get(memberId) ?? 1) - 1;
    if (left > 0) open.byMember.set(memberId, left);
    else open.byMember.delete(memberId);
  });
  return true;
}

/** Writes to a stream; one whose reader does not keep up is ended. */
export function writeTo(response: ServerResponse, text: string): void {
  response.write(text);
  if (response.writableLength > mostUnread) response.destroy();
}
